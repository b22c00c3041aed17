"""Runs one call. Imported before the memory image is made; every call starts from that image.

Nothing in here defends against the code it runs: whatever that changes is gone when the image is restored, and the
imports of the interpreter and the process around it are the walls.
"""

import asyncio
import base64
import io
import json
import os
import random
import re
import struct
import sys
import time
import traceback
import types
import warnings

import weft_hashes

_stdlib = sys.stdlib_module_names
_dumps = json.dumps
_loads = json.loads
# What the runner that documents of this family come from has imported around their code (app DSL, code).
_preloaded = {"json": json, "b64decode": base64.b64decode, "os": os, "sys": sys, "traceback": traceback}
# Ways to JavaScript and to the interpreter's own memory; the same as in outside-modules.ts.
_outside = re.compile(
    r"(_ctypes|_pyodide|_pyodide_core|_remote_debugging|ctypes|js|micropip|pyodide|pyodide_js|_ctypes_test|_x*test.*)$"
).match
_max_lines = 1000

# Asked for often, and in part native code: wheels of pure Python there are none.
_native = frozenset(
    "PIL aiohttp blis catboost cffi cryptography cv2 duckdb faiss fitz gensim grpc h5py igraph jiter jax"
    " kiwisolver lightgbm llvmlite lxml matplotlib msgpack mysqlclient MySQLdb nacl numba numexpr numpy onnxruntime"
    " orjson osgeo pandas polars psutil psycopg2 pyarrow pycurl pydantic_core pymupdf pyodbc rapidfuzz regex"
    " safetensors scipy sentencepiece shapely skimage sklearn spacy statsmodels tensorflow tiktoken tokenizers torch"
    " torchvision ujson uvloop xgboost zstandard".split()
)


class _Log(io.TextIOBase):
    """What the code prints, up to a bound; a flood costs nothing once it is reached."""

    def __init__(self, limit):
        self._parts = []
        self._left = limit
        self._newlines = 0
        self._is_cut = False

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self._is_cut:
            return len(text)
        if len(text) > self._left or self._newlines >= _max_lines:
            self._parts.append(text[: self._left] if self._newlines < _max_lines else "")
            self._is_cut = True
            return len(text)
        self._left -= len(text)
        self._newlines += text.count("\n")
        self._parts.append(text)
        return len(text)

    def lines(self):
        text = "".join(self._parts)
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        if self._is_cut:
            lines.append("[more output was dropped]")
        return lines


class _Input(io.TextIOBase):
    def readable(self):
        return True

    def read(self, size=-1):
        return ""

    def readline(self, size=-1):
        return ""


class _Loop(asyncio.base_events.BaseEventLoop):
    """An event loop that waits by sleeping: there is nothing else to wait for."""

    class _Sleeper:
        def select(self, timeout):
            if timeout is None:
                raise RuntimeError("the code awaits something that never happens")
            if timeout > 0:
                time.sleep(timeout)
            return []

        def close(self):
            pass

    def __init__(self):
        super().__init__()
        self._selector = self._Sleeper()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


class _Policy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = _Loop

    def get_event_loop(self):
        # Code written before 3.14 asks for a loop outside of any, and runs what it awaits on it.
        if self._local._loop is None:
            self.set_event_loop(self.new_event_loop())
        return super().get_event_loop()


def _line_of(error):
    line = None
    seen = 0
    frames = error.__traceback__
    while frames is not None and seen < 100_000:
        if frames.tb_frame.f_code.co_filename == "main.py":
            line = frames.tb_lineno
        frames = frames.tb_next
        seen += 1
    if line is None and isinstance(error, SyntaxError) and error.filename == "main.py":
        line = error.lineno
    return line


def _describe(error):
    name = type(error).__name__
    if isinstance(error, SyntaxError):
        message = str(error.msg)
    elif isinstance(error, KeyError):
        message = f"key {error.args[0]!r} is missing" if error.args else ""
    else:
        message = str(error)
    if isinstance(error, ModuleNotFoundError) and error.name:
        message += _advice(error.name.split(".")[0])
    elif isinstance(error, ImportError) and error.name == "hashlib" and error.name_from == "scrypt":
        message = weft_hashes.no_scrypt
    if isinstance(error, RecursionError):
        message = "maximum recursion depth exceeded"
    text = f"{name}: {message[:4000]}" if message else name
    line = _line_of(error)
    return text if line is None else f"{text} (line {line})"


