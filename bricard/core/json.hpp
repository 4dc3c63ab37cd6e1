// JSON whose keys keep their order and are found at once. nlohmann::ordered_map keeps the order but compares with every key
// before, when an entry is added or a file is read: the square of the number of bodies. Here an object of many entries also has a
// table of places by hash (open addressing), so that n entries cost n.
#pragma once
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace bricard {

template <class Key, class T, class Less = std::less<Key>, class Allocator = std::allocator<std::pair<const Key, T>>>
class IndexedMap : public nlohmann::ordered_map<Key, T, Less, Allocator> {
  using Base = nlohmann::ordered_map<Key, T, Less, Allocator>;

 public:
  using typename Base::const_iterator, typename Base::iterator, typename Base::size_type, typename Base::value_type;

  IndexedMap() = default;
  explicit IndexedMap(const Allocator& allocator) : Base(allocator) {}
  template <class Iterator>
  IndexedMap(Iterator first, Iterator last, const Allocator& allocator = Allocator()) : Base(first, last, allocator) {
    index();
  }
  IndexedMap(std::initializer_list<value_type> list, const Allocator& allocator = Allocator()) : Base(list, allocator) {
    index();
  }

  iterator find(std::string_view key) { return this->begin() + place(key); }
  const_iterator find(std::string_view key) const { return this->begin() + place(key); }
  size_type count(std::string_view key) const { return static_cast<std::size_t>(place(key)) < this->size() ? 1 : 0; }

  template <class Name>
  std::pair<iterator, bool> emplace(Name&& key, T&& value) {
    const auto at = find(key);
    if (at != this->end()) return {at, false};
    this->emplace_back(std::forward<Name>(key), std::move(value));
    if (2 * this->size() > table_.size()) {
      index();
    } else {
      enter(this->size() - 1);
    }
    return {std::prev(this->end()), true};
  }
  template <class Name>
  T& operator[](Name&& key) {
    return emplace(std::forward<Name>(key), T{}).first->second;
  }
  std::pair<iterator, bool> insert(value_type&& value) { return emplace(value.first, std::move(value.second)); }
  std::pair<iterator, bool> insert(const value_type& value) { return emplace(value.first, T(value.second)); }
  template <class Iterator>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) insert(*first);
  }

  size_type erase(std::string_view key) {
    const auto at = find(key);
    if (at == this->end()) return 0;
    erase(at);
    return 1;
  }
  iterator erase(iterator at) { return erase(at, std::next(at)); }
  iterator erase(iterator first, iterator last) {
    const iterator next = Base::erase(first, last);
    index();
    return next;
  }
  void clear() {
    Base::clear();
    table_.clear();
  }

 private:
  static constexpr std::size_t few = 16;  // so many keys are compared faster than hashed
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // Where the search for a key begins.
  std::size_t slot(std::string_view key) const { return std::hash<std::string_view>{}(key) & (table_.size() - 1); }

  // Of the entry of this key; the number of entries where there is none.
  std::ptrdiff_t place(std::string_view key) const {
    const auto size = static_cast<std::ptrdiff_t>(this->size());
    if (table_.empty()) {
      std::ptrdiff_t i = 0;
      while (i < size && this->data()[i].first != key) ++i;
      return i;
    }
    for (std::size_t i = slot(key); table_[i] != none; i = (i + 1) & (table_.size() - 1)) {
      if (this->data()[table_[i]].first == key) return table_[i];
    }
    return size;
  }
  void enter(std::size_t entry) {
    if (table_.empty()) return;
    std::size_t i = slot(this->data()[entry].first);
    while (table_[i] != none) i = (i + 1) & (table_.size() - 1);
    table_[i] = static_cast<std::uint32_t>(entry);
  }
  // At most half of the table is taken after this, so that a search ends soon.
  void index() {
    table_.clear();
    if (this->size() <= few) return;
    std::size_t size = 4 * few;
    while (size < 4 * this->size()) size *= 2;
    table_.assign(size, none);
    for (std::size_t i = 0; i < this->size(); ++i) enter(i);
  }

  std::vector<std::uint32_t> table_;  // a power of two of places, empty where the entries are few
};

using Json = nlohmann::basic_json<IndexedMap>;

}  // namespace bricard
