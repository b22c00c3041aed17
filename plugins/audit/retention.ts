import type { Logger } from '../../kernel/index.ts';
import type { AuditStore } from './audit-store.ts';

interface RetentionParts {
  readonly store: AuditStore;
  readonly days: number;
  readonly logger: Logger;
}

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Removes what is older, now and every hour. The result ends it. */
export function keepRetention({ store, days, logger }: RetentionParts): () => Promise<void> {
  let isOver = false;
  let cleaning = clean();
  const timer = setInterval(() => {
    cleaning = clean();
  }, EVERY_MS);
  timer.unref();

  async function clean(): Promise<void> {
    try {
      const oldest = new Date(Date.now() - days * DAY_MS);
      while (!isOver && (await store.removeBefore(oldest)));
    } catch (error) {
      logger.warn({ err: error }, 'old entries of the audit log were not removed');
    }
  }

  return async () => {
    isOver = true;
    clearInterval(timer);
    await cleaning;
  };
}
