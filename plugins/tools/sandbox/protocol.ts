import type { MessagePort } from 'node:worker_threads';

/** What bounds one call. Fixed when the pool starts; sent with every task so that a thread holds no configuration. */
export interface SandboxLimits {
  /** Milliseconds of wall time the code may run. */
  readonly timeMs: number;
  /** Upper bound of the interpreter's linear memory. */
  readonly memoryMb: number;
  /** Characters of JSON text `main` may return. */
  readonly outputChars: number;
  /** Characters of everything printed; what exceeds them is dropped. */
  readonly logChars: number;
  /** Requests that the code of one call may send. */
  readonly requests: number;
}

/** What the main thread sends to a sandbox thread. Plain data. */
export interface SandboxTask {
  readonly code: string;
  /** Of a module: source of the function that makes `main` of what the module exports. */
  readonly driver?: string;
  readonly input: string;
  readonly limits: SandboxLimits;
  /** Where requests of the code go: `{ id, request }`, where the request is bytes (`network-wire.ts`), answered by `{ id, answer }`. */
  readonly network: MessagePort;
}

/** Requests that the code of one call of a code node may send. */
export const mostRequests = 100;

export const defaultLimits: SandboxLimits = {
  timeMs: 15_000,
  memoryMb: 64,
  outputChars: 4 * 1024 * 1024,
  logChars: 64 * 1024,
  requests: mostRequests,
};
