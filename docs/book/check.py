#!/usr/bin/env python3
"""Checks a book that make.py has made: its links, and its pages in a browser.

    docs/book/check.py FOLDER

Every link within the book must lead to a page, and to a place on it when it names one. Headless Chromium
opens the pages, where no script may fail, every picture must show, and nothing may be wider than the window.
Of pages that differ in names only it opens each tenth. The search must find a function and a page.
"""
import html.parser
import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time
import urllib.parse

OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
           "--window-size=1280,1000", "--remote-debugging-pipe"]
# Links of scripts: the tree of the side bar, and the results of the search.
SCRIPT_LINK = re.compile(r"['\"](?:\.\./)?([\w.]+\.html)(?:#([\w-]+))?['\"]")
# Pages of structs and sources, which are many and alike.
ALIKE = re.compile(r"struct|.*_source\.html$")
# What is wrong with a page that is open, as text.
FAULTS = """
(async () => {
  const faults = [];
  const shows = image => image.decode().catch(() => faults.push('no picture ' + image.src));
  await Promise.all([...document.images].map(shows));
  const text = document.querySelector('#doc-content');
  if (text && text.scrollWidth > text.clientWidth + 1) faults.push('the page is wider than its window');
  return faults.join('; ');
})()
"""
# The results that show, in the frame of the search.
RESULTS = """
[...document.querySelectorAll('.SRResult')].filter(r => r.offsetParent).map(r => r.textContent).join('; ')
"""


class Page(html.parser.HTMLParser):
    """The anchors of a page, and the addresses that it names."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            if name in ("href", "src") and value:
                self.links.add(value)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def script_links(folder):
    """The links in scripts, with the name of the script."""
    for where, _, names in os.walk(folder):
        for name in names:
            # navtreeindex tells where pages are in the tree, and is no link.
            if name.endswith(".js") and not name.startswith("navtreeindex"):
                for page, anchor in SCRIPT_LINK.findall(read(os.path.join(where, name))):
                    yield name, page, anchor


def dead_links(folder, pages):
    """Each link that leads nowhere, as text."""
    for name, page in sorted(pages.items()):
        for link in sorted(page.links):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = urllib.parse.unquote(path) or name
            if not os.path.exists(os.path.join(folder, target)):
                yield "%s: there is no %s" % (name, target)
            elif anchor and target in pages and anchor not in pages[target].anchors:
                yield "%s: there is no %s" % (name, link)
    for script, target, anchor in script_links(folder):
        if target not in pages or (anchor and anchor not in pages[target].anchors):
            yield "%s: there is no %s#%s" % (script, target, anchor)


def is_load(event, loader):
    """Whether a page, known by its loader, is loaded with all that it names."""
    parameters = event.get("params", {})
    return parameters.get("name") == "load" and parameters.get("loaderId") == loader


class Browser:
    """Chromium, by the messages of its DevTools protocol over a pipe."""

    def __init__(self, profile):
        there, self.output = os.pipe()
        self.input, here = os.pipe()
        command = ["bash", "-c", 'exec "$@" 3<&%d 4>&%d' % (there, here), "bash", "chromium",
                   *OPTIONS, "--user-data-dir=" + profile]
        self.process = subprocess.Popen(command, pass_fds=(there, here), stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(here)
        self.rest, self.count, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    def receive(self):
        """The next message, which must come within a minute."""
        end = time.monotonic() + 60
        while b"\0" not in self.rest:
            if not select.select([self.input], [], [], max(0, end - time.monotonic()))[0]:
                sys.exit("the browser does not answer")
            part = os.read(self.input, 1 << 16)
            if not part:
                sys.exit("the browser has ended")
            self.rest += part
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    sys.exit("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            self.events.append(answer)

    def open(self, url):
        """Opens a page, and waits until it is loaded."""
        self.events = []
        loader = self.call("Page.navigate", url=url)["loaderId"]
        while not any(is_load(event, loader) for event in self.events):
            self.events.append(self.receive())

    def evaluate(self, code, **where):
        where.update(expression=code, awaitPromise=True, returnByValue=True)
        answer = self.call("Runtime.evaluate", **where)
        if "exceptionDetails" in answer:
            sys.exit(answer["exceptionDetails"]["text"])
        return answer["result"].get("value", "")

    def search(self, words):
        """What the search shows within four seconds after some words are typed."""
        time.sleep(0.5)  # a script moves the field to the side bar
        self.evaluate("document.querySelector('#MSearchField').focus()")
        for letter in words:
            for kind in ("keyDown", "keyUp"):
                self.call("Input.dispatchKeyEvent", type=kind, key=letter, text=letter)
        for _ in range(40):
            time.sleep(0.1)
            tree = self.call("Page.getFrameTree")["frameTree"].get("childFrames", [])
            for frame in (child["frame"] for child in tree if "/search/" in child["frame"]["url"]):
                world = self.call("Page.createIsolatedWorld", frameId=frame["id"])["executionContextId"]
                results = self.evaluate(RESULTS, contextId=world)
                if results:
                    return results
        return ""

    def errors(self):
        """What went wrong on the page: scripts that failed, files that were not found."""
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                yield details.get("exception", {}).get("description") or details["text"]
            if method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                yield "%s %s" % (parameters["entry"]["text"], parameters["entry"].get("url", ""))
            if method == "Runtime.consoleAPICalled" and parameters["type"] == "error":
                yield "console: %s" % parameters["args"]

    def close(self):
        self.process.terminate()
        self.process.wait()


def browser_faults(folder, names):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        address = "file://" + os.path.abspath(folder) + "/"
        for name in names:
            browser.open(address + name)
            faults = [browser.evaluate(FAULTS), *browser.errors()]
            yield from ("%s: %s" % (name, fault) for fault in faults if fault)
        for words in ("carom_world_step", "bodies and"):
            browser.open(address + "index.html")
            if words not in browser.search(words).lower():
                yield "the search does not find " + words
        browser.close()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = sys.argv[1]
    names = sorted(name for name in os.listdir(folder) if name.endswith(".html"))
    pages = {name: Page(read(os.path.join(folder, name))) for name in names}
    faults = 0
    alike = [name for name in names if ALIKE.match(name)]
    opened = sorted({*names} - {*alike} | {*alike[::10]})
    for fault in (*dead_links(folder, pages), *browser_faults(folder, opened)):
        print(fault)
        faults += 1
    links = sum(len(page.links) for page in pages.values())
    print("%d pages, %d links, %d pages opened, %d faults" % (len(pages), links, len(opened), faults))
    sys.exit(faults > 0)


main()
