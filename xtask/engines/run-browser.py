"""Runs WebAssembly commands in a browser without a window: see README.md.

The browser, `chromium` or `firefox`, gets a fresh profile. It opens a page from a server on the loopback interface, whose
workers run the modules and post what they wrote; the browser is stopped then.
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
PAGE = b'<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script src="page.js"></script>'
SERVED = ("wasi.js", "host.js", "browser.js", "page.js")
SCRIPT = "text/javascript"
BYTES = "application/octet-stream"

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


class Command:
    """A module with its arguments, and how it ended: a status, or None if that took too long."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.has_ended = False
        self.status, self.output, self.errors = None, b"", b""

    def request(self, timed):
        arguments = [os.fsencode(one).decode("latin-1") for one in self.arguments]
        return json.dumps({"timed": timed, "arguments": arguments}).encode()

    def module(self):
        return pathlib.Path(self.arguments[0]).read_bytes()

    def end(self, report):
        self.has_ended = True
        if report is not None:
            head, _, written = report.partition(b"\n")
            self.status, length = map(int, head.split())
            self.output, self.errors = written[:length], written[length:]


class Handler(http.server.BaseHTTPRequestHandler):
    def page(self):
        served = self.server
        name, _, job = self.path[1:].partition("?")
        if name == "":
            return "text/html", PAGE
        if name in SERVED:
            return SCRIPT, (SCRIPTS / name).read_bytes()
        if name == "jobs":
            return "application/json", json.dumps({"count": len(served.commands), "seconds": served.seconds}).encode()
        if name == "request":
            return "application/json", served.commands[int(job)].request(served.timed)
        if name == "module":
            return "application/wasm", served.commands[int(job)].module()
        if name == "input":
            return BYTES, served.input
        return None, None

    def do_GET(self):
        kind, body = self.page()
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
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()
        name, _, job = self.path[1:].partition("?")
        served = self.server
        served.has_moved.set()
        if name == "failure":
            served.failure = body
            served.is_done.set()
            return
        served.commands[int(job)].end(body if name == "report" else None)
        if all(command.has_ended for command in served.commands):
            served.is_done.set()

    def log_message(self, *_):
        pass


def run(browser, timed, commands, seconds):
    """Has the browser run all commands; false, with a message, if it did not get to the end."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.is_done, server.has_moved, server.failure = threading.Event(), threading.Event(), None
    server.timed, server.commands, server.seconds = timed, commands, seconds
    server.input = sys.stdin.buffer.read()
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
            waited = 0 if server.has_moved.is_set() else waited + 1
            server.has_moved.clear()
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if server.failure is None and server.is_done.is_set():
        return True
    reader.join(5)
    told = server.failure or b"the page did not get to the end\n" + b"".join(messages)
    sys.stderr.buffer.write(told)
    return False


def run_one(browser, arguments):
    timed = arguments[0] == "--times"
    command = Command(arguments[1:] if timed else arguments)
    if not run(browser, timed, [command], LIMIT) or command.status is None:
        return UNHANDLED
    sys.stdout.buffer.write(command.output)
    sys.stderr.buffer.write(command.errors)
    return command.status


def run_many(browser, list_of_modules, seconds):
    paths = pathlib.Path(list_of_modules).read_text().splitlines()
    commands = [Command([path]) for path in paths]
    if not run(browser, False, commands, int(seconds)):
        return UNHANDLED
    for path, command in zip(paths, commands):
        pathlib.Path(path + ".out").write_bytes(command.output)
        pathlib.Path(path + ".err").write_bytes(command.errors)
        print("no end within the limit of time" if command.status is None else f"status {command.status}")
    return 0


browser, *rest = sys.argv[1:]
status = run_many(browser, *rest[1:]) if rest[0] == "--many" else run_one(browser, rest)
sys.stdout.flush()
sys.stderr.flush()
os._exit(status)
