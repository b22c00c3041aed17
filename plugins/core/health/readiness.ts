import type { HealthCheck } from '#kernel';

export interface CheckState {
  readonly status: 'ok' | 'failed';
  /** Why it failed, or what is not as it should be although it serves, in words for anyone. */
  readonly message?: string;
}

export interface Readiness {
  readonly status: 'ok' | 'unavailable' | 'starting' | 'stopping';
  readonly checks: Readonly<Record<string, CheckState>>;
}

/** Runs all checks at the same time, each within its limit (milliseconds). */
export async function checkReadiness(
  checks: readonly HealthCheck[],
  { isStarting, isStopping }: { readonly isStarting: boolean; readonly isStopping: boolean },
  limit = 2000,
): Promise<Readiness> {
  const states = await Promise.all(checks.map(async (check) => [check.id, await runCheck(check, limit)] as const));
  const isHealthy = states.every(([, { status }]) => status === 'ok');
  return {
    status: isStopping ? 'stopping' : !isHealthy ? 'unavailable' : isStarting ? 'starting' : 'ok',
    checks: Object.fromEntries(states),
  };
}

async function runCheck(check: HealthCheck, limit: number): Promise<CheckState> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // A check that ignores its signal must not hold up the answer.
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${limit} ms`));
      controller.abort();
    }, limit);
  });
  try {
    await Promise.race([check.check(controller.signal), overdue]);
    const message = check.notice?.();
    return message === undefined ? { status: 'ok' } : { status: 'ok', message };
  } catch (error) {
    return { status: 'failed', message: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
