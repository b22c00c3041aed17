import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageTimeout, prepareImage, startPython } from '#plugins/sandbox/testing/start-sandbox.ts';

const python = startPython();
beforeAll(prepareImage, imageTimeout);
afterAll(() => python.close());

/** The JSON of what a `main` with this body returns, as text: it tells integers from floats. */
async function output(body: string, input: unknown = {}): Promise<string> {
  const parameters = Object.keys(input as object).join(', ');
  const code = `def main(${parameters}):\n${body
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}`;
  const result = await python.run(code, input);
  if (!result.ok) throw new Error(result.message);
  return result.output;
}

const failure = async (code: string, input: unknown = {}) => {
  const result = await python.run(code, input);
  expect(result.ok).toBe(false);
  return result.ok ? '' : result.message;
};

describe('a call in Python', () => {
  it('passes arguments by keyword and answers with JSON and what was printed', async () => {
    const code =
      'import sys\ndef main(name, n):\n  print("hello", name)\n  print("oops", file=sys.stderr)\n  return {"n": n}';
    expect(await python.run(code, { n: 1, name: 'Bo' })).toEqual({
      ok: true,
      output: '{"n": 1}',
      logs: ['hello Bo', 'oops'],
    });
  });

  it.each<[string, string]>([
    ['return {"a": 1, "b": 1.0, "c": 7 / 7, "d": 7 // 7}', '{"a": 1, "b": 1.0, "c": 1.0, "d": 1}'],
    ['return {"a": 1e16, "b": 0.1 + 0.2, "c": -0.0}', '{"a": 1e+16, "b": 0.30000000000000004, "c": -0.0}'],
    ['return {"a": 2 ** 62, "b": True, "c": None}', '{"a": 4611686018427387904, "b": true, "c": null}'],
    ['return {"a": (1, 2), 3: "int key"}', '{"a": [1, 2], "3": "int key"}'],
    ['return {"a": "äöü😀"}', '{"a": "\\u00e4\\u00f6\\u00fc\\ud83d\\ude00"}'],
    [
      'import math\nreturn {"a": math.floor(2.5), "b": round(2.5), "c": round(2.675, 2)}',
      '{"a": 2, "b": 2, "c": 2.67}',
    ],
  ])('of %j answers %s', async (body, expected) => {
    expect(await output(body)).toBe(expected);
  });

  it('finds what the runner of these documents has imported, and names of its own before that', async () => {
    expect(
      await output(
        'print(os.getcwd(), sys.version_info[0], traceback.__name__)\nreturn json.loads(b64decode("eyJhIjogMX0="))',
      ),
    ).toBe('{"a": 1}');
    const own =
      'json = {"own": 1}\ndef b64decode(text): return text\ndef main(): return {**json, "b": b64decode("eA==")}';
    expect(await python.run(own)).toMatchObject({ output: '{"own": 1, "b": "eA=="}' });
    expect(
      await python.run('a = json.dumps([1])\njson.loads = None\ndef main(a2): return {"a": a}', { a2: 1 }),
    ).toMatchObject({
      output: '{"a": "[1]"}',
    });
  });

  it('tells integers from floats in its arguments', async () => {
    const { signal } = new AbortController();
    const code = 'def main(a, b, c): return {"t": [type(x).__name__ for x in (a, b, c)], "c": c}';
    const request = { language: 'python3', code, input: '{"a": 1, "b": 1.0, "c": 12345678901234567890123}' } as const;
    expect(await python.sandbox.run(request, { workspaceId: 'w1', signal })).toMatchObject({
      ok: true,
      output: '{"t": ["int", "float", "int"], "c": 12345678901234567890123}',
    });
  });

  it('keeps text as it is', async () => {
    const text = 'a\u0000b \ud83d\ude00 漢字 \u2028 "quotes" \\ \n';
    expect(JSON.parse(await output('return {"text": text, "n": len(text)}', { text }))).toEqual({
      text,
      n: [...text].length,
    });
  });

  it.each([
    ['text statistics', 'import statistics\nreturn {"a": statistics.mean([1, 2, 4])}', '{"a": 2.3333333333333335}'],
    ['decimals', 'from decimal import Decimal\nreturn {"a": str(Decimal("0.1") + Decimal("0.2"))}', '{"a": "0.3"}'],
    [
      'a database',
      'import sqlite3\nreturn {"a": sqlite3.connect(":memory:").execute("select 6 * 7").fetchone()}',
      '{"a": [42]}',
    ],
    [
      'hashes',
      'import hashlib\nreturn {"a": hashlib.md5(b"x").hexdigest()}',
      '{"a": "9dd4e461268c8034f5c8564e155c67a6"}',
    ],
    [
      'time zones',
      'from zoneinfo import ZoneInfo\nfrom datetime import datetime\nreturn {"a": str(datetime(2026, 7, 1, tzinfo=ZoneInfo("Asia/Shanghai")))}',
      '{"a": "2026-07-01 00:00:00+08:00"}',
    ],
    [
      'csv',
      'import csv, io\nreturn {"a": list(csv.DictReader(io.StringIO("x,y\\n1,2")))}',
      '{"a": [{"x": "1", "y": "2"}]}',
    ],
    [
      'data classes',
      'from dataclasses import dataclass, asdict\n@dataclass\nclass P:\n  x: int = 1\nreturn asdict(P())',
      '{"x": 1}',
    ],
    [
      'xml',
      'import xml.etree.ElementTree as E\nreturn {"a": E.fromstring("<a><b>1</b></a>").find("b").text}',
      '{"a": "1"}',
    ],
    [
      'temporary files',
      'import tempfile, os\nwith tempfile.NamedTemporaryFile("w", delete=False) as f:\n  f.write("x")\nreturn {"a": open(f.name).read()}',
      '{"a": "x"}',
    ],
    [
      'zip archives',
      'import zipfile, io\nb = io.BytesIO()\nz = zipfile.ZipFile(b, "w", zipfile.ZIP_DEFLATED)\nz.writestr("a", "x")\nz.close()\nreturn {"a": zipfile.ZipFile(b).read("a").decode()}',
      '{"a": "x"}',
    ],
    [
      'an event loop of older code',
      'import asyncio\nasync def f(): return 3\nloop = asyncio.get_event_loop()\nreturn {"a": loop.run_until_complete(f()), "b": asyncio.get_event_loop() is loop, "c": asyncio.run(f()), "d": asyncio.get_event_loop().run_until_complete(f())}',
      '{"a": 3, "b": true, "c": 3, "d": 3}',
    ],
    [
      'asyncio',
      'import asyncio\nasync def f(n):\n  await asyncio.sleep(0)\n  return n\nasync def g():\n  return await asyncio.gather(f(1), f(2))\nreturn {"a": asyncio.run(g())}',
      '{"a": [1, 2]}',
    ],
    [
      'pickle of its own classes',
      'import pickle\nclass A: pass\nglobals()["A"] = A\nA.__qualname__ = "A"\nreturn {"a": type(pickle.loads(pickle.dumps(A()))).__name__}',
      '{"a": "A"}',
    ],
    [
      'regular expressions with invalid escapes',
      'import re\nreturn {"a": re.findall("\\d+", "a1b22")}',
      '{"a": ["1", "22"]}',
    ],
  ])('has %s', async (_name, body, expected) => {
    expect(await output(body)).toBe(expected);
  });

  it('may have an async main, a guarded start and helpers', async () => {
    const code = `import json
LIMIT = 2
def helper(x):
    global LIMIT
    LIMIT += 1
    return x * LIMIT
async def main(x):
    return {"a": helper(x), "n": __name__}
if __name__ == "__main__":
    print("started")`;
    expect(await python.run(code, { x: 2 })).toEqual({
      ok: true,
      output: '{"a": 6, "n": "__main__"}',
      logs: ['started'],
    });
  });
});

