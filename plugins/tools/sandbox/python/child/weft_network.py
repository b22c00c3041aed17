"""The network as code nodes see it: each exchange is asked of the server, which checks the address and the setting."""

import json
import struct


class Refused(Exception):
    """The workspace's code may not use the network."""


_most_body = 16 * 1024 * 1024
_most_head = 256 * 1024
_most_url = 100_000
_most_headers = 200


class Failed(Exception):
    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def _write_all(file, data):
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def _check(method, url, pairs, body):
    if "\n" in method or "\n" in url or len(url) > _most_url:
        raise Failed("url", f"an address may have {_most_url} characters, and neither it nor the method a line break")
    if len(pairs) > 2 * _most_headers or any("\n" in text for text in pairs):
        raise Failed("headers", f"a request may have {_most_headers} headers, without line breaks")
    if body is not None and len(body) > _most_body:
        raise Failed("size", "the body of a request may have 16 MB")


def exchange(method, url, headers=(), body=None, timeout=None, redirects=0, verify=True):
    """Answers with a dict of status, url, headers (pairs) and body (bytes)."""
    if isinstance(timeout, (tuple, list)):
        connect, read = (tuple(timeout) + (None, None))[:2]
    else:
        connect = read = timeout
    milliseconds = lambda seconds: None if seconds is None else min(999_999_999, max(1, int(float(seconds) * 1000)))
    lines = [method, url, milliseconds(connect), milliseconds(read), max(0, int(redirects)), int(bool(verify)), int(body is not None)]
    pairs = [str(text) for pair in headers for text in pair]
    _check(str(method), str(url), pairs, body)
    head = "\n".join([*("" if line is None else str(line) for line in lines), *pairs]).encode("utf-8", "replace")
    if len(head) > _most_head:
        raise Failed("headers", "the address and the headers of a request may hold 256 KB together")
    with open("/dev/weft", "r+b", buffering=0) as file:
        _write_all(file, struct.pack("<I", len(head)) + head)
        if body:
            _write_all(file, body)
        received = file.readall()
    (length,) = struct.unpack_from("<I", received)
    answer = json.loads(received[4 : 4 + length])
    if not answer["ok"]:
        if answer["kind"] == "off":
            raise Refused(answer["message"])
        raise Failed(answer["kind"], answer["message"])
    answer["body"] = received[4 + length :]
    return answer
