import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxResult } from '#plugins/sandbox/contract.ts';
import { imageTimeout, prepareImage, startPython, type TestPython } from '#plugins/sandbox/testing/start-sandbox.ts';

/**
 * What builders' code may try in Python. Every attempt is followed by an ordinary call of the same workspace, which
 * must work and must find nothing of what went before.
 */
let python: TestPython;
beforeAll(prepareImage, imageTimeout);
beforeAll(() => {
  python = startPython({ timeMs: 1000, memoryMb: 64 }, { processes: 2 });
});
afterAll(() => python.close());

const healthy = `import json, sys, builtins, os
def main(n):
    clean = [type(json.dumps).__name__, len(os.listdir("/tmp")), hasattr(builtins, "left"), hasattr(sys, "left")]
    return {"sum": sum([n, 2]), "j": json.dumps([n]), "clean": clean}`;

async function expectHealthy(): Promise<void> {
  let result = await python.run(healthy, { n: 1 });
  // The short limit of these tests counts time on the wall, which a busy machine may use for something else.
  for (let tries = 0; tries < 3 && !result.ok && result.type === 'Timeout'; tries++) {
    result = await python.run(healthy, { n: 1 });
  }
  expect(result).toEqual({
    ok: true,
    output: '{"sum": 3, "j": "[1]", "clean": ["function", 0, false, false]}',
    logs: [],
  });
}

/** A `main` with this body. */
const main = (body: string) =>
  `def main():\n${body
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}`;

/** What a JavaScript object gives to who can walk from it to a function that makes functions. */
const proxies = 'import gc, _pyodide_core\nproxies = [o for o in gc.get_objects() if type(o).__name__ == "JsProxy"]';

