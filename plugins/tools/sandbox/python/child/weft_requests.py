"""The `requests` package as far as code nodes use it, over weft_network."""

import base64
import datetime
import email.message
import http
import http.cookies
import json as _json
import sys
import time
import types
import urllib.parse
import uuid

import weft_network

exceptions = types.ModuleType("requests.exceptions")


class RequestException(IOError):
    def __init__(self, *args, request=None, response=None):
        super().__init__(*args)
        self.request = request
        self.response = response


class HTTPError(RequestException):
    pass


class ConnectionError(RequestException):
    pass


class SSLError(ConnectionError):
    pass


class ProxyError(ConnectionError):
    pass


class Timeout(RequestException):
    pass


class ConnectTimeout(ConnectionError, Timeout):
    pass


class ReadTimeout(Timeout):
    pass


class TooManyRedirects(RequestException):
    pass


class InvalidURL(RequestException, ValueError):
    pass


class MissingSchema(RequestException, ValueError):
    pass


class InvalidSchema(RequestException, ValueError):
    pass


class InvalidHeader(RequestException, ValueError):
    pass


class ContentDecodingError(RequestException):
    pass


class ChunkedEncodingError(RequestException):
    pass


class JSONDecodeError(RequestException, _json.JSONDecodeError):
    def __init__(self, *args):
        _json.JSONDecodeError.__init__(self, *args)
        self.request = self.response = None


for _class in list(globals().values()):
    if isinstance(_class, type) and issubclass(_class, RequestException):
        _class.__module__ = "requests.exceptions"
        setattr(exceptions, _class.__name__, _class)


class CaseInsensitiveDict(dict):
    """Header names in any case; the last spelling is kept."""

    def __init__(self, data=None, **more):
        super().__init__()
        self._names = {}
        self.update(data or {}, **more)

    def __setitem__(self, name, value):
        old = self._names.get(name.lower())
        if old is not None:
            super().__delitem__(old)
        self._names[name.lower()] = name
        super().__setitem__(name, value)

    def __getitem__(self, name):
        return super().__getitem__(self._names[name.lower()])

    def __delitem__(self, name):
        super().__delitem__(self._names.pop(name.lower()))

    def __contains__(self, name):
        return isinstance(name, str) and name.lower() in self._names

    def get(self, name, default=None):
        return self[name] if name in self else default

    def pop(self, name, *default):
        if name not in self and default:
            return default[0]
        value = self[name]
        del self[name]
        return value

    def setdefault(self, name, default=None):
        if name not in self:
            self[name] = default
        return self[name]

    def update(self, data=(), **more):
        for name, value in (data.items() if hasattr(data, "items") else data):
            self[name] = value
        for name, value in more.items():
            self[name] = value

    def copy(self):
        return CaseInsensitiveDict(self)


class _Codes(types.SimpleNamespace):
    def __getitem__(self, name):
        return getattr(self, name)


codes = _Codes(**{name.lower(): status.value for name, status in http.HTTPStatus.__members__.items()})


class Response:
    def __init__(self):
        self.status_code = None
        self.headers = CaseInsensitiveDict()
        self.url = None
        self.reason = None
        self.encoding = None
        self.history = []
        self.cookies = {}
        self.elapsed = datetime.timedelta(0)
        self.request = None
        self._content = b""

    def __repr__(self):
        return f"<Response [{self.status_code}]>"

    def __bool__(self):
        return self.ok

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def __iter__(self):
        return self.iter_content(128)

    @property
    def ok(self):
        return self.status_code < 400

    @property
    def is_redirect(self):
        return "location" in self.headers and self.status_code in (301, 302, 303, 307, 308)

    @property
    def content(self):
        return self._content

    @property
    def apparent_encoding(self):
        return "utf-8"

    @property
    def text(self):
        try:
            return self._content.decode(self.encoding or "utf-8", "replace")
        except LookupError:
            return self._content.decode("utf-8", "replace")

    def json(self, **options):
        text = self._content.decode("utf-8-sig", "replace") if self.encoding in (None, "ISO-8859-1") else self.text
        try:
            return _json.loads(text, **options)
        except _json.JSONDecodeError as error:
            raise JSONDecodeError(error.msg, error.doc, error.pos) from None

    def raise_for_status(self):
        if self.status_code < 400:
            return
        side = "Client" if self.status_code < 500 else "Server"
        message = f"{self.status_code} {side} Error: {self.reason} for url: {self.url}"
        raise HTTPError(message, request=self.request, response=self)

    def iter_content(self, chunk_size=1, decode_unicode=False):
        data = self.text if decode_unicode else self._content
        size = chunk_size or len(data) or 1
        return (data[start : start + size] for start in range(0, len(data), size))

    def iter_lines(self, chunk_size=512, decode_unicode=False, delimiter=None):
        data = self.text if decode_unicode else self._content
        return iter(data.split(delimiter) if delimiter else data.splitlines())

    def close(self):
        pass


