import type { HealthCheck } from '#kernel';

/** Behind `/readyz`. What the driver says may name hosts and roles, so only the fact is shown. */
export function databaseHealthCheck(check: () => Promise<void>): HealthCheck {
  return {
    id: 'database',
    async check(signal) {
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('The database did not answer in time.')), {
          once: true,
        });
      });
      const answered = check().catch((cause: unknown) => {
        throw new Error('The database can not be reached.', { cause });
      });
      await Promise.race([answered, aborted]);
    },
  };
}
