import { healthCase } from '#kernel/testing/health-case.ts';
import { redisHealthCheck } from '#plugins/limits/redis-health-check.ts';

const isAway = async () => {
  throw new Error('ECONNREFUSED');
};

export const healthCases = [
  healthCase(redisHealthCheck, null, { 'it is away': isAway }),
  healthCase(redisHealthCheck, async () => 'PONG', { 'it is away': isAway }),
];
