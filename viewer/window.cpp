// window.cpp: the window of SDL, with OpenGL and Dear ImGui in it.
#include "window.h"

#include <SDL.h>
#include <backends/imgui_impl_opengl3.h>
#include <backends/imgui_impl_sdl.h>
#include <imgui.h>

#include <cstdio>

static void choose_style() {
  ImGui::StyleColorsLight();
  ImGuiStyle &style = ImGui::GetStyle();
  style.WindowRounding = 6, style.FrameRounding = 4, style.GrabRounding = 4, style.WindowBorderSize = 0;
  style.WindowPadding = {12, 10}, style.ItemSpacing = {8, 5};
  style.Colors[ImGuiCol_WindowBg] = {0.98f, 0.98f, 0.985f, 0.90f};
  style.Colors[ImGuiCol_Header] = {0.36f, 0.56f, 0.62f, 0.30f};
  style.Colors[ImGuiCol_HeaderHovered] = {0.36f, 0.56f, 0.62f, 0.45f};
  style.Colors[ImGuiCol_Button] = {0.36f, 0.56f, 0.62f, 0.35f};
  style.Colors[ImGuiCol_ButtonHovered] = {0.36f, 0.56f, 0.62f, 0.55f};
  style.Colors[ImGuiCol_PlotLines] = {0.20f, 0.42f, 0.50f, 1};
  style.Colors[ImGuiCol_Text] = {0.11f, 0.15f, 0.19f, 1};
  style.Colors[ImGuiCol_FrameBg] = {0.90f, 0.92f, 0.93f, 1};
}

static void choose_font() {
  const char *path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
  if (std::FILE *file = std::fopen(path, "rb")) {
    std::fclose(file);
    ImGui::GetIO().Fonts->AddFontFromFileTTF(path, 14);
  }
}

window::window(const std::string &title, int width, int height, bool shown) {
  if (SDL_Init(SDL_INIT_VIDEO)) {
    std::fprintf(stderr, "no window: %s\n", SDL_GetError());
    return;
  }
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3), SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
  handle = SDL_CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                            flags | (shown ? SDL_WINDOW_SHOWN : SDL_WINDOW_HIDDEN));
  context = handle ? SDL_GL_CreateContext(handle) : nullptr;
  if (!context) {
    std::fprintf(stderr, "no OpenGL 3.3: %s\n", SDL_GetError());
    return;
  }
  SDL_GL_SetSwapInterval(shown);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  choose_style(), choose_font();
  ImGui_ImplSDL2_InitForOpenGL(handle, context);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

window::~window() {
  if (context) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
    SDL_GL_DeleteContext(context);
  }
  if (handle) SDL_DestroyWindow(handle);
  SDL_Quit();
}

void window::size(int *width, int *height) const { SDL_GL_GetDrawableSize(handle, width, height); }

void window::begin_panels() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  ImGui::NewFrame();
}

void window::end_panels() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void window::drop_panels() { ImGui::EndFrame(); }

void window::show() { SDL_GL_SwapWindow(handle); }
