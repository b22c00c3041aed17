import type { HealthCheck } from '#kernel';

/** Whether the Redis answers in which processes count together. `ping`: asks it; null: none is configured. */
export function redisHealthCheck(ping: (() => Promise<unknown>) | null): HealthCheck {
  return {
    id: 'limits.redis',
    title: 'Redis',
    limit: 5_000,
    async check() {
      if (ping === null)
        return { state: 'ok', summary: 'No Redis is set (REDIS_URL): each process counts limits for itself.' };
      try {
        await ping();
        return { state: 'ok', summary: 'Redis answers: processes count limits together.' };
      } catch {
        const summary =
          "Redis can't be reached: each process counts limits for itself, so callers may do more than they are allowed.";
        const next =
          'Start the Redis that REDIS_URL names, or correct REDIS_URL; no restart is needed once it answers.';
        return { state: 'warning', code: 'limits.redis_unreachable', summary, next };
      }
    },
  };
}
