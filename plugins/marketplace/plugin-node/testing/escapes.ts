const imports = [
  ...[
    'fs',
    'fs/promises',
    'net',
    'tls',
    'http',
    'https',
    'http2',
    'dgram',
    'dns',
    'dns/promises',
    'child_process',
    'cluster',
  ],
  ...[
    'worker_threads',
    'vm',
    'module',
    'process',
    'os',
    'inspector',
    'inspector/promises',
    'v8',
    'wasi',
    'sqlite',
    'repl',
  ],
  ...['readline', 'tty', 'trace_events', 'test', 'sea', 'diagnostics_channel', 'domain', 'constants', '_http_client'],
].flatMap((name) => [`node:${name}`, name]);

const addresses = [
  ...['file:///etc/passwd', '/etc/passwd', './main.ts', '../plugin.ts', '#plugins/plugin-node/plugin.ts', 'koffi'],
  ...[
    'data:text/javascript,export default 1',
    'data:application/json,{}',
    'http://127.0.0.1/',
    'node:internal/process/permission',
  ],
  ...[
    'internal/bootstrap/realm',
    'blob:nodedata:1',
    'weft-package:other.js',
    new URL('../child/main.ts', import.meta.url).href,
  ],
];

/** Expressions of a package, each of which reaches what it must not when it gives anything. */
export const escapes: readonly string[] = [
  ...[...imports, ...addresses].map((name) => `import(${JSON.stringify(name)})`),
  // Code from text.
  ...["eval('1')", "Function('return 1')()", "new Function('return this')()", "fetch.constructor('return process')()"],
  ...["(async () => {}).constructor('return 1')()", "(function* () {}).constructor('yield 1')().next().value"],
  ...[
    "Reflect.construct((() => {}).constructor, ['return 1'])",
    'new ShadowRealm()',
    "new (class extends Function {})('return 1')",
  ],
  "new Promise((done, fail) => { globalThis.reached = done; try { setTimeout('reached(1)') } catch (error) { fail(error) } })",
  // The process.
  ...[
    "process.binding('tcp_wrap')",
    "process._linkedBinding('fs')",
    "process.getBuiltinModule('node:fs')",
    'process.mainModule.require',
  ],
  ...[
    "process.dlopen({ exports: {} }, '/none.node')",
    'process.kill(process.ppid, 0)',
    'process.reallyExit(0)',
    'process.abort()',
    'process.exit(0)',
  ],
  ...[
    "process.report.writeReport('/tmp/weft-report')",
    'process.permission.has("fs.read") || undefined',
    "process.chdir('/tmp')",
    'process.setuid(0)',
  ],
  ...[
    'Object.keys(process.env)[0]',
    'process.argv[0]',
    'process.execPath',
    'process.pid',
    'process.ppid',
    'process.title',
    'process.config',
    'process.memoryUsage()',
  ],
  ...[
    "process.constructor.constructor('return process')()",
    'process.openStdin()',
    'process.stdin',
    'process.channel',
    'process.send({})',
  ],
  // What lies around the package.
  ...[
    'require',
    'module',
    '__filename',
    'import.meta.dirname',
    'import.meta.filename',
    'import.meta.main || undefined',
    "import.meta.resolve('node:fs')",
  ],
  ...[
    'new WebSocket("ws://127.0.0.1")',
    'new EventSource("http://127.0.0.1")',
    "new Worker('')",
    "new BroadcastChannel('x')",
    'gc()',
    'localStorage',
    'navigator.hardwareConcurrency',
  ],
  // What of Node can be imported, and leads further.
  ...[
    "(await import('node:crypto')).setEngine('/none')",
    "(await import('node:async_hooks')).createHook({ init() {} }).enable()",
  ],
  ...[
    "(await import('node:async_hooks')).executionAsyncResource()",
    "(await import('node:util')).getCallSites().find(({ scriptName }) => scriptName.includes('child'))?.function.caller",
  ],
  "(() => { let found; const before = Error.prepareStackTrace; Error.prepareStackTrace = (_, sites) => { found = sites.map((site) => site.getThis?.() ?? site.getFunction?.()).find((each) => each !== undefined && each !== null && each !== globalThis && typeof each !== 'function'); }; void new Error().stack; Error.prepareStackTrace = before; return found; })()",
  // Servers, past the one who is asked.
  ...[
    "fetch('http://127.0.0.1:PORT/')",
    "fetch('http://localhost:PORT/', { dispatcher: {} })",
    "fetch(new Request('http://127.0.0.1:PORT/'))",
    "fetch('file:///etc/passwd')",
    "fetch('data:text/plain,x')",
  ],
];
