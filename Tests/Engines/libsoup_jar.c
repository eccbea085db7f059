/* Puts questions to libsoup's cookie jar: one command a line, one answer a line for each `get` and `script-get`.

     reset
     set <TAB> URL <TAB> Set-Cookie line
     get <TAB> URL           the Cookie header, as WebKitGTK asks for it
     script-get <TAB> URL    without HttpOnly cookies
*/
#include <libsoup/soup.h>
#include <stdio.h>
#include <string.h>

static void answer(SoupCookieJar *jar, const char *address, gboolean is_http) {
    GUri *uri = g_uri_parse(address, SOUP_HTTP_URI_FLAGS, NULL);
    GSList *cookies =
        uri ? soup_cookie_jar_get_cookie_list_with_same_site_info(jar, uri, uri, uri, is_http, TRUE, TRUE) : NULL;
    char *header = cookies ? soup_cookies_to_cookie_header(cookies) : NULL;
    puts(header ? header : "");
    g_free(header);
    g_slist_free_full(cookies, (GDestroyNotify)soup_cookie_free);
    if (uri) g_uri_unref(uri);
}

static void set(SoupCookieJar *jar, char *rest) {
    char *line = strchr(rest, '\t');
    if (!line) return;
    *line++ = 0;
    GUri *uri = g_uri_parse(rest, SOUP_HTTP_URI_FLAGS, NULL);
    if (!uri) return;
    soup_cookie_jar_set_cookie(jar, uri, line);
    g_uri_unref(uri);
}

int main(void) {
    SoupCookieJar *jar = soup_cookie_jar_new();
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        char *rest = strchr(line, '\t');
        if (rest) *rest++ = 0;
        if (!strcmp(line, "reset")) {
            g_object_unref(jar);
            jar = soup_cookie_jar_new();
        } else if (rest && !strcmp(line, "set")) {
            set(jar, rest);
        } else if (rest) {
            answer(jar, rest, !strcmp(line, "get"));
        }
    }
    free(line);
    g_object_unref(jar);
    return 0;
}
