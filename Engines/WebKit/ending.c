#include "ending.h"

static GMainLoop *loop;
static gboolean has_begun;

void ending_run_until(void)
{
    loop = g_main_loop_new(NULL, FALSE);
    /* The reader may have gone before the loop ran. */
    if (!has_begun)
        g_main_loop_run(loop);
    g_main_loop_unref(loop);
    loop = NULL;
}

void ending_begin(void)
{
    has_begun = TRUE;
    if (loop)
        g_main_loop_quit(loop);
}
