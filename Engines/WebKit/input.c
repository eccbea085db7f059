#include "input.h"

#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

#include "ending.h"

#define CHUNK 65536

static struct {
    GInputStream *stream;
    InputTake take;
    InputTooLong too_long;
    GString *line;
    gboolean is_skipping;
    char chunk[CHUNK];
} input;

static void add(const char *bytes, gsize length)
{
    if (input.is_skipping)
        return;
    if (input.line->len + length <= INPUT_LINE_LIMIT) {
        g_string_append_len(input.line, bytes, (gssize)length);
        return;
    }
    input.is_skipping = TRUE;
    g_string_free(input.line, TRUE);
    input.line = g_string_new(NULL);
    input.too_long();
}

static void end_line(void)
{
    /* A line without anything in it is nothing to answer. */
    if (!input.is_skipping && input.line->len > 0)
        input.take(input.line->str, input.line->len);
    input.is_skipping = FALSE;
    g_string_truncate(input.line, 0);
}

static void read_more(void);

static void received(GObject *source, GAsyncResult *result, gpointer data G_GNUC_UNUSED)
{
    gssize count = g_input_stream_read_finish(G_INPUT_STREAM(source), result, NULL);
    if (count <= 0) {
        /* What stands behind the last line feed is no whole line. */
        ending_begin();
        return;
    }
    const char *rest = input.chunk;
    gsize left = (gsize)count;
    while (left > 0) {
        const char *feed = memchr(rest, '\n', left);
        gsize length = feed ? (gsize)(feed - rest) : left;
        add(rest, length);
        if (!feed)
            break;
        end_line();
        rest += length + 1;
        left -= length + 1;
    }
    read_more();
}

static void read_more(void)
{
    g_input_stream_read_async(input.stream, input.chunk, CHUNK, G_PRIORITY_DEFAULT, NULL, received, NULL);
}

void input_start(InputTake take, InputTooLong too_long)
{
    input.stream = g_unix_input_stream_new(STDIN_FILENO, FALSE);
    input.take = take;
    input.too_long = too_long;
    input.line = g_string_new(NULL);
    read_more();
}
