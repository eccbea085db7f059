/* libsoup 3's cookie jar on the workload's two files: libsoup SETS GETS PASSES
 * Prints the best passes: sets a second, look-ups a second, bytes of all Cookie headers.
 * Inside the timed region, as for every subject: reading the URL's text and the cookie's, the jar's own work, and the
 * header's text (which is freed at once). */
#include <libsoup/soup.h>
#include <stdio.h>
#include <string.h>

static GUri *parse_url(const char *text)
{
    GUri *url = g_uri_parse(text, SOUP_HTTP_URI_FLAGS, NULL);
    if (!url) g_error("cannot read the URL %s", text);
    return url;
}

static void set_all(SoupCookieJar *jar, char **lines)
{
    for (; *lines; lines++) {
        /* The tab became the URL's end when the file was read. */
        GUri *url = parse_url(*lines);
        SoupCookie *cookie = soup_cookie_parse(*lines + strlen(*lines) + 1, url);
        if (cookie) soup_cookie_jar_add_cookie_full(jar, cookie, url, NULL);
        g_uri_unref(url);
    }
}

static gsize get_all(SoupCookieJar *jar, char **urls)
{
    gsize bytes = 0;
    for (; *urls; urls++) {
        GUri *url = parse_url(*urls);
        /* What libsoup's own cookie feature calls for a top-level navigation with a safe method. */
        GSList *cookies = soup_cookie_jar_get_cookie_list_with_same_site_info(jar, url, NULL, url, TRUE, TRUE, TRUE);
        if (cookies) {
            char *header = soup_cookies_to_cookie_header(cookies);
            bytes += strlen(header);
            g_free(header);
            g_slist_free_full(cookies, (GDestroyNotify) soup_cookie_free);
        }
        g_uri_unref(url);
    }
    return bytes;
}

static char **read_lines(const char *path)
{
    char *text;
    gsize length;
    if (!g_file_get_contents(path, &text, &length, NULL)) g_error("cannot read %s", path);
    while (length && text[length - 1] == '\n') text[--length] = 0;
    return g_strsplit(text, "\n", -1);
}

int main(int count, char **arguments)
{
    if (count != 4) return 64;
    char **lines = read_lines(arguments[1]), **urls = read_lines(arguments[2]);
    for (char **line = lines; *line; line++) {
        char *tab = strchr(*line, '\t');
        if (tab) *tab = 0;
    }
    double best_set = 0, best_get = 0;
    gsize bytes = 0;
    for (int pass = atoi(arguments[3]); pass > 0; pass--) {
        SoupCookieJar *jar = soup_cookie_jar_new();
        gint64 start = g_get_monotonic_time();
        set_all(jar, lines);
        gint64 middle = g_get_monotonic_time();
        bytes = get_all(jar, urls);
        gint64 end = g_get_monotonic_time();
        best_set = MAX(best_set, g_strv_length(lines) * 1e6 / (middle - start));
        best_get = MAX(best_get, g_strv_length(urls) * 1e6 / (end - middle));
        g_object_unref(jar);
    }
    printf("%f %f %zu\n", best_set, best_get, (size_t) bytes);
    return 0;
}
