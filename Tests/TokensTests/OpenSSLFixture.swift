/// A key and tokens made with `openssl genrsa`, `openssl dgst -sha256 -sign` and `openssl dgst -mac HMAC`:
/// another implementation than the one under test. Claims: project demo-bridge, uid u1, iat 1000, exp 4600.
enum OpenSSLFixture {
    static let publicKeyPEM = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAowAHPcJo7cqXM1Tuwf1c
        RL+nugjnG99hJ3O2x3Y/f/m5Wta+9ls8HGf9GRMfAVVaZZQ6qxGPEDbDFhBGsQAy
        V/ZAUFKWa1jPM/DJtWy2Vn4QyLNhIqrtT/rYd6gW4SkaXA+KXwOy+RepeIuKZb8U
        gW/8d8m5OWM9Eu7HwgSP5hkuhX5I9BS6aNmwQ5wcfxR0Tuz8KprqM8k1h/2dJGdx
        jdmm9BFzX1G+10ZMyL7PO6DJsCjtwj7holP2eVFlaZsAZGk2QfVyx5pnnd7tdyp7
        6b/w5IJ7pSAQsfM7u32UrCk60eM5YVDAiHvUGjhaduhy4tDDwmGNwmCqGTf7KOiz
        CQIDAQAB
        -----END PUBLIC KEY-----
        """

    /// RS256 with the private half of the key above.
    static let idToken =
        "eyJhbGciOiJSUzI1NiIsImtpZCI6Im9wZW5zc2wiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL3NlY3VyZXR"
        + "va2VuLmdvb2dsZS5jb20vZGVtby1icmlkZ2UiLCJhdWQiOiJkZW1vLWJyaWRnZSIsImF1dGhfdGltZSI6MTAwMCwid"
        + "XNlcl9pZCI6InUxIiwic3ViIjoidTEiLCJpYXQiOjEwMDAsImV4cCI6NDYwMH0.FllElEiqoLrwdOCI2G9DNVIVKtx"
        + "NJp8Sv6STIt76NYEIvNYhILmzllfm7aqxG61ahE39Rl2dxXmv7D5ef4YQhvZHdqnBmun4qeLps5bGnqy4FHCQ8e2lk"
        + "MFvjz-LxM1Ln_p-ERNEx6sTlS_UvzbR8Ph1vIoLLl3yLjiCVqxY8AQQd6-iN2wNEmlVX1wwh4o0VzpbFd5wG-dKug8"
        + "AzXGhzKfPcgvwVjKFdRoU-qah2vORrdOHlc0f3SWwIemRoCuiWIpbXkOtgoki_3hZq1-BC7njgPR6eFIr4n8ti-mnJ"
        + "EiAh_Ucbtwp0lFrTD9zuFAMzDE8usILg20ZmyMmeN3Z1Q"

    /// HS256 whose secret is the PEM text above with its line end: the algorithm-confusion attack.
    static let confusedToken =
        "eyJhbGciOiJIUzI1NiIsImtpZCI6Im9wZW5zc2wiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL3NlY3VyZXR"
        + "va2VuLmdvb2dsZS5jb20vZGVtby1icmlkZ2UiLCJhdWQiOiJkZW1vLWJyaWRnZSIsImF1dGhfdGltZSI6MTAwMCwid"
        + "XNlcl9pZCI6InUxIiwic3ViIjoidTEiLCJpYXQiOjEwMDAsImV4cCI6NDYwMH0.yYmfeIyVTBLY91MCqOzpULYU1vv"
        + "ZsnO-TXqeuYPOUqY"

    /// 1024 bits: too short to be taken.
    static let shortPublicKeyPEM = """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDlbqWS/c+kE9Cs6DNWM3DtOFNd
        0ppC3z/I638VJmUDkyxPzDYbmovs6u6hIR8an68D+OVLlk1IuLKJ4GjNaSFjMMvW
        gqpONx7RnNKjtaQGIojZXxeC85cQSWHfvi79gtiLpM9MvdmoGpr6KaPg/9b5ZS7E
        GdAyS9g4gCJzXTs2bwIDAQAB
        -----END PUBLIC KEY-----
        """
}