describe('a failing call in Python', () => {
  it.each<[string, string]>([
    ['def main():\n  return 1 / 0', 'ZeroDivisionError: division by zero (line 2)'],
    ['def main():\n  x = {}\n  return x["a"]', "KeyError: key 'a' is missing (line 3)"],
    ['def main(:', 'SyntaxError: '],
    ['x = 1', 'the code defines no function named main'],
    ['main = 5', "TypeError: 'int' object is not callable"],
    ['def main(x): return {}', "TypeError: main() missing 1 required positional argument: 'x'"],
    ['def main(): return {"a": {1}}', 'TypeError: Object of type set is not JSON serializable'],
    ['def main(): return {"a": float("nan")}', 'ValueError: Out of range float values are not JSON compliant'],
    ['def main(): return {"a": b"x"}', 'TypeError: Object of type bytes is not JSON serializable'],
    ['import sys\ndef main(): sys.exit(3)', 'SystemExit: 3 (line 2)'],
    ['def main(): raise BaseException("all")', 'BaseException: all (line 1)'],
    ['def main(): return main()', 'RecursionError: maximum recursion depth exceeded (line 1)'],
    ['def main():\n  a = []\n  a.append(a)\n  return {"a": a}', 'ValueError: Circular reference detected'],
    ['def main(): return {"a": 10 ** 5000}', 'ValueError: Exceeds the limit (4300 digits)'],
    ['from zoneinfo import ZoneInfo\ndef main(): ZoneInfo("Moon/Base")', 'ZoneInfoNotFoundError'],
  ])('of %j says %s', async (code, expected) => {
    expect(await failure(code)).toContain(expected);
  });

  it('says which packages there are, and how an administrator adds one', async () => {
    for (const name of ['numpy', 'pandas', 'json_repair', 'bs4', 'yaml']) {
      const message = await failure(`import ${name}\ndef main(): return {}`);
      expect(message).toContain(`No module named '${name}'`);
      expect(message).toContain('sandbox.pythonWheels');
    }
    for (const name of ['numpy', 'pandas', 'lxml', 'PIL'])
      expect(await failure(`import ${name}\ndef main(): return {}`)).toContain(`${name} needs native code`);
    expect(await failure('import bs4\ndef main(): return {}')).not.toContain('native');
    expect(await failure('import bs4\ndef main(): return {}')).toContain('Only wheels of pure Python work');
    expect(await failure('import tkinter\ndef main(): return {}')).toContain('needs an operating system');
    expect(
      await output('try:\n  import ujson as json\nexcept ImportError:\n  import json\nreturn {"a": json.dumps(1)}'),
    ).toBe('{"a": "1"}');
  });

  it('keeps what was printed', async () => {
    const result = await python.run('def main():\n  print("before")\n  raise ValueError("x")');
    expect(result).toMatchObject({ ok: false, message: 'ValueError: x (line 3)', logs: ['before'] });
  });
});

