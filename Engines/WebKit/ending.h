#pragma once

#include <glib.h>

/* Runs the main loop until the end begins. */
void ending_run_until(void);

/* The end of input or of whoever reads the output: the main loop ends, and with it everything else. */
void ending_begin(void);
