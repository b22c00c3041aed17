/**
 * What the interpreter still calls once it has started: its files, which lie in memory, the clock, randomness, and room
 * to grow. The functions behind these names take and give numbers, and keep to the interpreter's own memory and files.
 */
const alive = new Set(
  (
    '__call_sighandler _gmtime_js _localtime_js _mktime_js _mmap_js _msync_js _munmap_js _timegm_js _tzset_js ' +
    'emscripten_date_now emscripten_get_heap_max emscripten_get_now emscripten_resize_heap ' +
    'clock_res_get clock_time_get random_get ' +
    'fd_close fd_fdstat_get fd_pread fd_pwrite fd_read fd_seek fd_sync fd_write ' +
    '__syscall_chdir __syscall_chmod __syscall_dup __syscall_dup3 __syscall_faccessat __syscall_fadvise64 ' +
    '__syscall_fallocate __syscall_fchdir __syscall_fchmod __syscall_fchmodat2 __syscall_fchown32 __syscall_fchownat ' +
    '__syscall_fcntl64 __syscall_fdatasync __syscall_fstat64 __syscall_fstatfs64 __syscall_ftruncate64 ' +
    '__syscall_getcwd __syscall_getdents64 __syscall_ioctl __syscall_lstat64 __syscall_mkdirat __syscall_mknodat ' +
    '__syscall_newfstatat __syscall_openat __syscall_pipe __syscall_poll __syscall_readlinkat __syscall_renameat ' +
    '__syscall_rmdir __syscall_stat64 __syscall_statfs64 __syscall_symlinkat __syscall_truncate64 ' +
    '__syscall_unlinkat __syscall_utimensat'
  ).split(' '),
);

const noSocketError = -5;
const badDescriptorError = -8;
const noNameError = -4;

/** What ordinary programs may ask for and get one answer: what the interpreter has nobody for, nor sockets, nor programs. */
const fixed = new Map<string, number | null>([
  ['_Py_CheckEmscriptenSignals_Helper', 0],
  ['__syscall_getuid32_js', 65534],
  ['__syscall_umask_js', 0o22],
  ['_emscripten_system', 127 << 8],
  ['_setitimer_js', -1],
  ['_try_fcntl64', 0],
  ['_try_shutdown', 0],
  ['_maybe_connect_async', null],
  ['_maybe_poll_async', null],
  ['_maybe_recvfrom_async', null],
  ['_maybe_sendto_async', null],
  ['getaddrinfo', noNameError],
  ['getnameinfo', noNameError],
  ['getprotobyname', 0],
  ['__syscall_socket', noSocketError],
  ...'accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmsg sendmsg sendto'
    .split(' ')
    .map((name) => [`__syscall_${name}`, badDescriptorError] as const),
]);

/** How code ends its interpreter: `os._exit`, `os.abort` and the like. */
const endings = new Set(['exit', 'proc_exit', '_abort_js', '__assert_fail']);

type Import = (...args: readonly unknown[]) => unknown;
type Imports = Record<string, Record<string, unknown>>;
/** The interpreter's own functions and memory, from outside. */
export type Exports = Readonly<Record<string, unknown>>;

/** What is used of the WebAssembly API. */
export interface Api {
  readonly Module: { imports(module: object): readonly { module: string; name: string; kind: string }[] };
  compile(bytes: Uint8Array): Promise<object>;
  readonly Instance: new (module: object, imports?: Imports) => { readonly exports: Exports };
}

/**
 * Stands between the interpreter and JavaScript: every function its WebAssembly imports passes here, and so every way
 * out of it, for what code does to the interpreter's memory changes no import. Until `close`, each does what it did. After
 * that the interpreter is without its bridge: what takes, gives or calls JavaScript objects, loads libraries or runs
 * scripts ends the process, unknown names of another version included.
 */
export class ImportGate {
  #isClosed = false;
  #exports: Exports | undefined;
  readonly #end: () => never;

  /**
   * Before the interpreter is loaded: whatever it instantiates by this API gets the imports of this gate. `end` is what a
   * closed import does.
   */
  constructor(end: () => never, api: Api = Reflect.get(globalThis, 'WebAssembly')) {
    this.#end = end;
    const { compile, Instance } = api;
    const moduleImports = api.Module.imports;
    const gated = (module: object, imports: Imports = {}): Imports => {
      const guarded: Imports = {};
      for (const { module: space, name, kind } of moduleImports(module)) {
        const given = imports[space]?.[name];
        guarded[space] ??= {};
        guarded[space][name] = kind === 'function' ? this.#guard(space, name, given) : given;
      }
      return guarded;
    };
    Reflect.set(
      api,
      'Instance',
      class {
        constructor(module: object, imports?: Imports) {
          // biome-ignore lint/correctness/noConstructorReturn: it stands for the real one
          return new Instance(module, gated(module, imports));
        }
      },
    );
    Reflect.set(api, 'instantiate', async (source: Uint8Array | object, imports?: Imports) => {
      const bytes = ArrayBuffer.isView(source) ? (source as Uint8Array) : undefined;
      const module = bytes === undefined ? source : await compile(bytes);
      const instance = new Instance(module, gated(module, imports));
      if ('PyObject_CallOneArg' in instance.exports) this.#exports = instance.exports;
      return bytes === undefined ? instance : { module, instance };
    });
  }

  /** Of the interpreter, once it is loaded. */
  get exports(): Exports {
    if (this.#exports === undefined) throw new Error('the interpreter was not loaded through the gate');
    return this.#exports;
  }

  /** No way back: from here on only what programs need stays alive. */
  close(): void {
    this.#isClosed = true;
  }

  #guard(space: string, name: string, given: unknown): Import {
    const before = typeof given === 'function' ? (given as Import) : this.#end;
    // Names count in the interpreter's own spaces only: the functions of other modules are JavaScript's.
    const isOwn = space === 'env' || space === 'wasi_snapshot_preview1';
    if (isOwn && alive.has(name)) return before;
    const after = isOwn ? this.#answerAfter(name) : this.#end;
    return (...args) => (this.#isClosed ? after() : before(...args));
  }

  #answerAfter(name: string): () => unknown {
    const answer = fixed.get(name);
    if (answer !== undefined) return () => answer;
    if (!endings.has(name)) return this.#end;
    return () => {
      throw new Error(name.replace(/^_+/, ''));
    };
  }
}
