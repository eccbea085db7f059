// Go's net/http/cookiejar on the workload's two files: cookiejar SETS GETS PASSES
//
// Prints the best passes: sets a second, look-ups a second, bytes of all Cookie headers.
// Inside the timed region, as for every subject: reading the URL's text and the cookie's, the jar's own work, and the
// header's text.
package main

import (
	"fmt"
	"log"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"
)

func parse(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil {
		log.Fatal(err)
	}
	return u
}

func readLines(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	return strings.Split(strings.TrimRight(string(text), "\n"), "\n")
}

func setAll(jar http.CookieJar, urls, cookies []string) {
	for i, cookie := range cookies {
		response := http.Response{Header: http.Header{"Set-Cookie": {cookie}}}
		jar.SetCookies(parse(urls[i]), response.Cookies())
	}
}

// What http.Client does for each request.
func getAll(jar http.CookieJar, urls []string) (bytes int) {
	for _, text := range urls {
		request := http.Request{Header: http.Header{}}
		for _, cookie := range jar.Cookies(parse(text)) {
			request.AddCookie(cookie)
		}
		bytes += len(request.Header.Get("Cookie"))
	}
	return bytes
}

func main() {
	if len(os.Args) != 4 {
		os.Exit(64)
	}
	var urls, cookies []string
	for _, line := range readLines(os.Args[1]) {
		parts := strings.SplitN(line, "\t", 2)
		urls, cookies = append(urls, parts[0]), append(cookies, parts[1])
	}
	gets := readLines(os.Args[2])
	passes, _ := strconv.Atoi(os.Args[3])
	var bestSet, bestGet float64
	var bytes int
	for ; passes > 0; passes-- {
		jar, _ := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
		start := time.Now()
		setAll(jar, urls, cookies)
		middle := time.Now()
		bytes = getAll(jar, gets)
		end := time.Now()
		if rate := float64(len(cookies)) / middle.Sub(start).Seconds(); rate > bestSet {
			bestSet = rate
		}
		if rate := float64(len(gets)) / end.Sub(middle).Seconds(); rate > bestGet {
			bestGet = rate
		}
	}
	fmt.Printf("%f %f %d\n", bestSet, bestGet, bytes)
}