class PreparedRequest(types.SimpleNamespace):
    pass


def _pairs(data):
    items = data.items() if hasattr(data, "items") else data
    for name, value in items:
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is not None:
                yield name, item


def _with_params(url, params):
    if not params:
        return url
    if isinstance(params, bytes):
        params = params.decode()
    query = params if isinstance(params, str) else urllib.parse.urlencode(list(_pairs(params)))
    head, mark, fragment = url.partition("#")
    return head + ("&" if "?" in head else "?") + query + mark + fragment


def _file(entry, field):
    if isinstance(entry, (tuple, list)):
        name, data, *rest = entry
        kind = rest[0] if rest else None
    else:
        name, data, kind = getattr(entry, "name", field), entry, None
    data = data.read() if hasattr(data, "read") else data
    return name, data.encode() if isinstance(data, str) else bytes(data), kind


def _multipart(data, files):
    boundary = uuid.uuid4().hex
    body = bytearray()
    quote = lambda text: str(text).replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    for name, value in _pairs(data or {}):
        value = value if isinstance(value, bytes) else str(value).encode()
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{quote(name)}"\r\n\r\n'.encode() + value + b"\r\n"
    for field, entry in files.items() if hasattr(files, "items") else files:
        name, content, kind = _file(entry, field)
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{quote(field)}"; filename="{quote(name)}"\r\n'
        kind = f"Content-Type: {quote(kind)}\r\n" if kind else ""
        body += head.encode() + kind.encode() + b"\r\n" + content + b"\r\n"
    return bytes(body) + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def _body(data, json, files):
    if files:
        return _multipart(data, files)
    if data:
        if isinstance(data, str):
            return data.encode(), None
        if isinstance(data, (bytes, bytearray)):
            return bytes(data), None
        if hasattr(data, "read"):
            content = data.read()
            return content.encode() if isinstance(content, str) else content, None
        return urllib.parse.urlencode(list(_pairs(data))).encode(), "application/x-www-form-urlencoded"
    if json is not None:
        return _json.dumps(json, allow_nan=False).encode(), "application/json"
    return None, None


def _authorize(headers, auth):
    if isinstance(auth, (tuple, list)) and len(auth) == 2:
        token = base64.b64encode(f"{auth[0]}:{auth[1]}".encode()).decode()
        headers["Authorization"] = f"Basic {token}"
    elif callable(auth):
        auth(PreparedRequest(headers=headers))


class HTTPBasicAuth:
    def __init__(self, username, password):
        self.username = username
        self.password = password

    def __call__(self, request):
        _authorize(request.headers, (self.username, self.password))
        return request


def _check(url):
    scheme = urllib.parse.urlsplit(url).scheme.lower()
    if not scheme:
        raise MissingSchema(f"Invalid URL {url!r}: No scheme supplied. Perhaps you meant https://{url}?")
    if scheme not in ("http", "https"):
        raise InvalidSchema(f"No connection adapters were found for {url!r}")


_failures = {
    "timeout": ReadTimeout,
    "connect-timeout": ConnectTimeout,
    "redirects": TooManyRedirects,
    "url": InvalidURL,
    "headers": InvalidHeader,
    "tls": SSLError,
}


def _encoding(headers):
    message = email.message.Message()
    message["content-type"] = headers.get("content-type", "")
    charset = message.get_param("charset")
    if charset:
        return str(charset).strip("'\"")
    kind = message.get_content_type() if "content-type" in headers else ""
    return "utf-8" if kind == "application/json" else "ISO-8859-1" if kind.startswith("text/") and charset is None and "content-type" in headers else None


def _cookies(headers):
    jar = http.cookies.SimpleCookie()
    try:
        jar.load(headers.get("set-cookie", ""))
    except http.cookies.CookieError:
        return {}
    return {name: morsel.value for name, morsel in jar.items()}


