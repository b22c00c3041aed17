import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);
/** Sockets and processes, for which the permission model has no switch, or not on all systems. */
const denied = ['net', 'tls', 'dgram', 'dns', 'dns/promises', 'http', 'https', 'http2', 'child_process'];
/** What computes, and reaches nothing. */
const importable = [
  ...[
    'assert',
    'assert/strict',
    'async_hooks',
    'buffer',
    'crypto',
    'events',
    'path',
    'path/posix',
    'path/win32',
    'perf_hooks',
  ],
  ...['punycode', 'querystring', 'stream', 'stream/consumers', 'stream/promises', 'stream/web', 'string_decoder'],
  ...['timers', 'timers/promises', 'url', 'util', 'util/types', 'zlib'],
];

export const packageUrl = 'weft-package:plugin.js';

/**
 * Before the package is loaded. The wall around the process is the kernel's; this is for errors that say what is wrong, and for
 * machines that have no wall.
 */
export function lockDown(code: () => string): void {
  // Loaded at first use, from sockets: that must not be after those are gone.
  void [Request, Response, Headers, FormData, Blob];
  for (const name of denied) denyAll(require(`node:${name}`));
  // Resources are handles of Node's own: the pipe is one.
  const hooks: object = require('node:async_hooks');
  for (const key of ['createHook', 'executionAsyncResource']) Reflect.set(hooks, key, deny);
  syncBuiltinESMExports();
  for (const name of ['WebSocket', 'EventSource', 'Worker', 'BroadcastChannel', 'navigator']) {
    Reflect.deleteProperty(globalThis, name);
  }
  Object.defineProperty(globalThis, 'process', { value: harmlessProcess(process), writable: true, configurable: true });
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === packageUrl) return { url: packageUrl, format: 'module', shortCircuit: true };
      const name = specifier.replace(/^node:/, '');
      if (importable.includes(name)) return next(`node:${name}`, context);
      throw new Error(
        `plugins can't import ${JSON.stringify(specifier.slice(0, 200))}: what is no part of the one file can only be one of ${importable.join(', ')}; requests are sent by fetch`,
      );
    },
    load: (url, context, next) =>
      url === packageUrl ? { format: 'module', source: code(), shortCircuit: true } : next(url, context),
  });
}

function denyAll(module: object): void {
  for (const key of Object.getOwnPropertyNames(module)) {
    if (typeof Reflect.get(module, key) === 'function') Reflect.set(module, key, deny);
  }
}

function deny(): never {
  throw new Error('there are no sockets and no processes here');
}

/** What libraries ask a process for, and nothing that ends it or tells of the machine. */
function harmlessProcess({ arch, platform, version, versions, nextTick, hrtime, uptime }: NodeJS.Process): object {
  const output = { isTTY: false, write: () => true };
  const harmless = {
    ...{ arch, platform, version, versions: { ...versions }, nextTick, hrtime, uptime },
    ...{ env: {}, argv: [], execArgv: [], browser: false, stdout: output, stderr: output },
    cwd: () => '/',
    emitWarning: () => undefined,
    exit: () => {
      throw new Error("plugins can't end their process");
    },
  };
  const chained = () => harmless;
  const listening = ['on', 'once', 'off', 'addListener', 'removeListener', 'removeAllListeners', 'setMaxListeners'];
  return Object.assign(harmless, Object.fromEntries(listening.map((name) => [name, chained])));
}
