#pragma once

#include "request.h"

/* `takeSnapshot`: what the view shows, as a PNG file at an absolute path. */
void snapshot_take(Request *request);
