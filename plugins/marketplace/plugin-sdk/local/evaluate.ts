import { openModuleSandbox, type SandboxResult } from '#plugins/sandbox/contract.ts';

/** What a driver tells of code, which is loaded in the interpreter, where it can touch nothing; none of it is called. */
export async function evaluate(code: string, driver: string): Promise<SandboxResult> {
  const sandbox = await openModuleSandbox({ threads: 1, maxQueue: 2, idleMs: 1000 });
  try {
    const limits = { timeMs: 10_000, memoryMb: 64, requests: 0 };
    const caller = { workspaceId: 'local', signal: new AbortController().signal };
    return await sandbox.run({ code, driver, input: '{}', limits, ask: async () => null }, caller);
  } finally {
    await sandbox.close();
  }
}