describe('keys from passwords', () => {
  const key = (...parameters: string[]) =>
    output(`import hashlib\nreturn hashlib.pbkdf2_hmac(${parameters.join(', ')}).hex()`);

  // What CPython with OpenSSL gives, of which the first two are vectors of RFC 7914 and RFC 6070.
  it.each([
    [
      ['"sha256"', 'b"passwd"', 'b"salt"', '1', '64'],
      '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783',
    ],
    [['"sha1"', 'b"password"', 'b"salt"', '4096'], '4b007901b765489abead49d926f721d065a429c1'],
    [
      ['hash_name="SHA512"', 'password=bytearray(b"x" * 200)', 'salt=memoryview(b"salt")', 'iterations=3', 'dklen=70'],
      '7e06f7557aae6057f38260ec33f67b9675bebccb8b17931386629a07d32149d2378b0cb294a152173818b94281c3db47d169e538b02deb3f2457884f1a3e04d9bb1483b5d4b0',
    ],
  ])('are those of CPython: %j', async (parameters, expected) => {
    expect(JSON.parse(await key(...parameters))).toBe(expected);
  });

  it.each([
    [['"sha256"', '"text"', 'b""', '1'], "TypeError: memoryview: a bytes-like object is required, not 'str'"],
    [['"sha256"', 'b""', 'b""', '0'], 'ValueError: iteration value must be greater than 0.'],
    [['"sha256"', 'b""', 'b""', '1', '0'], 'ValueError: key length must be greater than 0.'],
    [['"sha256"', 'b""', 'b""', '1', '2 ** 40'], 'OverflowError: key length is too great.'],
    [['"nope"', 'b""', 'b""', '1'], 'ValueError: unsupported hash type nope'],
    [['"shake_128"', 'b""', 'b""', '1'], 'ValueError: unsupported hash type shake_128'],
  ])('need what CPython needs: %j', async (parameters, message) => {
    await expect(key(...parameters)).rejects.toThrow(message);
  });

  it('attack T21: end with the time of the node, however many steps are asked for', async () => {
    const code =
      'import hashlib\ndef main(): return hashlib.pbkdf2_hmac("sha256", b"", b"", 2 ** 31 - 1, 2 ** 31 - 1).hex()';
    const hasty = startPython({ timeMs: 1000 });
    const ended = hasty.run(code).finally(() => hasty.close());
    expect(await ended).toMatchObject({ ok: false, message: expect.stringContaining('ran longer than 1 s') });
  });

  it('come from no scrypt, which says what to use instead', async () => {
    const advice = /scrypt needs OpenSSL.* use hashlib.pbkdf2_hmac/;
    expect(await failure('import hashlib\ndef main(): return hashlib.scrypt(b"", salt=b"", n=2, r=1, p=1)')).toMatch(
      advice,
    );
    expect(await failure('from hashlib import scrypt\ndef main(): return {}')).toMatch(advice);
    const asked = 'import hashlib\nreturn {"a": hasattr(hashlib, "scrypt"), "b": hasattr(hashlib, "pbkdf2_hmac")}';
    expect(await output(asked)).toBe('{"a": false, "b": true}');
    expect(await failure('import hashlib\ndef main(): return hashlib.nope')).toContain("has no attribute 'nope'");
  });
});
