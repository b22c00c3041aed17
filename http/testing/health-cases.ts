import { portHealthCheck } from '#http/preflight.ts';
import { healthCase } from '#kernel/testing/health-case.ts';

export const healthCases = [
  healthCase(
    portHealthCheck,
    { host: '127.0.0.1', port: 0 },
    // An address of documents, which no machine has.
    { 'the address is not ours': { host: '192.0.2.1', port: 3000 } },
  ),
];
