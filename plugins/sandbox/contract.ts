/** Code of app builders: untrusted. Runs in WebAssembly on threads of its own, never in an engine thread. */
export interface SandboxRequest {
  readonly language: 'javascript';
  /** Defines `main`, called with one object; it may be async. */
  readonly code: string;
  /** JSON text of the object passed to `main`. */
  readonly input: string;
}

/** What became of a call. */
export type SandboxResult =
  /** JSON text of what `main` returned, and what it printed. */
  | { readonly ok: true; readonly output: string; readonly logs: readonly string[] }
  /** `type`: CodeError (thrown by the code), Timeout, OutOfMemory, OutputTooLarge, Stopped (the run ended meanwhile). */
  | { readonly ok: false; readonly type: string; readonly message: string; readonly logs: readonly string[] };

/**
 * Host call id: `sandbox.run` takes a SandboxRequest and answers with a SandboxResult. Throws `sandbox.busy`
 * (unavailable) when too many calls wait.
 */
export const SandboxRun = 'sandbox.run';

/** Waiting work by workspace, fairly: for whoever shares few threads or processes among many workspaces. */
export { FairQueue } from './fair-queue.ts';
