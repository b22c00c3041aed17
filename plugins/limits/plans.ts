import type { PlanLimit } from './contract.ts';

/** The plans of the runtime API (rate limiting); what `enterprise` allows is the installation's to say, 0 for any number. */
export function plans(enterprise: {
  readonly requestsPerMinute: number;
  readonly requestsPerDay: number;
}): PlanLimit[] {
  return [
    { id: 'unlimited', requestsPerMinute: null, requestsPerDay: null },
    { id: 'sandbox', requestsPerMinute: 100, requestsPerDay: 10_000 },
    { id: 'professional', requestsPerMinute: 500, requestsPerDay: 100_000 },
    { id: 'team', requestsPerMinute: 1_000, requestsPerDay: 500_000 },
    {
      id: 'enterprise',
      requestsPerMinute: enterprise.requestsPerMinute || null,
      requestsPerDay: enterprise.requestsPerDay || null,
    },
  ];
}
