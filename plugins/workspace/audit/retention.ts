import { clocksAgree, currentTime, type Logger } from '#kernel';

interface RetentionParts {
  readonly logs: readonly { removeBefore(time: Date): Promise<boolean> }[];
  readonly days: number;
  readonly logger: Logger;
}

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Removes what is older, now and every hour. The result ends it. */
export function keepRetention({ logs, days, logger }: RetentionParts): () => Promise<void> {
  let isOver = false;
  let cleaning = clean();
  const timer = setInterval(() => {
    cleaning = clean();
  }, EVERY_MS);
  timer.unref();

  async function clean(): Promise<void> {
    if (!clocksAgree()) return;
    try {
      const oldest = new Date(currentTime() - days * DAY_MS);
      for (const log of logs) while (!isOver && (await log.removeBefore(oldest)));
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