describe('looking for the host', () => {
  it.each<[string, string]>([
    ['the js module', 'import js\nreturn {"y": str(js.process)}'],
    ['js through importlib', 'import importlib\nreturn {"y": str(importlib.import_module("js").globalThis)}'],
    ['pyodide_js', 'import pyodide_js\nreturn {"y": str(pyodide_js.FS)}'],
    ['run_js', 'from pyodide.code import run_js\nreturn {"y": str(run_js("process.pid"))}'],
    ['run_js of the core', 'import _pyodide_core\nreturn {"y": str(_pyodide_core.run_js("process.pid"))}'],
    [
      'the constructor chain of a converted list',
      'from pyodide.ffi import to_js\nreturn {"y": str(to_js([1]).constructor.constructor("return process")())}',
    ],
    [
      'the constructor chain through the core',
      'import _pyodide_core as c\nreturn {"y": str(c.to_js([1]).constructor.constructor("return process")().pid)}',
    ],
    [
      'import() through a converted function',
      'import _pyodide_core as c\nreturn {"y": str(c.to_js([1]).constructor.constructor("return import(\'fs\')")())}',
    ],
    [
      'eval through a prototype',
      'import _pyodide_core as c\nf = c.to_js([1]).map\nreturn {"y": str(f.constructor("return eval")()("process"))}',
    ],
    [
      'a JavaScript object found by the collector',
      `${proxies}\nreturn {"y": str([p.constructor.constructor("return process")() for p in proxies][0])}`,
    ],
    [
      'a subclass walk',
      'f = [c for c in object.__subclasses__() if c.__name__ == "JsProxy"][0]\nreturn {"y": str(f())}',
    ],
    [
      'the file system of the host, mounted',
      'import pyodide_js\npyodide_js.mountNodeFS("/h", "/etc")\nreturn {"y": open("/h/passwd").read()}',
    ],
    ['os.system', 'import os\nr = os.system("id > /tmp/id")\nreturn {"y": open("/tmp/id").read()}'],
    ['os.popen', 'import os\nreturn {"y": os.popen("id").read()}'],
    ['subprocess', 'import subprocess\nreturn {"y": subprocess.check_output(["id"]).decode()}'],
    ['os.fork', 'import os\nreturn {"y": os.fork() if True else 0, "z": open("/etc/passwd").read()}'],
    ['os.execv', 'import os\nos.execv("/bin/sh", ["sh"])\nreturn {"y": "ran"}'],
    ['os.posix_spawn', 'import os\nreturn {"y": os.posix_spawn("/bin/id", ["id"], {})}'],
    ['multiprocessing', 'import multiprocessing\nmultiprocessing.Process(target=print).start()\nreturn {"y": 1}'],
    ['threads', 'import threading\nthreading.Thread(target=print).start()\nreturn {"y": 1}'],
    [
      'ctypes and the script runner',
      'import ctypes\nctypes.CDLL(None).emscripten_run_script(b"process.exit(7)")\nreturn {"y": open("/etc/passwd").read()}',
    ],
    ['ctypes and system()', 'import ctypes\nctypes.CDLL(None).system(b"id")\nreturn {"y": open("/etc/passwd").read()}'],
    ['ctypes and a wild pointer', 'import ctypes\nreturn {"y": ctypes.string_at(2**31, 10**9)}'],
    ['ctypes and writes everywhere', 'import ctypes\nctypes.memset(1024, 255, 20_000_000)\nreturn {"y": 1}'],
    [
      'a shared library from the host',
      'import ctypes\nreturn {"y": str(ctypes.CDLL("/lib/x86_64-linux-gnu/libc.so.6"))}',
    ],
    ['/etc/passwd', 'return {"y": open("/etc/passwd").read()}'],
    ['the process file system', 'return {"y": open("/proc/self/environ").read()}'],
    ['the command line', 'return {"y": open("/proc/self/cmdline").read()}'],
    ['a path upwards', 'return {"y": open("../../../../../../etc/passwd").read()}'],
    ['a socket', 'import socket\ns = socket.create_connection(("127.0.0.1", 5432), 1)\nreturn {"y": str(s)}'],
    [
      'a raw connection',
      'import socket\ns = socket.socket()\ns.connect(("127.0.0.1", 80))\ns.send(b"GET / HTTP/1.0\\r\\n\\r\\n")\nreturn {"y": s.recv(9)}',
    ],
    [
      'an HTTP client',
      'import http.client\nc = http.client.HTTPConnection("127.0.0.1")\nc.request("GET", "/")\nreturn {"y": c.getresponse().status}',
    ],
    ['name look-up', 'import socket\nreturn {"y": socket.socket().connect((socket.gethostbyname("localhost"), 22))}'],
    ['asyncio connections', 'import asyncio\nreturn {"y": str(asyncio.run(asyncio.open_connection("127.0.0.1", 80)))}'],
    ['requests', 'import requests\nreturn {"y": requests.get("http://127.0.0.1/").text}'],
    ['urlopen', 'import urllib.request\nreturn {"y": urllib.request.urlopen("http://127.0.0.1/").read().decode()}'],
    [
      'urlopen of a file',
      'import urllib.request\nreturn {"y": urllib.request.urlopen("file:///etc/passwd").read().decode()}',
    ],
    ['frames above', 'import sys\nf = sys._getframe()\nwhile f.f_back: f = f.f_back\nreturn {"y": f.f_globals["js"]}'],
    [
      'frames of a traceback',
      'try: 1 / 0\nexcept Exception as e: return {"y": e.__traceback__.tb_frame.f_back.f_back.f_globals["pyodide_js"]}',
    ],
    [
      'a reducer in a pickle',
      'import pickle, os\nclass A:\n  def __reduce__(self): return (os.system, ("id > /tmp/o",))\npickle.loads(pickle.dumps(A()))\nreturn {"y": open("/tmp/o").read()}',
    ],
    ['eval of a call chain', 'return {"y": eval("__import__(\'os\').popen(\'id\').read()")}'],
    [
      'code objects',
      'import types\nf = types.FunctionType(compile("import js\\nx = js.process", "a", "exec"), {})\nreturn {"y": f() or 1 / 0}',
    ],
  ])('through %s gets nowhere', async (_name, body) => {
    const result = await python.run(main(body));
    expect(result).toMatchObject({ ok: false });
    expect(JSON.stringify(result)).not.toMatch(/root:|uid=/);
    await expectHealthy();
  });

  it('finds an environment and files of its own only', async () => {
    const code = main(
      'import os, sys\nreturn {"env": sorted(os.environ), "values": [*os.environ.values(), *sys.argv, *sys.orig_argv], "root": sorted(os.listdir("/")), "uid": os.getuid()}',
    );
    const result = await python.run(code);
    expect(result).toMatchObject({ ok: true });
    if (!result.ok) return;
    const found = JSON.parse(result.output) as { env: string[]; values: string[]; root: string[] };
    expect(found.root).toEqual(['dev', 'home', 'lib', 'proc', 'tmp']);
    expect(
      found.env.filter((name) => !/^(HOME|LANG|LD_LIBRARY_PATH|PATH|PWD|USER|LOGNAME|_|PYTHON[A-Z]*)$/.test(name)),
    ).toEqual([]);
    expect(found.values.filter((value) => value.includes('plugins') || value.includes('node'))).toEqual([]);
  });
});

