"""A headless Chromium, driven by the remote debugging protocol over a pipe. Needs nothing but Python."""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--enable-unsafe-webgpu",
    "--use-webgpu-adapter=swiftshader",
    # Without these, Chromium draws with WebGPU but has no memory that it could show on a canvas.
    "--enable-features=Vulkan",
    "--use-vulkan=swiftshader",
    "--use-angle=swiftshader",
    "--disable-vulkan-fallback-to-gl-for-testing",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
]


class PageError(Exception):
    """What a script in the page threw."""


class Browser:
    """One browser with one page. Notes every request and every message of the console."""

    def __init__(self, width=1280, height=900, flags=()):
        self.profile = tempfile.mkdtemp(prefix="skinscope-pages-")
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()

        def hand_over():
            # The browser reads from descriptor 3 and writes to 4. High copies first: 3 and 4 may be the pipes themselves.
            ends = [os.dup2(to_browser, 20), os.dup2(from_browser, 21)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if program is None:
            raise SystemExit("there is no Chromium here; install the package chromium")
        self.process = subprocess.Popen(
            [program, *FLAGS, *flags, f"--user-data-dir={self.profile}", f"--window-size={width},{height}", "about:blank"],
            preexec_fn=hand_over,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.unread = b""
        self.last_id = 0
        self.requests, self.messages = [], []
        self.loaded = False
        targets = self.call("Target.getTargets", session=None)["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        attach = {"targetId": page["targetId"], "flatten": True}
        self.session = self.call("Target.attachToTarget", attach, session=None)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.close(self.commands)
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def resize(self, width, height, scale=1, is_phone=False):
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": is_phone}
        self.call("Emulation.setDeviceMetricsOverride", size)

    def prefer(self, scheme):
        """Shows the page in a color scheme: light or dark."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", {"features": [feature]})

    def open(self, address, seconds=120):
        """Opens a page and waits until it has loaded."""
        self.requests, self.messages, self.loaded = [], [], False
        self.call("Page.navigate", {"url": address})
        self.wait_until(lambda: self.loaded, seconds, f"{address} has not loaded")

    def evaluate(self, script, seconds=240):
        """The value of an expression in the page, which may be a promise."""
        asked = {"expression": script, "awaitPromise": True, "returnByValue": True}
        answer = self.call("Runtime.evaluate", asked, seconds=seconds)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise PageError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def wait_for(self, script, seconds=240):
        """Waits until an expression in the page holds."""
        end = time.monotonic() + seconds
        while not self.evaluate(script):
            if time.monotonic() > end:
                raise TimeoutError(f"{script}: not within {seconds} seconds")
            time.sleep(0.1)

    def call(self, method, parameters=None, session="", seconds=60):
        self.last_id += 1
        command = {"id": self.last_id, "method": method, "params": parameters or {}}
        if session is not None:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        wanted, answer = self.last_id, []

        def is_answered():
            return bool(answer)

        self.wait_until(is_answered, seconds, f"no answer to {method}", lambda found: found.get("id") == wanted and answer.append(found))
        if "error" in answer[0]:
            raise PageError(f"{method}: {answer[0]['error']['message']}")
        return answer[0]["result"]

    def wait_until(self, condition, seconds, complaint, take=lambda found: None):
        end = time.monotonic() + seconds
        while not condition():
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.answers], [], [], left)[0]:
                raise TimeoutError(f"{complaint} within {seconds} seconds")
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise SystemExit("Chromium has ended")
            *whole, self.unread = (self.unread + part).split(b"\0")
            for text in whole:
                found = json.loads(text)
                self.note(found)
                take(found)

    def note(self, found):
        method, details = found.get("method"), found.get("params", {})
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Network.requestWillBeSent":
            self.requests.append(details["request"]["url"])
        elif method == "Runtime.consoleAPICalled":
            self.messages.append(" ".join(str(part.get("value", part.get("description"))) for part in details["args"]))
        elif method == "Runtime.exceptionThrown":
            thrown = details["exceptionDetails"]
            self.messages.append(thrown.get("exception", {}).get("description") or thrown["text"])
        elif method == "Log.entryAdded":
            self.messages.append(details["entry"]["text"])
