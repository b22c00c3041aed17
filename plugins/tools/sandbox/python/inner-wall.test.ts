import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageTimeout, prepareImage, startPython, type TestPython } from '#plugins/sandbox/testing/start-sandbox.ts';
import { unconfined } from '#plugins/sandbox/testing/unconfined.ts';

/**
 * The wall inside the process holds alone: here nothing of the system confines the child but Node's own permission model.
 * Each attempt gives back what it got; getting anything is the failure.
 */
let python: TestPython;
beforeAll(prepareImage, imageTimeout);
beforeAll(() => {
  python = startPython({ timeMs: 20_000, memoryMb: 64 }, { processes: 2, confinement: unconfined() });
});
afterAll(() => python.close());

/** What attempts start from: functions and types of the bridge that are still somewhere in memory. */
const finds = `import _imp, gc, importlib, importlib.machinery, os, socket, sys, types
def function(name):
    for it in gc.get_objects():
        if isinstance(it, types.BuiltinFunctionType) and it.__module__ == "_pyodide_core" and it.__name__ == name: return it
    raise LookupError(name)
def kinds(of=object, seen=None):
    seen = {} if seen is None else seen
    for it in type.__subclasses__(of):
        if it not in seen: seen[it] = it.__name__; kinds(it, seen)
    return seen
def kind(name):
    return next(it for it, own in kinds().items() if own == name)
def built_in(name):
    module = _imp.create_builtin(importlib.machinery.ModuleSpec(name, importlib.machinery.BuiltinImporter))
    if module is None: raise ImportError(name)
    _imp.exec_builtin(module)
    return module
def host(it):
    got = [str(getattr(it, name)) for name in ("process", "globalThis", "constructor", "Function", "require") if hasattr(it, name)]
    if not got: raise LookupError("nothing of JavaScript")
    return got
`;

const indent = (body: string, by: string) =>
  body
    .split('\n')
    .map((line) => by + line)
    .join('\n');

describe('attack T04: no module leads out', () => {
  const names = [
    ...['ctypes', '_ctypes', '_ctypes_test', 'ctypes.util', '_pyodide_core', '_pyodide', '_pyodide._base', 'pyodide'],
    ...['pyodide.code', 'pyodide.ffi', 'pyodide.http', 'pyodide.webloop', 'pyodide_js', 'pyodide_js._module', 'js'],
    ...['js.process', 'micropip', '_testcapi', '_testinternalcapi', '_testlimitedcapi', '_testbuffer', '_xxtestfuzz'],
    ...['_remote_debugging', '_testclinic'],
  ];
  const ways: Record<string, string> = {
    import: 'exec("import " + name)',
    'the import function': '__import__(name)',
    'the import system': 'importlib.import_module(name)',
    'the finder of built-in modules': 'importlib.machinery.BuiltinImporter.load_module(name)',
    'the table of built-in modules': 'built_in(name)',
    'the archive of the standard library':
      'assert "." not in name; import zipimport; zipimport.zipimporter("/lib/python314.zip").load_module(name)',
    'an archive read again':
      'assert "." not in name; import zipimport; z = zipimport.zipimporter("/lib/python314.zip"); z.invalidate_caches(); z.load_module(name)',
    'the archive as such':
      'import zipfile; z = zipfile.ZipFile("/lib/python314.zip"); z.read(name.replace(".", "/") + "/__init__.py")',
    'the finder of JavaScript': 'assert kind("JsFinder")().find_spec(name, None) is not None',
    'the modules that are there': 'sys.modules[name]',
    'a run as a program': 'import runpy; runpy.run_module(name)',
  };

  it.each(Object.entries(ways))('by %s', async (_way, body) => {
    const code = `${finds}
def main(names):
    got = []
    for name in names:
        try:
${indent(body, '            ')}
            got.append(name)
        except Exception: pass
    return {"got": got}`;
    expect(await python.run(code, { names })).toMatchObject({ ok: true, output: '{"got": []}' });
  });

  it('nor do the finder of JavaScript and its proxies, of which none is left', async () => {
    const code = `${finds}
def main():
    finders = [it for it in gc.get_objects() if type(it).__name__ == "JsFinder"]
    held = [str(getattr(it, "__dict__", {})) for it in finders]
    proxies = [it for it in gc.get_objects() if any(base.__name__ == "JsProxy" for base in type(it).__mro__)]
    deep = [type(it).__name__ for finder in finders for it in gc.get_referents(finder) if "Proxy" in type(it).__name__]
    return {"held": [it for it in held if it != "{}"], "proxies": [type(it).__name__ for it in proxies], "deep": deep}`;
    expect(await python.run(code)).toMatchObject({ output: '{"held": [], "proxies": [], "deep": []}' });
  });

  it('and no text of them is left', async () => {
    const code = `import zipfile
def main():
    archive = zipfile.ZipFile("/lib/python314.zip")
    data = open("/lib/python314.zip", "rb").read()
    left = [it for it in archive.namelist() if "pyodide" in it or "ctypes/" in it]
    return {"left": left, "many": len(archive.namelist()) > 500, "works": b"json/decoder.py" in data}`;
    expect(await python.run(code)).toMatchObject({ output: '{"left": [], "many": true, "works": true}' });
  });
});

