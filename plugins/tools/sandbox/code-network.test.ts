import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { decodeRequest, encodeRequest, readNetworkRequest } from './network-wire.ts';
import {
  imageTimeout,
  openNetwork,
  prepareImage,
  startPython,
  startSandbox,
  type TestPython,
  type TestSandbox,
} from './testing/start-sandbox.ts';

let server: LocalServer;
let python: TestPython;
let javascript: TestSandbox;

beforeAll(prepareImage, imageTimeout);
beforeAll(async () => {
  server = await startServer(({ method, url, headers, body }, response) => {
    if (url === '/slow') return;
    if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (url === '/moved') response.writeHead(302, { location: '/echo?moved=1' }).end();
    else if (url === '/text')
      response.writeHead(200, { 'content-type': 'text/plain; charset=latin-1' }).end('\xe4', 'latin1');
    else if (url === '/large') response.end('x'.repeat(100_000));
    else if (url === '/fail') response.writeHead(503, { 'x-why': 'because' }).end('no');
    else if (url === '/cookie') response.writeHead(200, { 'set-cookie': 'a=1; Path=/' }).end('{}');
    else {
      const json = JSON.stringify({ method, url, headers, body: body.toString() });
      response.writeHead(200, { 'content-type': 'application/json' }).end(json);
    }
  });
  const network = openNetwork(openEgress(), 50_000);
  python = startPython({}, { network });
  javascript = startSandbox({}, { network });
});
afterAll(() => Promise.all([python.close(), javascript.close(), server[Symbol.asyncDispose]()]));
beforeEach(() => server.seen.splice(0));

async function inPython(body: string): Promise<unknown> {
  const lines = body.split('\n').map((line) => `  ${line}`);
  const code = `import requests, urllib.request, urllib.error, json\ndef main(base):\n${lines.join('\n')}`;
  const result = await python.run(code, { base: server.url });
  if (!result.ok) throw new Error(result.message);
  return JSON.parse(result.output);
}

async function inJavaScript(body: string): Promise<unknown> {
  const result = await javascript.run(`async function main({ base }) { ${body} }`, { base: server.url });
  if (!result.ok) throw new Error(result.message);
  return JSON.parse(result.output);
}

