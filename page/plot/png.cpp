// SVG to PNG and PDF with librsvg and cairo. They are loaded where a picture is drawn: with all they need, some thirty libraries,
// linking them took most of the time in which a short run starts.
#include <cairo-pdf.h>
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

using Handle = std::unique_ptr<RsvgHandle, void (*)(void*)>;
using Surface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;

// Of a text of SVG, and the size that it has itself.
struct Drawing {
  Handle handle;
  double width = 0, height = 0;
};

Drawing parsed(const std::string& svg) {
  GError* error = nullptr;
  Drawing drawing{
      Handle(BRICARD_LOADED(rsvg_handle_new_from_data)(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error),
             BRICARD_LOADED(g_object_unref))};
  if (!drawing.handle) fail(error);
  BRICARD_LOADED(rsvg_handle_get_intrinsic_size_in_pixels)(drawing.handle.get(), &drawing.width, &drawing.height);
  return drawing;
}

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(std::string("the picture cannot be drawn: ") + BRICARD_LOADED(cairo_status_to_string)(status));
}

// All of it on the surface, on white.
void draw(const Drawing& drawing, cairo_surface_t* surface, double width, double height) {
  const std::unique_ptr<cairo_t, void (*)(cairo_t*)> context(BRICARD_LOADED(cairo_create)(surface),
                                                             BRICARD_LOADED(cairo_destroy));
  BRICARD_LOADED(cairo_set_source_rgb)(context.get(), 1, 1, 1);
  BRICARD_LOADED(cairo_paint)(context.get());
  const RsvgRectangle whole{0, 0, width, height};
  GError* error = nullptr;
  if (!BRICARD_LOADED(rsvg_handle_render_document)(drawing.handle.get(), context.get(), &whole, &error)) fail(error);
}

}  // namespace

std::string png(const std::string& svg, int width, int height) {
  const Drawing drawing = parsed(svg);
  if (width <= 0) width = static_cast<int>(drawing.width + 0.5), height = static_cast<int>(drawing.height + 0.5);
  const Surface surface(BRICARD_LOADED(cairo_image_surface_create)(CAIRO_FORMAT_RGB24, width, height),
                        BRICARD_LOADED(cairo_surface_destroy));
  draw(drawing, surface.get(), width, height);
  std::string bytes;
  check(BRICARD_LOADED(cairo_surface_write_to_png_stream)(surface.get(), append, &bytes));
  return bytes;
}

std::string pdf(const std::string& svg) {
  constexpr double points = 72.0 / 96;  // of a pixel
  const Drawing drawing = parsed(svg);
  const double width = points * drawing.width, height = points * drawing.height;
  std::string bytes;
  const Surface surface(BRICARD_LOADED(cairo_pdf_surface_create_for_stream)(append, &bytes, width, height),
                        BRICARD_LOADED(cairo_surface_destroy));
  draw(drawing, surface.get(), width, height);
  BRICARD_LOADED(cairo_surface_finish)(surface.get());
  check(BRICARD_LOADED(cairo_surface_status)(surface.get()));
  return bytes;
}

}  // namespace bricard::page
