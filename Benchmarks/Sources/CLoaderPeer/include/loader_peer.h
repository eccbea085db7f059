#ifndef LOADER_PEER_H
#define LOADER_PEER_H

/// Starts a server on a free port of 127.0.0.1 that answers each request with the same small response, on connections
/// kept alive. It runs until the process ends. Returns the port, or -1.
int loader_peer_serve(void);

/// Makes `count` requests one after the other with one easy handle. Returns the seconds they took, or -1.
double loader_peer_fetch(const char *url, int count);

#endif