describe('leaving something for the next call', () => {
  it.each<[string, string]>([
    ['a builtin', 'import builtins\nbuiltins.left = 1\nbuiltins.sum = lambda *a: 99\nbuiltins.print = None'],
    [
      'a module',
      'import json, sys\njson.dumps = lambda *a, **b: "poison"\njson.encoder.JSONEncoder.encode = None\nsys.left = 1',
    ],
    ['sys.modules', 'import sys\nfor name in list(sys.modules): sys.modules[name] = None'],
    ['the import system', 'import sys\nsys.meta_path.clear()\nsys.path.clear()\nsys.path_hooks.clear()'],
    ['a type', 'import ctypes, gc\ngc.get_referents(str.__dict__)[0]["upper"] = lambda s: "poison"'],
    [
      'the entry itself',
      'import sys\nw = sys.modules["weft_call"]\nw.call = w._run = w._dumps = lambda *a: "poison"\nw._describe = None',
    ],
    ['a tracer', 'import sys\nsys.settrace(lambda *a: 1 / 0)\nsys.setprofile(lambda *a: None)'],
    ['an exit handler', 'import atexit\natexit.register(lambda: open("/tmp/left", "w").write("x"))'],
    [
      'a signal handler',
      'import signal\nsignal.signal(signal.SIGTERM, lambda *a: None)\nsignal.raise_signal(signal.SIGINT)',
    ],
    ['the collector', 'import gc\ngc.disable()\ngc.callbacks.append(lambda *a: 1 / 0)\ngc.set_threshold(1)'],
    ['the recursion limit', 'import sys\nsys.setrecursionlimit(50)'],
    [
      'the output',
      'import sys, os\nsys.stdout.close()\nos.close(1)\nos.dup2(os.open("/tmp/out", os.O_CREAT | os.O_RDWR), 1)',
    ],
    [
      'files',
      'import os\nos.makedirs("/tmp/a/b")\nopen("/tmp/a/b/c", "w").write("x")\nopen("/new", "w")\nos.chdir("/tmp/a")\nos.chmod("/tmp/a", 0)',
    ],
    [
      'the standard library on disk',
      'import os\nos.chmod("/lib/python314.zip", 0o777)\nopen("/lib/python314.zip", "r+b").write(b"poison")',
    ],
    ['a missing standard library', 'import os\nos.remove("/lib/python314.zip")'],
    ['a replaced folder', 'import os\nos.rename("/tmp", "/gone")\nos.symlink("/proc", "/tmp")'],
    ['a truncated device', 'import os\nos.remove("/dev/weft")\nos.mkfifo("/dev/weft")'],
    ['an event loop', 'import asyncio\nasyncio.new_event_loop().call_soon(print)\nasyncio.run = None'],
    ['the clock', 'import time, datetime\ntime.time = lambda: 0\ntime.sleep = None'],
    [
      'JavaScript prototypes',
      'import _pyodide_core as c\na = c.to_js([1])\na.constructor.prototype.map = None\na.constructor.prototype.push = None',
    ],
    [
      'JavaScript callbacks',
      'import _pyodide_core as c\np = c.create_proxy(lambda *a: open("/tmp/left", "w"))\nc.to_js([1]).constructor.fromAsync(c.to_js([1]), p)',
    ],
    [
      'a memory map',
      'import mmap\nf = open("/lib/python314.zip", "r+b")\nm = mmap.mmap(f.fileno(), 100)\nm[:3] = b"bad"\nm.flush()',
    ],
  ])('such as %s fails', async (_name, body) => {
    await python.run(main(`${body}\nreturn {}`));
    await expectHealthy();
    await expectHealthy();
  });

  it('gives every call randomness of its own', async () => {
    const code = 'import random, uuid\ndef main(): return {"a": random.random(), "b": str(uuid.uuid4())}';
    const outputs = [await python.run(code), await python.run(code)].map((result) => result.ok && result.output);
    expect(new Set(outputs).size).toBe(2);
  });

  it('to another workspace finds a process of its own', async () => {
    const { signal } = new AbortController();
    const run = (code: string, workspaceId: string): Promise<SandboxResult> =>
      python.sandbox.run({ language: 'python3', code, input: '{}' }, { workspaceId, signal });
    const left = main('import _pyodide_core as c\nc.to_js([1]).constructor.prototype.secret = "of w2"\nreturn {}');
    const look = main('import _pyodide_core as c\nreturn {"y": str(getattr(c.to_js([1]), "secret", None))}');
    await run(left, 'w2');
    for (const id of ['w3', 'w1', 'w4'])
      expect(await run(look, id)).not.toMatchObject({ output: expect.stringContaining('of w2') });
    await expectHealthy();
  });
});

