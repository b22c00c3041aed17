import type { SandboxResult } from '../contract.ts';
import { defaultLimits, type SandboxLimits } from '../protocol.ts';
import { Sandbox, type SandboxOptions } from '../sandbox.ts';

export interface TestSandbox {
  readonly sandbox: Sandbox;
  /** Runs JavaScript as workspace `w1`; `input` is turned into JSON. */
  run(code: string, input?: unknown): Promise<SandboxResult>;
  close(): Promise<void>;
}

/** A real sandbox with limits that make tests short. */
export function startSandbox(
  limits: Partial<SandboxLimits> = {},
  options: Partial<Omit<SandboxOptions, 'limits'>> = {},
): TestSandbox {
  const sandbox = new Sandbox({
    threads: 1,
    maxQueue: 100,
    idleMs: 60_000,
    ...options,
    limits: { ...defaultLimits, timeMs: 2000, ...limits },
  });
  const { signal } = new AbortController();
  return {
    sandbox,
    run: (code, input = {}) =>
      sandbox.run({ language: 'javascript', code, input: JSON.stringify(input) }, { workspaceId: 'w1', signal }),
    close: () => sandbox.close(),
  };
}
