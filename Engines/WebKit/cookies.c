#include "cookies.h"

#include <libsoup/soup.h>

#include "output.h"
#include "stores.h"

static const struct {
    const char *name;
    SoupSameSitePolicy policy;
} same_sites[] = {
    {"none", SOUP_SAME_SITE_POLICY_NONE},
    {"lax", SOUP_SAME_SITE_POLICY_LAX},
    {"strict", SOUP_SAME_SITE_POLICY_STRICT},
};

static gboolean read_same_site(Request *request, SoupSameSitePolicy *policy)
{
    const char *name = NULL;
    if (!request_string_if_any(request, "sameSitePolicy", &name))
        return FALSE;
    /* To libsoup a cookie without one and one with None are the same. */
    *policy = SOUP_SAME_SITE_POLICY_NONE;
    for (gsize index = 0; name && index < G_N_ELEMENTS(same_sites); index++) {
        if (g_strcmp0(name, same_sites[index].name) == 0) {
            *policy = same_sites[index].policy;
            return TRUE;
        }
    }
    if (name)
        request_answer_error(request, "protocol/wrong-type", "sameSitePolicy is none, lax or strict");
    return !name;
}

/* Reads the members of the object that the request was entered with; null, with the answer given, when one is wrong. */
static SoupCookie *read_cookie(Request *request)
{
    const char *name = NULL, *value = NULL, *domain = NULL, *path = "/";
    gboolean is_secure = FALSE, is_http_only = FALSE;
    gint64 expiry = G_MININT64;
    SoupSameSitePolicy policy;
    /* The years 1 to 9999, which GDateTime has. */
    const gint64 first = -62135596800, last = 253402300799;
    if (!request_string(request, "name", &name) || !request_string(request, "value", &value) ||
        !request_string(request, "domain", &domain) || !request_string_if_any(request, "path", &path) ||
        !request_boolean_if_any(request, "isSecure", &is_secure) ||
        !request_boolean_if_any(request, "isHTTPOnly", &is_http_only) ||
        !request_integer_if_any(request, "expiresDate", first, last, &expiry) || !read_same_site(request, &policy))
        return NULL;
    if (!*domain) {
        request_answer_error(request, "cookie/no-domain", "a cookie has a domain");
        return NULL;
    }
    SoupCookie *cookie = soup_cookie_new(name, value, domain, path, -1);
    if (!cookie) {
        request_answer_error(request, "cookie/refused", "the engine makes no cookie of this");
        return NULL;
    }
    soup_cookie_set_secure(cookie, is_secure);
    soup_cookie_set_http_only(cookie, is_http_only);
    soup_cookie_set_same_site_policy(cookie, policy);
    if (expiry != G_MININT64) {
        g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(expiry);
        soup_cookie_set_expires(cookie, date);
    }
    return cookie;
}

typedef gboolean (*Finish)(WebKitCookieManager *manager, GAsyncResult *result, GError **error);

static void finish(GObject *source, GAsyncResult *result, Request *taken, Finish finish_call)
{
    g_autoptr(Request) request = taken;
    g_autoptr(GError) error = NULL;
    if (finish_call(WEBKIT_COOKIE_MANAGER(source), result, &error))
        request_answer_done(request);
    else
        request_answer_error(request, "cookie/refused", "%s", error ? error->message : "the engine does not say why");
}

static void was_set(GObject *source, GAsyncResult *result, gpointer data)
{
    finish(source, result, data, webkit_cookie_manager_add_cookie_finish);
}

static void was_deleted(GObject *source, GAsyncResult *result, gpointer data)
{
    finish(source, result, data, webkit_cookie_manager_delete_cookie_finish);
}

static void with_cookie(Request *request,
                        void (*act)(WebKitCookieManager *, SoupCookie *, GCancellable *, GAsyncReadyCallback, gpointer),
                        GAsyncReadyCallback callback)
{
    Store *store = stores_named_in(request);
    JsonObject *object = NULL;
    if (!store || !request_object_if_any(request, "cookie", &object))
        return;
    if (!object) {
        request_answer_error(request, "protocol/missing-member", "cookie is missing");
        return;
    }
    request_enter(request, object);
    SoupCookie *cookie = read_cookie(request);
    request_leave(request);
    if (!cookie)
        return;
    WebKitCookieManager *manager = webkit_website_data_manager_get_cookie_manager(store->manager);
    act(manager, cookie, NULL, callback, request_hold(request));
    soup_cookie_free(cookie);
}

void cookies_set(Request *request)
{
    with_cookie(request, webkit_cookie_manager_add_cookie, was_set);
}

void cookies_delete(Request *request)
{
    with_cookie(request, webkit_cookie_manager_delete_cookie, was_deleted);
}

static void add_cookie(OutputLine *line, SoupCookie *cookie)
{
    output_open(line, NULL, '{');
    output_add_string(line, "name", soup_cookie_get_name(cookie));
    output_add_string(line, "value", soup_cookie_get_value(cookie));
    output_add_string(line, "domain", soup_cookie_get_domain(cookie));
    output_add_string(line, "path", soup_cookie_get_path(cookie));
    output_add_boolean(line, "isSecure", soup_cookie_get_secure(cookie));
    output_add_boolean(line, "isHTTPOnly", soup_cookie_get_http_only(cookie));
    for (gsize index = 0; index < G_N_ELEMENTS(same_sites); index++)
        if (soup_cookie_get_same_site_policy(cookie) == same_sites[index].policy)
            output_add_string(line, "sameSitePolicy", same_sites[index].name);
    GDateTime *expiry = soup_cookie_get_expires(cookie);
    output_add_boolean(line, "isSessionOnly", !expiry);
    if (expiry)
        output_add_integer(line, "expiresDate", g_date_time_to_unix(expiry));
    output_close(line, '}');
}

static void were_got(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(Request) request = data;
    g_autoptr(GError) error = NULL;
    GList *cookies = webkit_cookie_manager_get_all_cookies_finish(WEBKIT_COOKIE_MANAGER(source), result, &error);
    if (error) {
        request_answer_error(request, "cookie/refused", "%s", error->message);
        return;
    }
    OutputLine line = output_answer(request_id(request));
    output_open(&line, "result", '{');
    output_open(&line, "cookies", '[');
    for (GList *item = cookies; item; item = item->next)
        add_cookie(&line, item->data);
    output_close(&line, ']');
    output_close(&line, '}');
    output_send(&line);
    g_list_free_full(cookies, (GDestroyNotify)soup_cookie_free);
}

void cookies_get_all(Request *request)
{
    Store *store = stores_named_in(request);
    if (!store)
        return;
    WebKitCookieManager *manager = webkit_website_data_manager_get_cookie_manager(store->manager);
    webkit_cookie_manager_get_all_cookies(manager, NULL, were_got, request_hold(request));
}
