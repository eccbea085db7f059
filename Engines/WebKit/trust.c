#include "trust.h"

#include <gio/gio.h>

void trust_authorities(const char *file, const char *program)
{
    g_autofree char *folder = g_path_get_dirname(program);
    g_autofree char *modules = g_build_filename(folder, "session-bridge-webkit-modules", NULL);
    g_setenv("GIO_EXTRA_MODULES", modules, TRUE);
    g_setenv("GIO_USE_TLS", "session-bridge", TRUE);
    g_setenv("SESSION_BRIDGE_AUTHORITIES", file, TRUE);
}
