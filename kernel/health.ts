import { extensionPoint } from './extension-point.ts';

/** A check behind `/readyz`. Resolves when healthy; throws with a message that may be shown to anyone. */
export interface HealthCheck {
  readonly id: string;
  check(signal: AbortSignal): Promise<void>;
}

export const HealthChecks = extensionPoint<HealthCheck>('kernel.health-checks');
