import { readFileSync } from 'node:fs';

/** What of the WebAssembly API is used here; the project's types name neither a browser's nor Node's. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object };

const held = new Map<string, object>();

/**
 * V8 gives all threads of a process what it has compiled of a WebAssembly module for as long as one of them holds it. Held
 * here it is compiled once in a test worker, and not for each thread that comes after the last one has gone.
 */
export function holdCompiled(path: string): void {
  if (!held.has(path)) held.set(path, new WebAssembly.Module(readFileSync(path)));
}
