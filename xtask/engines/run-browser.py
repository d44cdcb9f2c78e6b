"""Runs a WebAssembly command in a browser without a window: see README.md.

The browser, `chromium` or `firefox`, gets a fresh profile. It opens a page from a server on the loopback interface, whose
worker runs the module and posts what it wrote; the browser is stopped then.
"""

import http.server
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading

SCRIPTS = pathlib.Path(__file__).parent
LIMIT = 600
UNHANDLED = 125
PAGE = b'<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script>new Worker("browser.js")</script>'
SCRIPT = "text/javascript"

FIREFOX_PREFERENCES = """
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("privacy.reduceTimerPrecision", false);
user_pref("toolkit.telemetry.enabled", false);
"""


def command_of(browser, profile, address):
    if browser == "firefox":
        pathlib.Path(profile, "user.js").write_text(FIREFOX_PREFERENCES)
        return ["firefox-esr", "--headless", "--no-remote", "--profile", profile, address]
    flags = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-background-networking"
    return ["chromium", *flags.split(), f"--user-data-dir={profile}", address]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        kind, body = self.server.pages.get(self.path, (None, None))
        self.send_response(200 if kind else 404)
        if kind:
            self.send_header("Content-Type", kind)
            # Clocks are precise only in pages that nothing else shares a process with.
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if kind:
            self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.server.report = (self.path, body)
        self.server.is_done.set()

    def log_message(self, *_):
        pass


def main(browser, timed, arguments):
    request = json.dumps({"timed": timed, "arguments": [os.fsencode(one).decode("latin-1") for one in arguments]})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.is_done, server.report = threading.Event(), None
    server.pages = {
        "/": ("text/html", PAGE),
        "/wasi.js": (SCRIPT, (SCRIPTS / "wasi.js").read_bytes()),
        "/browser.js": (SCRIPT, (SCRIPTS / "browser.js").read_bytes()),
        "/request": ("application/json", request.encode()),
        "/module": ("application/wasm", pathlib.Path(arguments[0]).read_bytes()),
        "/input": ("application/octet-stream", sys.stdin.buffer.read()),
    }
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        # In a session of its own, so that all processes of the browser can be stopped.
        process = subprocess.Popen(
            command_of(browser, profile, address),
            env={**os.environ, "HOME": profile, "MOZ_CRASHREPORTER_DISABLE": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        messages = []
        reader = threading.Thread(target=lambda: messages.append(process.stderr.read()), daemon=True)
        reader.start()
        waited = 0
        while not server.is_done.wait(1) and process.poll() is None and waited < LIMIT:
            waited += 1
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if server.report is None or server.report[0] != "/report":
        reader.join(5)
        told = server.report[1] if server.report else b"the page posted nothing\n" + b"".join(messages)
        sys.stderr.buffer.write(told)
        return UNHANDLED
    head, _, written = server.report[1].partition(b"\n")
    status, length = map(int, head.split())
    sys.stdout.buffer.write(written[:length])
    sys.stderr.buffer.write(written[length:])
    return status


browser, *rest = sys.argv[1:]
timed = rest[0] == "--times"
status = main(browser, timed, rest[1:] if timed else rest)
sys.stdout.flush()
sys.stderr.flush()
os._exit(status)
