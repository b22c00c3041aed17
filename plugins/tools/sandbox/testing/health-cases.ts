import { PlatformError } from '#kernel';
import { healthCase } from '#kernel/testing/health-case.ts';
import type { Sandbox } from '#plugins/sandbox/contract.ts';
import { sandboxHealthCheck } from '#plugins/sandbox/health-check.ts';

const runs: Sandbox = { run: async () => ({ ok: true, output: '{}', logs: [] }) };

export const healthCases = [
  healthCase(sandboxHealthCheck, runs, {
    'code fails': { run: async () => ({ ok: false, type: 'OutOfMemory', message: 'It took too much.', logs: [] }) },
    'it is busy': {
      run: async () => {
        throw new PlatformError('unavailable', 'sandbox.busy', 'Too many calls wait.');
      },
    },
  }),
];
