import type { RunLimits } from '../contract.ts';

/** Why a run must be aborted, null while it is within its limits (app-dsl, section 4.10). */
export function exceededLimit(limits: RunLimits, starts: number, milliseconds: number): string | null {
  if (starts > limits.maxSteps) return `Maximum execution steps exceeded: ${starts} > ${limits.maxSteps}`;
  if (limits.maxSeconds === null || milliseconds <= limits.maxSeconds * 1000) return null;
  return `Maximum execution time exceeded: ${(milliseconds / 1000).toFixed(2)} s > ${limits.maxSeconds} s`;
}
