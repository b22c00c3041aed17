import { tmpdir } from 'node:os';
import { spaceFinding } from '#kernel';
import { healthCase } from '#kernel/testing/health-case.ts';
import { homeHealthCheck, versionsHealthCheck } from '#plugins/health/installation-checks.ts';

const home = healthCase(homeHealthCheck, tmpdir(), { 'it is no folder': '/dev/null/data' });
const disk = { folder: '/data', littleSpace: { code: 'health.little_space' }, setting: 'WEFT_HOME' };

export const healthCases = [
  {
    ...home,
    ill: {
      ...home.ill,
      'its disk is nearly full': async () => spaceFinding({ ...disk, free: 500_000_000 }),
      'its disk is full': async () => spaceFinding({ ...disk, free: 0 }),
    },
  },
  healthCase((node: string) => versionsHealthCheck('1.0.0', { node }), '24.1.0', { 'Node is old': '22.11.0' }),
];