describe('requests in Python', () => {
  it.each(['get', 'post', 'put', 'patch', 'delete', 'options'])('sends %s', async (method) => {
    expect(await inPython(`return requests.${method}(base + "/echo").json()`)).toMatchObject({
      method: method.toUpperCase(),
      url: '/echo',
    });
  });

  it('sends parameters, headers, credentials and cookies', async () => {
    const body = `r = requests.get(base + "/echo?a=1", params={"b": [1, "ü"], "c": None}, headers={"X-A": "1"}, auth=("u", "p"), cookies={"k": "v"})
return {"json": r.json(), "status": r.status_code, "ok": r.ok, "type": r.headers["Content-Type"], "url": r.url == base + "/echo?a=1&b=1&b=%C3%BC"}`;
    expect(await inPython(body)).toMatchObject({
      json: {
        url: '/echo?a=1&b=1&b=%C3%BC',
        headers: { 'x-a': '1', authorization: 'Basic dTpw', cookie: 'k=v', 'user-agent': 'weft' },
      },
      status: 200,
      ok: true,
      type: 'application/json',
      url: true,
    });
  });

  it.each<[string, string, string]>([
    ['json={"a": 1, "ü": 1.0}', 'application/json', '{"a": 1, "\\u00fc": 1.0}'],
    ['data={"a": "1 2", "b": [3, 4]}', 'application/x-www-form-urlencoded', 'a=1+2&b=3&b=4'],
    ['data="ü"', '', 'ü'],
    ['data=b"raw", headers={"content-type": "x/y"}', 'x/y', 'raw'],
    [
      'files={"f": ("n.txt", b"data", "text/plain")}, data={"k": "v"}',
      'multipart/form-data; boundary=',
      'filename="n.txt"',
    ],
  ])('sends a body given as %s', async (given, type, expected) => {
    const seen = (await inPython(`return requests.post(base + "/echo", ${given}).json()`)) as {
      headers: Record<string, string>;
      body: string;
    };
    expect(seen.headers['content-type'] ?? '').toContain(type);
    expect(seen.body).toContain(expected);
  });

  it('reads text by its charset, bytes, lines and errors', async () => {
    const body = `r = requests.get(base + "/text")
f = requests.get(base + "/fail")
try: f.raise_for_status()
except requests.exceptions.HTTPError as e: why = str(e).split(" for ")[0] + str(e.response.status_code)
return {"text": r.text, "bytes": list(r.content), "fail": bool(f), "why": why, "h": f.headers.get("X-WHY")}`;
    expect(await inPython(body)).toEqual({
      text: 'ä',
      bytes: [228],
      fail: false,
      why: '503 Server Error: Service Unavailable503',
      h: 'because',
    });
  });

  it('keeps headers and cookies in a session', async () => {
    const body = `with requests.Session() as s:
  s.headers.update({"X-S": "1"})
  s.get(base + "/cookie")
  return s.get(base + "/echo").json()["headers"]`;
    expect(await inPython(body)).toMatchObject({ 'x-s': '1', cookie: 'a=1' });
  });

  it('follows redirects unless told not to', async () => {
    const body = `a = requests.get(base + "/moved")
b = requests.get(base + "/moved", allow_redirects=False)
return [a.status_code, a.json()["url"], b.status_code, b.headers["location"]]`;
    expect(await inPython(body)).toEqual([200, '/echo?moved=1', 302, '/echo?moved=1']);
  });

  it.each<[string, string, string]>([
    ['requests.get(base + "/slow", timeout=0.2)', 'requests.exceptions.Timeout', 'did not answer in time'],
    ['requests.get(base + "/loop")', 'requests.TooManyRedirects', 'redirects more than'],
    ['requests.get("http://127.0.0.1:1/")', 'requests.exceptions.ConnectionError', 'refuses connections'],
    ['requests.get("ftp://x/")', 'requests.exceptions.InvalidSchema', 'No connection adapters'],
    ['requests.get("example.com")', 'requests.exceptions.MissingSchema', 'No scheme supplied'],
    ['requests.get(base + "/echo", headers={"a": "b\\r\\nc: d"})', 'requests.exceptions.InvalidHeader', 'line break'],
    ['requests.get(base + "/large")', 'requests.exceptions.RequestException', ''],
    ['requests.get(base + "/fail").json()', 'requests.exceptions.JSONDecodeError', 'Expecting value'],
    ['requests.get(base + "/fail").json()', 'ValueError', 'Expecting value'],
    ['urllib.request.urlopen(base + "/fail")', 'urllib.error.HTTPError', '503'],
    ['urllib.request.urlopen("http://127.0.0.1:1/")', 'urllib.error.URLError', 'refuses connections'],
    ['urllib.request.urlopen(base + "/slow", timeout=0.2)', 'TimeoutError', 'did not answer in time'],
  ])('fails as expected: %s', async (call, error, message) => {
    const body = `try: ${call}\nexcept ${error} as e: return {"message": str(e)}`;
    expect(await inPython(body)).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('has urlopen beside it', async () => {
    const body = `request = urllib.request.Request(base + "/echo", data=b"a=1", headers={"X-A": "1"})
with urllib.request.urlopen(request) as r:
  return {"status": r.status, "type": r.getheader("content-type"), "seen": json.loads(r.read())}`;
    expect(await inPython(body)).toMatchObject({
      status: 200,
      type: 'application/json',
      seen: { method: 'POST', body: 'a=1', headers: { 'x-a': '1' } },
    });
  });
});

describe('fetch in JavaScript', () => {
  it('sends and reads like fetch elsewhere', async () => {
    const body = `const r = await fetch(base + '/echo', { method: 'POST', headers: { 'X-A': '1' }, body: JSON.stringify({ a: 'ü' }) });
      return { ok: r.ok, status: r.status, type: r.headers.get('Content-Type'), seen: await r.json(), used: r.bodyUsed }`;
    expect(await inJavaScript(body)).toMatchObject({
      ok: true,
      status: 200,
      type: 'application/json',
      seen: { method: 'POST', headers: { 'x-a': '1', 'content-type': 'text/plain;charset=UTF-8' }, body: '{"a":"ü"}' },
      used: true,
    });
  });

  it('answers several requests at the same time, bytes and failures', async () => {
    const body = `const [a, b] = await Promise.all([fetch(base + '/echo?1'), fetch(base + '/moved')]);
      const bytes = [...new Uint8Array(await (await fetch(base + '/text')).arrayBuffer())];
      const form = await (await fetch(base + '/echo', { method: 'PUT', body: new URLSearchParams({ a: '1 2' }) })).json();
      let failed; try { await fetch('http://127.0.0.1:1/') } catch (error) { failed = error.name + error.message }
      return { a: (await a.json()).url, b: b.redirected, bytes, form: form.body, failed }`;
    expect(await inJavaScript(body)).toEqual({
      a: '/echo?1',
      b: true,
      bytes: [228],
      form: 'a=1+2',
      failed: "TypeErrorfetch failed: 127.0.0.1 can't be reached: it refuses connections.",
    });
  });

  it('stops waiting when its signal says so, and asks nothing when it has said so before', async () => {
    const body = `const controller = new AbortController();
      setTimeout(() => controller.abort(), 20);
      const late = await fetch(base + '/slow', { signal: controller.signal }).catch((error) => error.name);
      const before = await fetch(base + '/echo?never', { signal: AbortSignal.abort('no') }).catch((error) => error);
      const fine = await fetch(base + '/echo', { signal: AbortSignal.timeout(2000) });
      return { late, before, fine: fine.ok }`;
    expect(await inJavaScript(body)).toEqual({ late: 'AbortError', before: 'no', fine: true });
    expect(server.seen.map(({ url }) => url)).toEqual(['/slow', '/echo']);
  });
});

describe('a request under way', () => {
  const inPython = 'import requests\ndef main(base): return {"a": requests.get(base + "/slow").text}';
  const inJavaScript = `async function main({ base }) { await fetch(base + '/slow'); return {} }`;

  it.each(['python3', 'javascript'] as const)('ends with its call in %s', async (language) => {
    const network = openNetwork(openEgress());
    const isPython = language === 'python3';
    const short = isPython ? startPython({ timeMs: 1000 }, { network }) : startSandbox({ timeMs: 1000 }, { network });
    const closed = server.closed();
    try {
      const code = isPython ? inPython : inJavaScript;
      expect(await short.run(code, { base: server.url })).toMatchObject({ ok: false, type: 'Timeout' });
      await expect.poll(() => server.closed()).toBe(closed + 1);
      const next = isPython ? 'def main(): return {}' : 'function main() { return {} }';
      expect(await short.run(next)).toMatchObject({ ok: true });
    } finally {
      await short.close();
    }
  });
});

describe('the network of code', () => {
  const attempts = [
    ['python3', 'import requests\ndef main(base): return {"a": requests.get(base).text}'],
    ['python3', 'import urllib.request\ndef main(base): return {"a": urllib.request.urlopen(base).read().decode()}'],
    ['javascript', 'async function main({ base }) { return { a: await (await fetch(base)).text() } }'],
  ] as const;

  it.each(attempts)('is closed where the workspace has not opened it: %s %j', async (language, code) => {
    const { signal } = new AbortController();
    const pool = language === 'python3' ? python.sandbox : javascript.sandbox;
    const request = { language, code, input: JSON.stringify({ base: server.url }) };
    expect(await pool.run(request, { workspaceId: 'other', signal })).toMatchObject({
      ok: false,
      type: 'CodeError',
      message: expect.stringMatching(/may not use the network.*code_network/),
    });
    expect(server.seen).toEqual([]);
    expect(await pool.run(request, { workspaceId: 'w1', signal })).toMatchObject({ ok: true });
  });

  it('bounds the requests of one call', async () => {
    const body = `n = 0
try:
  while True:
    requests.get(base + "/echo")
    n += 1
except requests.exceptions.ConnectionError as e: return {"n": n, "e": str(e)}`;
    expect(await inPython(body)).toEqual({ n: 100, e: 'code may send 100 requests a call' });
  });

  it('takes nothing from the sandbox that has another shape', () => {
    const good = { method: 'GET', url: 'http://x/', headers: [['a', 'b']], body: null, redirects: 3 };
    expect(readNetworkRequest(good)).toMatchObject({ ...good, connectTimeout: null, readTimeout: null, verify: true });
    const bad = [null, 5, [], { ...good, url: 5 }, { ...good, headers: {} }, { ...good, headers: [['a']] }];
    for (const value of [
      ...bad,
      { ...good, headers: Array(201).fill(['a', 'b']) },
      { ...good, url: 'x'.repeat(1e6) },
    ]) {
      expect(readNetworkRequest(value)).toBeNull();
    }
  });

  it('reads a request as it was sent', () => {
    const request = {
      method: 'POST',
      url: 'http://x/é',
      headers: [['a', 'b'] as const, ['c', ''] as const],
      body: Buffer.from([0, 10, 255]),
      connectTimeout: 5,
      readTimeout: null,
      redirects: 20,
      verify: false,
    };
    expect(decodeRequest(encodeRequest(request))).toEqual(request);
    expect(decodeRequest(encodeRequest({ ...request, headers: [], body: null }))).toMatchObject({ body: null });
  });
});
