import type { HealthCheck, HealthFinding } from '#kernel';

/** A check in circumstances where all is well, and where it is not; in `testing/health-cases.ts` of the plugin that has it. */
export interface HealthCase {
  readonly well: HealthCheck;
  /** What it finds otherwise, by circumstance. */
  readonly ill: Readonly<Record<string, () => Promise<HealthFinding>>>;
}

/** A case of one check, made anew for each circumstance. */
export function healthCase<Parts>(
  make: (parts: Parts) => HealthCheck,
  well: Parts,
  ill: Readonly<Record<string, Parts>>,
): HealthCase {
  const entries = Object.entries(ill).map(([name, parts]) => {
    return [name, () => make(parts).check(AbortSignal.timeout(20_000))] as const;
  });
  return { well: make(well), ill: Object.fromEntries(entries) };
}