describe('using up time', () => {
  it.each<[string, string]>([
    ['a loop', main('while True: pass')],
    ['a loop at the top', 'while True: pass'],
    ['a loop that catches everything', main('while True:\n  try:\n    while True: pass\n  except BaseException: pass')],
    ['a sleep', main('import time\ntime.sleep(60)')],
    ['a regular expression', main('import re\nreturn {"a": str(re.match(r"(a+)+$", "a" * 60 + "b"))}')],
    ['a giant power', main('return {"a": (3 ** (10 ** 8)) % 7}')],
    ['a generator', main('def g():\n  while True: yield 1\nreturn {"a": sum(g())}')],
    ['an await that never ends', 'import asyncio\nasync def main():\n  await asyncio.sleep(3600)'],
    ['printing', main('while True: print("x" * 1000)')],
    ['reading the device of random numbers', main('f = open("/dev/urandom", "rb")\nwhile True: f.read(1_000_000)')],
    ['a finalizer', main('class A:\n  def __del__(self):\n    while True: pass\nA()\nreturn {}')],
    [
      'a result that never ends',
      main('class D(dict):\n  def items(self):\n    while True: yield ("a", 1)\nreturn D(a=1)'),
    ],
    ['an error that never ends', main('class E(Exception):\n  def __str__(self):\n    while True: pass\nraise E()')],
  ])('with %s is stopped', async (_name, code) => {
    const result = await python.run(code);
    expect(result).toMatchObject({ ok: false, type: expect.stringMatching(/^(Timeout|OutOfMemory)$/) });
    await expectHealthy();
  });
});

describe('using up memory', () => {
  it.each<[string, string]>([
    ['one text', 'return {"a": len("x" * 10 ** 9)}'],
    ['a growing list', 'a = []\nwhile True: a.append("x" * 10 ** 6 + str(len(a)))'],
    [
      'caught failures',
      'a = []\nwhile True:\n  try: a.append(bytearray(10 ** 7))\n  except MemoryError: raise ValueError("full")',
    ],
    ['bytes', 'return {"a": len(bytes(2 ** 31 - 1))}'],
    ['a big shift', 'return {"a": (1 << (1 << 33)).bit_length()}'],
    ['zip bombs', 'import zlib\nreturn {"a": len(zlib.decompress(zlib.compress(b"0" * 10 ** 7) * 1) * 100)}'],
    ['files', 'for i in range(10 ** 6): open(f"/tmp/{i}", "wb").write(b"x" * 10 ** 6)'],
    ['one file', 'f = open("/tmp/a", "wb")\nf.truncate(10 ** 9)\nf.seek(2 * 10 ** 9)\nf.write(b"x")'],
    ['many files', 'for i in range(10 ** 7): open(f"/tmp/{i}", "w")'],
    ['JavaScript buffers', 'import _pyodide_core as c\nk = []\nwhile True: k.append(c.to_js(b"x" * 10 ** 6))'],
    [
      'WebAssembly from code',
      'import _pyodide_core as c\nu = c.to_js(b"x").constructor\nk = []\nwhile True:\n  b = u.new(10 ** 8)\n  b.fill(1)\n  k.append(b)',
    ],
    ['nested text formats', 'return {"a": len(format(1, "0" + str(10 ** 9) + "d"))}'],
  ])('with %s is stopped', async (_name, body) => {
    expect(await python.run(main(body))).toMatchObject({ ok: false });
    await expectHealthy();
  });

  it.each<[string, string]>([
    ['recursion', 'def f(n): return f(n + 1)\nf(0)'],
    ['recursion without a limit', 'import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(n): return f(n + 1)\nf(0)'],
    ['a deep list', 'a = []\nfor i in range(10 ** 5): a = [a]\nreturn {"a": a}'],
    ['the text of a deep list', 'a = []\nfor i in range(10 ** 6): a = [a]\nreturn {"a": repr(a)}'],
    ['deep JSON', 'import json\nreturn {"a": json.loads("[" * 10 ** 6)}'],
    ['a deep expression', 'return {"a": eval("(" * 10 ** 5 + ")" * 10 ** 5)}'],
    ['a deep pattern', 'import re\nreturn {"a": str(re.compile("(" * 10 ** 5 + ")" * 10 ** 5))}'],
    ['comparison', 'a = []; b = []\nfor i in range(10 ** 5): a = [a]; b = [b]\nreturn {"a": a == b}'],
  ])('of the stack by %s is stopped', async (_name, body) => {
    expect(await python.run(main(body))).toMatchObject({ ok: false });
    await expectHealthy();
  });
});

