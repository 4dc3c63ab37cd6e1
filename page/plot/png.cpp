// SVG to PNG with librsvg and cairo. They are loaded where a picture is drawn: with all they need, some thirty libraries, linking
// them took most of the time in which a short run starts.
#include <cairo.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>

#include <memory>
#include <stdexcept>

#include "page/plot/picture.hpp"

namespace bricard::page {
namespace {

// The function of that name; librsvg brings those of cairo and GLib along.
template <class Function>
Function* loaded(const char* name) {
  static void* const library = dlopen("librsvg-2.so.2", RTLD_NOW);
  void* const found = library ? dlsym(library, name) : nullptr;
  if (!found) throw std::runtime_error(std::string("the picture cannot be drawn: ") + dlerror() + "; install librsvg2-2");
  return reinterpret_cast<Function*>(found);
}
#define BRICARD_LOADED(function) loaded<decltype(function)>(#function)

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

[[noreturn]] void fail(GError* error) {
  const std::string reason = error ? error->message : "unknown reason";
  if (error) BRICARD_LOADED(g_error_free)(error);
  throw std::runtime_error("the picture cannot be drawn: " + reason);
}

}  // namespace

std::string png(const std::string& svg, int width, int height) {
  GError* error = nullptr;
  const std::unique_ptr<RsvgHandle, void (*)(void*)> handle(
      BRICARD_LOADED(rsvg_handle_new_from_data)(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error),
      BRICARD_LOADED(g_object_unref));
  if (!handle) fail(error);
  double own_width = 0, own_height = 0;
  BRICARD_LOADED(rsvg_handle_get_intrinsic_size_in_pixels)(handle.get(), &own_width, &own_height);
  if (width <= 0) width = static_cast<int>(own_width + 0.5), height = static_cast<int>(own_height + 0.5);

  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
      BRICARD_LOADED(cairo_image_surface_create)(CAIRO_FORMAT_RGB24, width, height), BRICARD_LOADED(cairo_surface_destroy));
  const std::unique_ptr<cairo_t, void (*)(cairo_t*)> context(BRICARD_LOADED(cairo_create)(surface.get()),
                                                             BRICARD_LOADED(cairo_destroy));
  BRICARD_LOADED(cairo_set_source_rgb)(context.get(), 1, 1, 1);
  BRICARD_LOADED(cairo_paint)(context.get());
  const RsvgRectangle whole{0, 0, static_cast<double>(width), static_cast<double>(height)};
  if (!BRICARD_LOADED(rsvg_handle_render_document)(handle.get(), context.get(), &whole, &error)) fail(error);
  std::string bytes;
  const cairo_status_t status = BRICARD_LOADED(cairo_surface_write_to_png_stream)(surface.get(), append, &bytes);
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(std::string("the picture cannot be drawn: ") + BRICARD_LOADED(cairo_status_to_string)(status));
  return bytes;
}

}  // namespace bricard::page
