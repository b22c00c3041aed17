import fs from 'node:fs';
import module, { createRequire, syncBuiltinESMExports } from 'node:module';
import vm from 'node:vm';
import { freezeRealm } from './frozen-realm.ts';

const require = createRequire(import.meta.url);
const deniedModules = ['child_process', 'net', 'tls', 'dgram', 'dns', 'dns/promises', 'http', 'https', 'http2'];
const emptyModule = 'data:text/javascript,export default {}';

const deny = (what: string) =>
  function denied(): never {
    throw new Error(`${what} is not available here`);
  };

function denyAll(target: object, what: string): void {
  for (const key of Object.getOwnPropertyNames(target)) {
    if (typeof Reflect.get(target, key) === 'function') Reflect.set(target, key, deny(`${what}.${key}`));
  }
}

/**
 * Before the interpreter is loaded: it would take a real network, processes and a real WebSocket from Node. The
 * permission model has no switch for sockets, so they end here, and where possible in a network of their own.
 */
export function lockBefore(maximumPages: number): void {
  // Made at first use, from a socket: that must not be after the sockets are gone.
  void [process.stdout, process.stderr];
  module.registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'ws' ? { url: emptyModule, format: 'module', shortCircuit: true } : next(specifier, context),
  });
  for (const name of deniedModules) denyAll(require(`node:${name}`), name);
  syncBuiltinESMExports();
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'Worker', 'BroadcastChannel', 'navigator']) {
    Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });
  }
  // Finalizers would free memory of an earlier image in a later one.
  Object.defineProperty(globalThis, 'FinalizationRegistry', {
    value: class {
      register(): void {}
      unregister(): void {}
    },
  });
  capMemory(maximumPages);
  // Refused by the permission model, and asked for one list of numbers only.
  Reflect.set(process, 'binding', (name: string) =>
    name === 'constants' ? { fs: fs.constants } : deny('process.binding')(),
  );
}

interface GrowableMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** What of the WebAssembly API is used here; the project's types name neither a browser's nor Node's. */
declare const WebAssembly: { readonly Memory: { readonly prototype: GrowableMemory } };

const pageBytes = 65_536;

function capMemory(maximumPages: number): void {
  const { prototype } = WebAssembly.Memory;
  const grow = prototype.grow;
  Object.defineProperty(prototype, 'grow', {
    writable: false,
    configurable: false,
    value(this: GrowableMemory, pages: number): number {
      if (this.buffer.byteLength / pageBytes + pages > maximumPages) throw new RangeError('the memory is full');
      return Reflect.apply(grow, this, [pages]);
    },
  });
}

/** Before the first call: no files, no modules, no process, and a realm that can't be changed. */
export function lockAfter(): void {
  denyAll(fs, 'fs');
  denyAll(fs.promises, 'fs.promises');
  // A script of theirs is no code from text to Node.
  const { Script } = vm;
  for (const maker of [Script.prototype, vm, module.prototype, module]) denyAll(maker, 'code from text');
  syncBuiltinESMExports();
  Reflect.deleteProperty(globalThis, 'require');
  freezeRealm();
}
