"""The network as code nodes see it: each exchange is asked of the server, which checks the address and the setting."""

import base64
import json


class Refused(Exception):
    """The workspace's code may not use the network."""


class Failed(Exception):
    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def _write_all(file, data):
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def exchange(method, url, headers=(), body=None, timeout=None, redirects=0, verify=True):
    """Answers with a dict of status, url, headers (pairs) and body (bytes)."""
    if isinstance(timeout, (tuple, list)):
        connect, read = (tuple(timeout) + (None, None))[:2]
    else:
        connect = read = timeout
    milliseconds = lambda seconds: None if seconds is None else max(1, int(float(seconds) * 1000))
    request = {
        "method": str(method),
        "url": str(url),
        "headers": [[str(name), str(value)] for name, value in headers],
        "body": None if body is None else base64.b64encode(body).decode(),
        "connectTimeout": milliseconds(connect),
        "readTimeout": milliseconds(read),
        "redirects": int(redirects),
        "verify": bool(verify),
    }
    with open("/dev/weft", "r+b", buffering=0) as file:
        _write_all(file, json.dumps(request).encode())
        answer = json.loads(file.readall())
    if not answer["ok"]:
        if answer["kind"] == "off":
            raise Refused(answer["message"])
        raise Failed(answer["kind"], answer["message"])
    answer["body"] = base64.b64decode(answer["body"])
    return answer
