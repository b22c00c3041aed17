import { token } from '#kernel';
import type { Ask } from './code-network.ts';

export type { Ask, NetworkAnswer, NetworkRequest } from './code-network.ts';
/** How questions and answers travel between a server and a process that runs code of others. */
export { decodeRequest, encodeAnswer } from './network-wire.ts';
export { mostRequestBytes } from './python/messages.ts';

/** Code of app builders: untrusted. Runs in WebAssembly outside the engine's threads; Python in processes of its own. */
export interface SandboxRequest {
  readonly language: 'javascript' | 'python3';
  /** Defines `main`: JavaScript calls it with one object, Python with keyword arguments; it may be async. */
  readonly code: string;
  /** JSON text of the object passed to `main`. Python tells `1` from `1.0`. */
  readonly input: string;
}

/** What became of a call. */
export type SandboxResult =
  /** JSON text of what `main` returned, and what it printed, by line. */
  | { readonly ok: true; readonly output: string; readonly logs: readonly string[] }
  /** `type`: CodeError (thrown by the code), Timeout, OutOfMemory, OutputTooLarge, Stopped (the run ended meanwhile). */
  | { readonly ok: false; readonly type: string; readonly message: string; readonly logs: readonly string[] };

/**
 * Host call id: `sandbox.run` takes a SandboxRequest and answers with a SandboxResult. Throws `sandbox.busy`
 * (unavailable) when too many calls wait, `sandbox.process_died` (unavailable) when what ran the code ended through no
 * doing of the code, `sandbox.python_unavailable` when this server can't start Python.
 */
export const SandboxRun = 'sandbox.run';

/** The setting that a refused call of a code node met, by `type` of its result; undefined: it met none. */
export function limitSetting(language: SandboxRequest['language'], type: string): string | undefined {
  if (type === 'Timeout') return 'WEFT_SANDBOX_TIME_MS';
  if (type === 'OutputTooLarge') return 'sandbox.outputChars';
  if (type !== 'OutOfMemory') return undefined;
  return language === 'python3' ? 'WEFT_SANDBOX_PYTHON_MEMORY_MB' : 'WEFT_SANDBOX_MEMORY_MB';
}

/** The same for plugins on the main thread: throws as the host call does. */
export interface Sandbox {
  run(
    request: SandboxRequest,
    caller: { readonly workspaceId: string; readonly signal: AbortSignal },
  ): Promise<SandboxResult>;
}

/** How many modules run at the same time. Each waits on its thread for what it asks for. */
export interface ModuleThreads {
  readonly threads: number;
  /** Calls that may wait, over all workspaces; one may hold half of them. */
  readonly maxQueue: number;
  /** Milliseconds after which a thread without work ends; the last one stays warm. */
  readonly idleMs: number;
}

/** A call of a module of others: an ES module that imports nothing, in a fresh interpreter. */
export interface ModuleRequest {
  readonly code: string;
  /**
   * Source of an expression: a function that is given the module's default export and gives `main`, which is called with the
   * input. It is evaluated before the module.
   */
  readonly driver: string;
  /** JSON text. */
  readonly input: string;
  readonly limits: ModuleLimits;
  /** Answers what it asks for by `fetch`, whatever the scheme of the address. */
  readonly ask: Ask;
}

/** What bounds one call of a module. */
export interface ModuleLimits {
  readonly timeMs: number;
  readonly memoryMb: number;
  /** Questions by `fetch`. */
  readonly requests: number;
}

/** Runs modules of others. Throws `sandbox.busy` and `sandbox.process_died`. */
export interface ModuleSandbox {
  run(
    request: ModuleRequest,
    caller: { readonly workspaceId: string; readonly signal: AbortSignal },
  ): Promise<SandboxResult>;
  close(): Promise<void>;
}

/** Makes sandboxes for modules, each with threads of its own. None is started before the first call; whoever opens one closes it. */
export interface ModuleSandboxes {
  open(options: ModuleThreads): ModuleSandbox;
}

/** A sandbox for modules without a server, for tools of developers. Loads what it needs when it is called. */
export async function openModuleSandbox(options: ModuleThreads): Promise<ModuleSandbox> {
  const [{ JavaScriptPool }, { defaultLimits }] = await Promise.all([
    import('./javascript-pool.ts'),
    import('./protocol.ts'),
  ]);
  const network = { open: () => async () => null };
  return new JavaScriptPool({ limits: defaultLimits, network, ...options });
}

export const ModuleSandboxes = token<ModuleSandboxes>('sandbox.modules');

/** The sandbox of the main thread. */
export const Sandbox = token<Sandbox>('sandbox.service');
