// The built page as bytes of the program: the assembler puts the file in, which costs no time at any size.
#include "page/bundle.hpp"

#include BRICARD_PAGE_MARK_HEADER

__asm__(
    ".section .rodata\n"
    "/* " BRICARD_PAGE_MARK
    " */\n"
    "bricard_page_begin:\n"
    ".incbin \"" BRICARD_PAGE_HTML
    "\"\n"
    "bricard_page_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" {
extern const char bricard_page_begin[];
extern const char bricard_page_end[];
}

namespace bricard::page {

std::string_view bundle() { return {bricard_page_begin, static_cast<std::size_t>(bricard_page_end - bricard_page_begin)}; }

}  // namespace bricard::page
