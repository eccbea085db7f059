/* session-bridge-webkit: WebKit's own API, spoken to a line at a time. docs/webkit-helper.md is the protocol. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <webkit2/webkit2.h>

#include "ending.h"
#include "input.h"
#include "operations.h"
#include "output.h"
#include "stores.h"
#include "trust.h"
#include "views.h"

#define PROTOCOL_VERSION 1

/* As sysexits.h has them. */
enum { EXIT_USAGE = 64, EXIT_UNAVAILABLE = 69 };

static int complain(int code, const char *message)
{
    fprintf(stderr, "session-bridge-webkit: %s\n", message);
    return code;
}

static void say_hello(void)
{
    g_autofree char *version = g_strdup_printf("%u.%u.%u", webkit_get_major_version(), webkit_get_minor_version(),
                                               webkit_get_micro_version());
    OutputLine line = output_event("hello", NULL);
    output_add_integer(&line, "protocol", PROTOCOL_VERSION);
    output_add_string(&line, "engine", "webkitgtk");
    output_add_string(&line, "version", version);
    output_send(&line);
}

static void too_long(void)
{
    output_error(NULL, "protocol/line-too-long", "the line is longer than 16777216 bytes; it was passed over");
}

int main(int count, char **arguments)
{
    const char *authorities = NULL;
    if (count == 3 && strcmp(arguments[1], "--authorities") == 0)
        authorities = arguments[2];
    else if (count != 1)
        return complain(EXIT_USAGE, "usage: session-bridge-webkit [--authorities FILE]");
    /* Whoever reads may go first: that is the end, and no signal. */
    signal(SIGPIPE, SIG_IGN);
    if (!output_claim())
        return complain(EXIT_UNAVAILABLE, "standard output or standard error is closed");
    if (authorities) {
        g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
        if (!program)
            return complain(EXIT_UNAVAILABLE, "the program does not find its own place");
        if (access(authorities, R_OK) != 0)
            return complain(EXIT_UNAVAILABLE, "the file of authorities cannot be read");
        trust_authorities(authorities, program);
    }
    if (!gtk_init_check(NULL, NULL))
        return complain(EXIT_UNAVAILABLE, "there is no display; set DISPLAY, to one of Xvfb say");
    stores_begin();
    views_begin();
    say_hello();
    input_start(operations_take, too_long);
    ending_run_until();
    views_end();
    stores_end();
    return 0;
}
