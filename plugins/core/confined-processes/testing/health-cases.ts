import { healthCase } from '#kernel/testing/health-case.ts';
import { confinementHealthCheck } from '#plugins/confined-processes/confinement-watch.ts';

const state = (kind: 'walled' | 'accepted' | 'off') => ({
  state: async () => ({ kind, description: 'no network, a user of its own', refusals: [] }),
});

export const healthCases = [
  healthCase(confinementHealthCheck, state('walled'), {
    'it is weaker, which is accepted': state('accepted'),
    'it is off': state('off'),
  }),
];
