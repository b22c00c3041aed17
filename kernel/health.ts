import { type Contribution, extensionPoint } from './extension-point.ts';
import { isPlatformError } from './platform-error.ts';

/** What a check found out beside words, for programs: counts, names, times (ISO 8601). No secrets. */
export type HealthFacts = Readonly<Record<string, string | number | boolean | null>>;

/** What a check found. What is not `ok` says what to do about it. */
export type HealthFinding =
  | {
      readonly state: 'ok';
      /** One sentence for whoever runs the server: `PostgreSQL 17.2 answers in 2 ms.` */
      readonly summary: string;
      readonly facts?: HealthFacts;
    }
  | {
      /** `warning`: it serves, and something is not as it should be. */
      readonly state: 'warning' | 'failed';
      /** `<plugin id>.<reason>`, as codes of errors are. Anyone may read it (`/readyz`). */
      readonly code: string;
      readonly summary: string;
      /** What to do: names the command to run or the setting to change. */
      readonly next: string;
      readonly facts?: HealthFacts;
    };

/**
 * Something of the installation that can be well or not. It runs when somebody asks (`/readyz`, `weft doctor`, the page of the
 * operator), and does nothing in between.
 */
export interface HealthCheck extends Contribution {
  /** `<plugin id>`, or `<plugin id>.<what>` where a plugin has several. Anyone may read it. */
  readonly id: string;
  /** A few words for a list: `Database`. */
  readonly title: string;
  /**
   * Whether this process is to be sent no requests while the check fails: it turns `/readyz` red, and runs whenever that is asked,
   * which anyone may. The others inform the operator, and run only for them. Default false.
   */
  readonly isRequired?: boolean;
  /** Milliseconds it gets; default 2000. */
  readonly limit?: number;
  /**
   * Looks. `signal` aborts at its limit; then nobody waits for it any more. An error that is thrown counts as `failed`, under its
   * own code and message when it is a `PlatformError`.
   */
  check(signal: AbortSignal): Promise<HealthFinding>;
}

/** Where plugins contribute their checks. */
export const HealthChecks = extensionPoint<HealthCheck>('kernel.health-checks');

/** A check and what it found. */
export interface HealthReport {
  readonly check: HealthCheck;
  readonly finding: HealthFinding;
  /** Milliseconds it took. */
  readonly ms: number;
}

const defaultLimit = 2000;
const seeLog = 'Look into the log of the server for the cause, and run `weft doctor` again.';

/** Runs checks at the same time, each within its limit. Never rejects. */
export function runHealthChecks(checks: readonly HealthCheck[]): Promise<readonly HealthReport[]> {
  return Promise.all(
    checks.map(async (check) => {
      const begin = performance.now();
      const finding = await found(check);
      return { check, finding, ms: Math.round(performance.now() - begin) };
    }),
  );
}

async function found(check: HealthCheck): Promise<HealthFinding> {
  const limit = check.limit ?? defaultLimit;
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // A check that ignores its signal must not hold up the others' answers.
  const overdue = new Promise<HealthFinding>((resolve) => {
    const summary = `There was no answer within ${limit} ms.`;
    timer = setTimeout(() => {
      controller.abort();
      // What heeds its signal says better what did not answer.
      setImmediate(() => resolve({ state: 'failed', code: 'health.no_answer', summary, next: seeLog }));
    }, limit);
  });
  try {
    return await Promise.race([check.check(controller.signal), overdue]);
  } catch (error) {
    const summary = error instanceof Error ? error.message : String(error);
    return {
      state: 'failed',
      code: isPlatformError(error) ? error.code : 'health.check_failed',
      summary,
      next: seeLog,
    };
  } finally {
    clearTimeout(timer);
  }
}