class Session:
    def __init__(self):
        self.headers = CaseInsensitiveDict({"User-Agent": "weft", "Accept": "*/*"})
        self.params = {}
        self.auth = None
        self.cookies = {}
        self.verify = True
        self.max_redirects = 20
        self.proxies = {}
        self.hooks = {}
        self.trust_env = False

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        pass

    def mount(self, prefix, adapter):
        pass

    def request(self, method, url, params=None, data=None, headers=None, cookies=None, files=None, auth=None,
                timeout=None, allow_redirects=True, proxies=None, hooks=None, stream=None, verify=None, cert=None,
                json=None):
        url = url.decode() if isinstance(url, bytes) else str(url)
        _check(url)
        if self.params:
            url = _with_params(url, self.params)
        url = _with_params(url, params)
        sent = self.headers.copy()
        body, kind = _body(data, json, files)
        if kind and not (headers and "content-type" in CaseInsensitiveDict(headers)):
            sent["Content-Type"] = kind
        for name, value in (headers or {}).items():
            value = value.decode() if isinstance(value, bytes) else value
            if value is None:
                sent.pop(name, None)
            else:
                sent[name] = value
        jar = {**self.cookies, **(cookies or {})}
        if jar:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in jar.items())
        _authorize(sent, auth or self.auth)
        prepared = PreparedRequest(method=str(method).upper(), url=url, headers=sent, body=body)
        return self._send(prepared, timeout, allow_redirects, self.verify if verify is None else verify)

    def _send(self, prepared, timeout, allow_redirects, verify):
        started = time.monotonic()
        try:
            answer = weft_network.exchange(
                prepared.method, prepared.url, prepared.headers.items(), prepared.body, timeout,
                self.max_redirects if allow_redirects else 0, verify is not False,
            )
        except weft_network.Refused as error:
            raise ConnectionError(str(error), request=prepared) from None
        except weft_network.Failed as error:
            raise _failures.get(error.kind, ConnectionError)(str(error), request=prepared) from None
        response = Response()
        response.status_code = answer["status"]
        response.url = answer["url"]
        response.headers = CaseInsensitiveDict(answer["headers"])
        response.reason = http.client.responses.get(response.status_code, "")
        response.encoding = _encoding(response.headers)
        response.cookies = _cookies(response.headers)
        response.request = prepared
        response.elapsed = datetime.timedelta(seconds=time.monotonic() - started)
        response._content = answer["body"]
        self.cookies.update(response.cookies)
        return response

    def get(self, url, **options):
        return self.request("GET", url, **options)

    def options(self, url, **options):
        return self.request("OPTIONS", url, **options)

    def head(self, url, **options):
        options.setdefault("allow_redirects", False)
        return self.request("HEAD", url, **options)

    def post(self, url, data=None, json=None, **options):
        return self.request("POST", url, data=data, json=json, **options)

    def put(self, url, data=None, **options):
        return self.request("PUT", url, data=data, **options)

    def patch(self, url, data=None, **options):
        return self.request("PATCH", url, data=data, **options)

    def delete(self, url, **options):
        return self.request("DELETE", url, **options)


def request(method, url, **options):
    return Session().request(method, url, **options)


def get(url, params=None, **options):
    return request("GET", url, params=params, **options)


def options(url, **options):
    return request("OPTIONS", url, **options)


def head(url, **options):
    options.setdefault("allow_redirects", False)
    return request("HEAD", url, **options)


def post(url, data=None, json=None, **options):
    return request("POST", url, data=data, json=json, **options)


def put(url, data=None, **options):
    return request("PUT", url, data=data, **options)


def patch(url, data=None, **options):
    return request("PATCH", url, data=data, **options)


def delete(url, **options):
    return request("DELETE", url, **options)


def session():
    return Session()


class HTTPAdapter:
    """Accepted by Session.mount; retries and pools are the server's business."""

    def __init__(self, *args, **options):
        pass


def _module(name, **members):
    module = types.ModuleType(name)
    module.__dict__.update(members)
    return module


def install():
    import http.client

    package = sys.modules["requests"] = sys.modules[__name__]
    package.__name__ = "requests"
    package.__path__ = []
    package.__version__ = "2.32.0"
    parts = {
        "exceptions": exceptions,
        "auth": _module("requests.auth", HTTPBasicAuth=HTTPBasicAuth),
        "adapters": _module("requests.adapters", HTTPAdapter=HTTPAdapter),
        "models": _module("requests.models", Response=Response, PreparedRequest=PreparedRequest),
        "sessions": _module("requests.sessions", Session=Session),
        "structures": _module("requests.structures", CaseInsensitiveDict=CaseInsensitiveDict),
        "status_codes": _module("requests.status_codes", codes=codes),
    }
    for name, part in parts.items():
        sys.modules[f"requests.{name}"] = part
        setattr(package, name, part)
