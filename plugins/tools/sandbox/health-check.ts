import { once } from 'node:events';
import { type HealthCheck, isPlatformError } from '#kernel';
import type { Sandbox, SandboxRequest } from './contract.ts';

/** Code that does nothing, in both languages: what runs it is all that can fail. */
const requests: Readonly<Record<string, SandboxRequest>> = {
  JavaScript: { language: 'javascript', code: 'function main() { return { done: true }; }', input: '{}' },
  Python: { language: 'python3', code: 'def main():\n    return {"done": True}', input: '{}' },
};
const workspaceId = '00000000-0000-4000-8000-000000000000';
/** Milliseconds. Python takes the longest when a server of a new release starts and has yet to make its memory image. */
const patience = 10_000;

/** Whether code of app builders runs. */
export function sandboxHealthCheck(sandbox: Sandbox): HealthCheck {
  return {
    id: 'sandbox',
    title: 'Code of apps',
    limit: patience + 1_000,
    async check() {
      const signal = AbortSignal.timeout(patience);
      const failures = await Promise.all(
        Object.entries(requests).map(async ([name, request]) => {
          const reason = await failureOf(sandbox, request, signal);
          return reason === undefined ? [] : [{ name, ...reason }];
        }),
      );
      const [first, ...more] = failures.flat();
      if (first === undefined) return { state: 'ok', summary: 'JavaScript and Python of apps run.' };
      const summary = [first, ...more].map(({ name, message }) => `${name} does not run: ${message}`).join(' ');
      const next =
        'Look into the log for why it ends: too little memory (WEFT_SANDBOX_MEMORY_MB, WEFT_SANDBOX_PYTHON_MEMORY_MB), or no walls for child processes (WEFT_ACCEPT_WEAKER_CONFINEMENT). Where all of it is busy, raise `sandbox.threads` or WEFT_SANDBOX_PYTHON_PROCESSES.';
      return { state: 'warning', code: first.code, summary, next };
    },
  };
}

async function failureOf(
  sandbox: Sandbox,
  request: SandboxRequest,
  signal: AbortSignal,
): Promise<{ readonly code: string; readonly message: string } | undefined> {
  try {
    const late = once(signal, 'abort').then(() => {
      throw new Error(`there was no answer within ${patience / 1000} s, as while it starts.`);
    });
    const result = await Promise.race([sandbox.run(request, { workspaceId, signal }), late]);
    return result.ok ? undefined : { code: 'sandbox.not_running', message: `${result.type}: ${result.message}` };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: isPlatformError(error) ? error.code : 'sandbox.not_running', message };
  }
}
