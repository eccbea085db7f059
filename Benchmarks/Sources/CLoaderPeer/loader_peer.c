#include "loader_peer.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char response[] =
    "HTTP/1.1 200 OK\r\n"
    "Content-Type: application/json\r\n"
    "Set-Cookie: customtoken=abcdefgh; Path=/; Secure; HttpOnly\r\n"
    "Content-Length: 16\r\n"
    "\r\n"
    "{\"status\":\"ok!\"}";

static void *serve_connection(void *argument) {
    int connection = (int)(intptr_t)argument, on = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    char buffer[16384];
    size_t used = 0;
    for (;;) {
        ssize_t got = read(connection, buffer + used, sizeof buffer - 1 - used);
        if (got <= 0) break;
        used += (size_t)got;
        buffer[used] = 0;
        if (strstr(buffer, "\r\n\r\n") == NULL && used < sizeof buffer - 1) continue;
        used = 0;
        if (write(connection, response, sizeof response - 1) < 0) break;
    }
    close(connection);
    return NULL;
}

static void *serve(void *argument) {
    int listener = (int)(intptr_t)argument;
    for (;;) {
        int connection = accept(listener, NULL, NULL);
        if (connection < 0) return NULL;
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve_connection, (void *)(intptr_t)connection) == 0) pthread_detach(thread);
    }
}

int loader_peer_serve(void) {
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, 16) != 0) return -1;
    if (getsockname(listener, (struct sockaddr *)&address, &length) != 0) return -1;
    pthread_t thread;
    if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)listener) != 0) return -1;
    pthread_detach(thread);
    return ntohs(address.sin_port);
}

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    (void)context;
    return size * count;
}

double loader_peer_fetch(const char *url, int count) {
    CURL *handle = curl_easy_init();
    if (handle == NULL) return -1;
    curl_easy_setopt(handle, CURLOPT_URL, url);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, discard);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    CURLcode code = CURLE_OK;
    for (int i = 0; i < count && code == CURLE_OK; i++) code = curl_easy_perform(handle);
    clock_gettime(CLOCK_MONOTONIC, &end);
    curl_easy_cleanup(handle);
    if (code != CURLE_OK) return -1;
    return (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}