def _advice(name):
    if name in _stdlib or _outside(name):
        return f" ({name} needs an operating system or a browser; code nodes have neither)"
    if name in _native:
        return (
            f"; {name} needs native code, and wheels with native code can't run here: code nodes have Python's standard"
            " library, requests, and the wheels of pure Python (*.whl) that an administrator puts into the folder that"
            " the setting sandbox.pythonWheels names"
        )
    return (
        "; code nodes have Python's standard library and requests. An administrator can add packages: put wheels"
        " into the folder that the setting sandbox.pythonWheels names. Only wheels of pure Python work, those whose"
        " name ends with none-any.whl"
    )


def _answer(ending, message, log, output=""):
    printed = "".join([line + "\n" for line in log.lines()]).encode("utf-8", "replace")
    text = message.encode("utf-8", "replace")
    return struct.pack("<BII", ending, len(text), len(printed)) + text + printed + output.encode("ascii")


def _run(code, argument):
    module = types.ModuleType("__main__")
    module.__dict__["__builtins__"] = __builtins__
    module.__dict__.update(_preloaded)
    sys.modules["__main__"] = module
    exec(compile(code, "main.py", "exec", dont_inherit=True), module.__dict__)
    if "main" not in module.__dict__:
        raise _NoMain
    result = module.main(**_loads(argument))
    return asyncio.run(result) if asyncio.iscoroutine(result) else result


_ok, _failed, _too_large, _no_memory = range(4)


class _NoMain(Exception):
    pass


def serve(asked):
    """Runs a call, both ways in the bytes of call-wire.ts."""
    output_chars, log_chars, code_bytes = struct.unpack_from("<III", asked)
    code = asked[12 : 12 + code_bytes].decode()
    argument = asked[12 + code_bytes :].decode()
    log = _Log(log_chars)
    sys.stdout = sys.stderr = log
    sys.stdin = _Input()
    warnings.simplefilter("ignore")
    random.seed()
    try:
        output = _dumps(_run(code, argument), allow_nan=False)
        if len(output) > output_chars:
            return _answer(_too_large, f"main returned more than {output_chars} characters", log)
        return _answer(_ok, "", log, output)
    except _NoMain:
        return _answer(_failed, "the code defines no function named main", log)
    except MemoryError:
        return _answer(_no_memory, "", log)
    except BaseException as error:
        try:
            return _answer(_failed, _describe(error), log)
        except BaseException:
            return _answer(_failed, "the code raised an error that cannot be read", _Log(0))


def prepare(_):
    """Takes away what leads out of Python, and what only a browser has. This is tidiness, and no wall."""
    import gc
    import zipimport

    from pyodide import webloop

    asyncio.run = webloop._orig_run
    time.sleep = webloop._orig_sleep
    asyncio.events._event_loop_policy = _Policy()
    asyncio.events._set_running_loop(None)
    sys.meta_path[:] = [finder for finder in sys.meta_path if "pyodide" not in type(finder).__module__ + repr(finder)]
    is_outside = lambda name: _outside(name.split(".")[0])
    for name in [name for name in sys.modules if is_outside(name)]:
        module = sys.modules.pop(name)
        if isinstance(module, types.ModuleType):
            module.__dict__.clear()
    sys.builtin_module_names = tuple(name for name in sys.builtin_module_names if not is_outside(name))
    for files in zipimport._zip_directory_cache.values():
        for path in [path for path in files if is_outside(path.replace("/", "."))]:
            del files[path]
    sys.excepthook = sys.__excepthook__
    sys.path[:] = [entry for entry in sys.path if entry]
    sys.argv = ["main.py"]
    main = sys.modules["__main__"].__dict__
    for name in [name for name in main if not name.startswith("__")]:
        del main[name]
    # JavaScript keeps the finder of its modules, and that their proxies.
    for finder in [it for it in gc.get_objects() if type(it).__name__ == "JsFinder"]:
        finder.__dict__.clear()
    # What is freed now takes its JavaScript with it; later that would end the process.
    gc.collect()
    return b""