describe('attack T04: what is left of the bridge ends the process before it gives anything', () => {
  it.each<[string, string]>([
    ['a list that is converted', 'return host(function("to_js")([1]))'],
    ['bytes that are converted', 'return host(function("to_js")(b"a"))'],
    [
      'a converter',
      'return host(function("to_js")([1], dict_converter=lambda it: it, default_converter=lambda *a: a))',
    ],
    ['a proxy', 'return host(function("create_proxy")(lambda *a: a))'],
    ['a promise', 'return host(function("create_promise_converter")(print))'],
    ['raw calls', 'return host(function("raw_call")(0, 1, 2))'],
    ['the core, made again', 'return host(built_in("_pyodide_core").to_js([1]))'],
    ['an error of JavaScript', 'return host(kind("JsException")("Error", "m").js_error)'],
    ['the fatal error', 'return function("trigger_fatal_error")()'],
    ['a converter of its own', 'return host(kind("Py2JsConverter")())'],
    [
      'a library that is loaded',
      `open("/tmp/a.so", "wb").write(b"\\0asm\\1\\0\\0\\0")\nreturn host(_imp.create_dynamic(importlib.machinery.ModuleSpec("a", importlib.machinery.ExtensionFileLoader("a", "/tmp/a.so"), origin="/tmp/a.so")))`,
    ],
    ['waiting for a promise', 'return host(function("run_sync")(None))'],
    ['an object made of its type', 'return host(kind("JsProxy")())'],
    ['an object made of nothing', 'return host(object.__new__(kind("JsProxy")))'],
    ['a method of another type', 'return host(kind("JsProxy").__getattribute__(1, "constructor"))'],
    [
      'a descriptor of its type',
      'return [host(it.__get__(1)) for it in vars(kind("JsArray")).values() if hasattr(it, "__get__")]',
    ],
    ['the missing value', 'return host(kind("JsNull").__new__(kind("JsNull")).constructor)'],
    ['a promise of Python', 'import asyncio; return host(kind("PyodideFuture")().syncify())'],
    ['a loader', 'return host(kind("JsLoader")([1]).create_module(importlib.machinery.ModuleSpec("js", None)))'],
  ])('%s', async (_name, body) => {
    const result = await python.run(`${finds}\ndef main():\n${indent(body, '    ')}`);
    expect(result).toMatchObject({ ok: false, type: 'CodeError' });
    expect(JSON.stringify(result)).not.toMatch(/object Object|object process|native code/);
  });

  it('and says so', async () => {
    const result = await python.run(
      `${finds}\ndef main():\n    open("/tmp/a.so", "wb").write(b"\\0asm\\1\\0\\0\\0")\n    return host(_imp.create_dynamic(importlib.machinery.ModuleSpec("a", importlib.machinery.ExtensionFileLoader("a", "/tmp/a.so"), origin="/tmp/a.so")))`,
    );
    expect(result).toMatchObject({ message: 'the code reached for what lies outside Python and was ended' });
  });
});

