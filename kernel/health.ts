import { extensionPoint } from './extension-point.ts';

/** A check behind `/readyz`. Resolves when healthy; throws with a message that may be shown to anyone. */
export interface HealthCheck {
  readonly id: string;
  check(signal: AbortSignal): Promise<void>;
  /** What is not as it should be although it serves, for anyone to read; undefined: nothing. */
  notice?(): string | undefined;
}

export const HealthChecks = extensionPoint<HealthCheck>('kernel.health-checks');
