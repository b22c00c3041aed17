"""`urllib.request.urlopen` over weft_network."""

import email.message
import http.client
import io
import urllib.error
import urllib.request
import urllib.response

import weft_network


class _Handler(urllib.request.BaseHandler):
    handler_order = 0

    def http_open(self, request):
        return _exchange(request)

    https_open = http_open


def _headers(pairs):
    message = http.client.HTTPMessage()
    for name, value in pairs:
        message[name] = value
    return message


def _exchange(request):
    data = request.data
    if data is not None and not isinstance(data, (bytes, bytearray)):
        data = data.read() if hasattr(data, "read") else b"".join(data)
    timeout = getattr(request, "timeout", None)
    timeout = timeout if isinstance(timeout, (int, float)) else None
    sent = {**dict(request.unredirected_hdrs), **dict(request.headers)}
    sent.setdefault("User-agent", "weft")
    if data is not None and "Content-type" not in sent:
        sent["Content-type"] = "application/x-www-form-urlencoded"
    try:
        answer = weft_network.exchange(request.get_method(), request.full_url, sent.items(), data, timeout, 10)
    except weft_network.Failed as error:
        if "timeout" in error.kind:
            raise TimeoutError(str(error)) from None
        raise urllib.error.URLError(str(error)) from None
    except weft_network.Refused as error:
        raise urllib.error.URLError(str(error)) from None
    headers = _headers(answer["headers"])
    response = urllib.response.addinfourl(io.BytesIO(answer["body"]), headers, answer["url"], answer["status"])
    response.msg = response.reason = http.client.responses.get(answer["status"], "")
    response.version = 11
    response.getheader = lambda name, default=None: headers.get(name, default)
    response.getheaders = lambda: list(headers.items())
    return response


class _DataHandler(urllib.request.DataHandler):
    pass


def _opener(*handlers):
    opener = urllib.request.OpenerDirector()
    kept = [_Handler(), _DataHandler(), urllib.request.HTTPDefaultErrorHandler(), urllib.request.HTTPErrorProcessor()]
    for handler in kept + [item() if isinstance(item, type) else item for item in handlers]:
        opener.add_handler(handler)
    opener.addheaders = []
    return opener


def install():
    urllib.request.install_opener(_opener())
    urllib.request.build_opener = _opener