describe('attack T04: no call of the system leads out', () => {
  /** Each line raises an error, or gives what is in the second column. */
  const attempts: readonly (readonly [string, string | null])[] = [
    ['socket.socket()', null],
    ['socket.socket(socket.AF_INET6)', null],
    ['socket.socket(socket.AF_UNIX).connect("/var/run/postgresql/.s.PGSQL.5432")', null],
    ['socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect("/tmp/.s.PGSQL.5432")', null],
    ['socket.socket(socket.AF_UNIX).connect("\\0abstract")', null],
    ['socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 53))', null],
    ['socket.socket(socket.AF_INET, socket.SOCK_RAW)', null],
    ['socket.socket(16, 3, 0)', null],
    ['socket.socketpair()', null],
    ['socket.create_server(("127.0.0.1", 0))', null],
    ['socket.create_connection(("127.0.0.1", 5432), 1)', null],
    ['socket.socket(fileno=3)', null],
    ['socket.fromfd(3, socket.AF_UNIX, socket.SOCK_STREAM)', null],
    ['socket.getaddrinfo("localhost", 80)', null],
    ['socket.gethostbyname("localhost")', null],
    ['socket.gethostbyaddr("127.0.0.1")', null],
    ['socket.getnameinfo(("127.0.0.1", 80), 0)', null],
    ['socket.getprotobyname("tcp")', null],
    ['socket.getservbyname("http")', null],
    ['__import__("http.client").client.HTTPConnection("127.0.0.1", 9229).request("GET", "/json")', null],
    ['os.read(3, 100)', null],
    ['os.write(3, b"\\1\\0\\0\\0\\3x")', null],
    ['os.write(4, b"x")', null],
    ['os.dup2(1, 3) and os.write(3, b"\\1\\0\\0\\0\\3x") and open("/dev/fd/3").read()', null],
    ['open("/proc/self/fd/3", "wb").write(b"x")', null],
    ['open("/proc/self/mem", "rb").read(1)', null],
    ['open("/proc/self/environ").read()', null],
    ['open("/proc/1/cmdline").read()', null],
    ['open("/etc/passwd").read()', null],
    ['open("/etc/hostname").read()', null],
    ['os.listdir("/etc")', null],
    ['os.listdir("/proc/self/fd/..") and os.listdir("/proc/1")', null],
    ['os.readlink("/proc/self/exe")', null],
    ['os.symlink("/etc/passwd", "/tmp/p") or open("/tmp/p").read()', null],
    ['os.mknod("/tmp/mem", 0o20666, os.makedev(1, 1)) or open("/tmp/mem", "rb").read(1)', null],
    ['os.mknod("/tmp/sda", 0o60666, os.makedev(8, 0)) or open("/tmp/sda", "rb").read(1)', null],
    ['os.mkfifo("/tmp/f")', null],
    ['os.fork()', null],
    ['os.execv("/bin/sh", ["sh"])', null],
    ['os.posix_spawn("/bin/id", ["id"], {})', null],
    ['os.popen("id").read() or 1 / 0', null],
    ['os.system("id > /tmp/id") and open("/tmp/id").read()', null],
    ['__import__("subprocess").check_output(["id"])', null],
    ['__import__("_posixsubprocess").fork_exec()', null],
    ['__import__("threading").Thread(target=print).start()', null],
    ['__import__("multiprocessing").Process(target=print).start()', null],
    ['os.kill(1, 10)', null],
    ['os.killpg(1, 10)', null],
    ['os.kill(os.getppid(), 10)', null],
    ['__import__("signal").pthread_kill(0, 10)', null],
    ['os.getpgid(1) and os.setsid() and 1 / 0', null],
    ['os.setuid(0)', null],
    ['os.chroot("/tmp")', null],
    ['os.getuid()', '65534'],
    ['socket.gethostname()', 'emscripten'],
    ['os.umask(0) and os.umask(0)', '18'],
    ['__import__("sqlite3").connect("/etc/x.db")', null],
    ['__import__("sqlite3").connect("file:/proc/1/environ?mode=ro", uri=True).execute("select 1").fetchall()', null],
    ['__import__("sqlite3").connect(":memory:").execute("select load_extension(\'/tmp/x\')").fetchall()', null],
    ['__import__("mmap").mmap(3, 10)', null],
    ['__import__("fcntl").ioctl(3, 21523, b"0" * 8)', null],
    ['__import__("termios").tcgetattr(3)', null],
    ['__import__("resource")', null],
    ['__import__("webbrowser").get().open("http://127.0.0.1") and 1 / 0', null],
    ['__import__("select").select([3], [], [], 0) and 1 / 0', null],
  ];

  it('of all that are tried in one process', async () => {
    const code = `${finds}
def main(lines):
    got = {}
    for line in lines:
        try: got[line] = str(eval(line))[:200]
        except Exception: pass
    return {"got": got}`;
    const result = await python.run(code, { lines: attempts.map(([line]) => line) });
    expect(result).toMatchObject({ ok: true });
    const expected = Object.fromEntries(attempts.filter(([, given]) => given !== null));
    expect(result.ok && JSON.parse(result.output).got).toEqual(expected);
  });

  it.each([
    ['the terminal', 'return {"got": open("/dev/tty").read()}'],
    ['a timer', 'import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.01)\nraise ValueError("no timer")'],
    ['the end of the process', 'os._exit(3)'],
    ['a fault', 'import faulthandler\nfaulthandler._read_null()\nfaulthandler._sigabrt()'],
  ])('nor by %s', async (_name, body) => {
    expect(await python.run(`${finds}\ndef main():\n${indent(body, '    ')}`)).toMatchObject({ ok: false });
    expect(await python.run('def main(): return {"a": 1}')).toMatchObject({ ok: true });
  });
});