describe('ending or deceiving the process', () => {
  it.each<[string, string]>([
    ['os._exit', 'import os\nos._exit(0)'],
    ['os.abort', 'import os\nos.abort()'],
    ['os.kill', 'import os\nos.kill(os.getpid(), 9)\nos.kill(1, 9)\nos.kill(-1, 9)\nraise ValueError("alive")'],
    ['a fault', 'import faulthandler\nfaulthandler._sigsegv()'],
    ['a null pointer', 'import ctypes\nctypes.string_at(0)\nctypes.cast(1, ctypes.py_object).value.x'],
    [
      'a broken code object',
      'f = lambda: 0\nf.__code__ = f.__code__.replace(co_code=b"\\xff\\xff" * 50)\nf()\nraise ValueError("alive")',
    ],
    ['sys.exit', 'import sys\nsys.exit(0)'],
    ['KeyboardInterrupt', 'raise KeyboardInterrupt'],
    ['GeneratorExit', 'raise GeneratorExit'],
    ['an error whose text fails', 'class E(Exception):\n  def __str__(self): raise E()\nraise E()'],
    ['an error with a giant text', 'raise ValueError("x" * 10 ** 7)'],
    [
      'a metaclass error',
      'class M(type):\n  def __getattribute__(c, n): raise SystemExit\nclass E(Exception, metaclass=M): pass\nraise E()',
    ],
  ])('with %s fails the call alone', async (_name, body) => {
    const result = await python.run(main(body));
    expect(result).toMatchObject({ ok: false });
    expect(JSON.stringify(result).length).toBeLessThan(6000);
    await expectHealthy();
  });

  it('with a result that looks like an answer is a result', async () => {
    const forged = '{"ok": true, "logs": []}\\n{"forged": 1}';
    expect(await python.run(main(`return {"a": '${forged}'}`))).toMatchObject({ ok: true, logs: [] });
    expect(await python.run(main(`print('${forged}')\nreturn {"a": 1}`))).toMatchObject({ output: '{"a": 1}' });
    await expectHealthy();
  });

  it('with output without end is cut off', async () => {
    const small = startPython({ outputChars: 1000, logChars: 5000, timeMs: 5000 });
    try {
      expect(await small.run(main('return {"a": "x" * 2000}'))).toMatchObject({ ok: false, type: 'OutputTooLarge' });
      expect(await small.run(main('return {"a": "x" * 900}'))).toMatchObject({ ok: true });
      const flood = await small.run(main('for i in range(10 ** 5): print(i, "y" * 100)\nreturn {}'));
      expect(flood).toMatchObject({ ok: true, output: '{}' });
      expect(flood.logs.join('').length).toBeLessThan(5100);
      expect(flood.logs.at(-1)).toBe('[more output was dropped]');
      expect((await small.run(main('for i in range(10 ** 5): print()\nreturn {}'))).logs.length).toBeLessThan(1100);
    } finally {
      await small.close();
    }
  });
});
