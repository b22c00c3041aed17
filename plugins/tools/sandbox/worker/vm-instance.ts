import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  RELEASE_SYNC,
} from 'quickjs-emscripten';
import type { SandboxLimits } from '#plugins/sandbox/protocol.ts';
import { bootstrapSource } from './bootstrap.ts';
import { Fetcher } from './fetcher.ts';
import { HostBridge } from './host-bridge.ts';
import { bytesOfText, decodedText, hashOf, hmacOf, packed, textOfBytes, unpacked } from './host-bytes.ts';
import { readUrl } from './host-url.ts';
import { lazyGlobals, librarySource } from './libraries.ts';
import { compared, localized } from './localized.ts';
import { LogBuffer } from './log-buffer.ts';

const pageBytes = 65_536;
const pagesPerMb = 16;
/** Pages the interpreter is linked with: it can't start with fewer. */
const initialPages = 256;
/** Below the 1 MB stack the interpreter is linked with, so that its own check answers first. */
const stackBytes = 512 * 1024;

/** What of the WebAssembly API is used here; the project's types name neither a browser's nor Node's. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => WasmMemory;
};

interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

let compiled: object | undefined;

/** Compiled once per thread (3.5 ms); an instance of it costs 0.6 ms. */
function interpreter(): object {
  if (compiled === undefined) {
    const require = createRequire(import.meta.resolve('quickjs-emscripten'));
    compiled = new WebAssembly.Module(readFileSync(require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));
  }
  return compiled;
}

/**
 * One interpreter for one call. Never reused and never disposed: freeing it after a stack overflow aborts the module,
 * and its state is the user's. The garbage collector takes the whole instance with its memory.
 */
export interface VmInstance {
  readonly context: QuickJSContext;
  readonly runtime: QuickJSRuntime;
  /** The bootstrap's `run(main, input)`. */
  readonly run: QuickJSHandle;
  /** The bootstrap's `fireTimer()`: calls the first timer that is due; milliseconds until the next one, or -1. */
  readonly fireTimer: QuickJSHandle;
  readonly bridge: HostBridge;
  readonly logs: LogBuffer;
  readonly fetcher: Fetcher;
  /** Whether the memory has grown to its cap: the next allocation fails. */
  isMemoryFull(): boolean;
  /** Set before the code starts; the interpreter asks after every few thousand steps. */
  deadline: number;
  /** The interpreter was told to stop. */
  isInterrupted: boolean;
}

/**
 * Makes a fresh interpreter. The cap on its `WebAssembly.Memory` is the memory limit: the interpreter's own limit does
 * not count the payload of strings and arrays.
 */
export async function createVm(limits: SandboxLimits): Promise<VmInstance> {
  const maximum = Math.max(initialPages, limits.memoryMb * pagesPerMb);
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum });
  const module = await newQuickJSWASMModuleFromVariant(
    newVariant(RELEASE_SYNC, { wasmModule: interpreter(), wasmMemory: memory }),
  );
  const runtime = module.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  const context = runtime.newContext();
  const bridge = new HostBridge(context, module);
  const logs = new LogBuffer(limits.logChars);
  const print = context.newFunction('print', (line) => {
    if (!logs.isFull && line !== undefined) logs.add(unpacked(bridge.text(line)));
  });
  const fetcher = new Fetcher(context, bridge);
  const fetch = context.newFunction('fetch', (request) => fetcher.ask(bridge.text(request)));
  const textFunction = (name: string, answer: (text: string) => string) =>
    context.newFunction(name, (text) => bridge.giveText(answer(bridge.text(text))));
  const factory = context.unwrapResult(context.evalCode(bootstrapSource, 'bootstrap.js'));
  const tools = [
    ...[print, context.newNumber(limits.outputChars), fetch, ...byteFunctions(context, bridge)],
    textFunction('random', randomHex),
    textFunction('local', localized),
    context.newFunction('compare', (request) => context.newNumber(compared(bridge.text(request)))),
    textFunction('url', readUrl),
    textFunction('load', librarySource),
    context.newString(lazyGlobals.join(',')),
  ];
  const bootstrap = context.unwrapResult(context.callFunction(factory, context.undefined, ...tools));
  const vm: VmInstance = {
    context,
    runtime,
    run: context.getProp(bootstrap, 'run'),
    fireTimer: context.getProp(bootstrap, 'fireTimer'),
    bridge,
    logs,
    fetcher,
    // The allocator grows the memory in steps of about a tenth.
    isMemoryFull: () => memory.buffer.byteLength > maximum * pageBytes * 0.85,
    deadline: Number.POSITIVE_INFINITY,
    isInterrupted: false,
  };
  runtime.setInterruptHandler(() => {
    vm.isInterrupted ||= performance.now() > vm.deadline;
    return vm.isInterrupted;
  });
  return vm;
}

/** `decode`, `read`, `encode`, `hash` and `hmac`: what `host-bytes.ts` does for the interpreter. */
function byteFunctions(context: QuickJSContext, bridge: HostBridge): QuickJSHandle[] {
  const text = (handle: QuickJSHandle) => bridge.text(handle);
  const bytes = (handle: QuickJSHandle) => bridge.bytes(handle);
  return [
    context.newFunction('decode', (value, coding) => bridge.giveText(packed(textOfBytes(bytes(value), text(coding))))),
    context.newFunction('read', (value, decoder) => bridge.giveText(decodedText(bytes(value), text(decoder)))),
    context.newFunction('encode', (value, coding) =>
      bridge.giveBytes(bytesOfText(unpacked(text(value)), text(coding))),
    ),
    context.newFunction('hash', (method, value) => bridge.giveBytes(hashOf(text(method), bytes(value)))),
    context.newFunction('hmac', (method, key, value) =>
      bridge.giveBytes(hmacOf(text(method), bytes(key), bytes(value))),
    ),
  ];
}

/** At most 64 KiB of random bytes, in hexadecimal. */
function randomHex(count: string): string {
  return randomBytes(Math.min(65_536, Math.max(0, Math.floor(Number(count)) || 0))).toString('hex');
}