describe('programs that mean no harm', () => {
  it('use what the interpreter has, also its collector', async () => {
    const code = `import gc, os, signal, socket, time, select, tempfile, mmap, uuid, secrets, sqlite3, subprocess, asyncio
def main():
    gc.collect()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a")
        open(path, "w").write("abc")
        with open(path, "r+b") as file: text = mmap.mmap(file.fileno(), 3)[:]
        os.rename(path, path + "b")
    seen = []
    signal.signal(signal.SIGUSR1, lambda *a: seen.append(1))
    signal.raise_signal(signal.SIGUSR1)
    time.sleep(0.001)
    rows = sqlite3.connect(":memory:").execute("select 1 + 1").fetchone()[0]
    reader, writer = os.pipe()
    os.write(writer, b"x")
    big = len(bytearray(30_000_000))
    return {"t": text.decode(), "s": seen, "r": rows, "p": os.read(reader, 1).decode(), "u": len(str(uuid.uuid4())),
        "tz": time.localtime(0).tm_year, "b": big, "cwd": os.getcwd()}`;
    expect(await python.run(code)).toMatchObject({
      ok: true,
      output: '{"t": "abc", "s": [1], "r": 2, "p": "x", "u": 36, "tz": 1970, "b": 30000000, "cwd": "/home/user"}',
    });
  });

  it('name files as they like, and the next call finds none of them', async () => {
    const names = ['__proto__', 'constructor', 'toString', '__defineGetter__', 'hasOwnProperty', 'valueOf'];
    const code = `import os
def main(names):
    found = [name for name in names if os.path.exists("/tmp/" + name)]
    for name in names[::2]: open("/tmp/" + name, "w").write(name)
    for name in names[1::2]:
        os.mkdir("/tmp/" + name)
        open(f"/tmp/{name}/{name}", "w").write(name)
    return {"found": found, "listed": sorted(os.listdir("/tmp")) == sorted(names), "text": open("/tmp/" + names[0]).read()}`;
    const expected = { ok: true, output: '{"found": [], "listed": true, "text": "__proto__"}' };
    expect(await python.run(code, { names })).toMatchObject(expected);
    expect(await python.run(code, { names })).toMatchObject(expected);
  });
});
