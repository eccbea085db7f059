#pragma once

#include "views.h"

/*
 * The loads of a page, from request to end, whoever asks for them: documents, what they hold, and `fetch`.
 *
 * Without the headers that were sent: those are made in another process, and known to whoever receives them.
 */
void resources_observe(View *view);
