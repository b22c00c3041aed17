import { token } from '#kernel';

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

/** The same for plugins on the main thread: throws as the host call does. */
export interface Sandbox {
  run(
    request: SandboxRequest,
    caller: { readonly workspaceId: string; readonly signal: AbortSignal },
  ): Promise<SandboxResult>;
}

/** The sandbox of the main thread. */
export const Sandbox = token<Sandbox>('sandbox.service');
