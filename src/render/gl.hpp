// OpenGL as the renderer sees it: 3.3 core and what WebGL2 shares with it.
#pragma once

#include <epoxy/gl.h>
