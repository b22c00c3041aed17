import type { Redis } from 'ioredis';
import type { Logger } from '#kernel';

/** Milliseconds a command may take; whoever asks goes on without Redis then. */
const COMMAND_TIMEOUT = 1_000;
const CONNECT_TIMEOUT = 2_000;
/** Milliseconds of silence with commands waiting after which Redis is lost: not every request may wait for it. */
const SILENCE = 2_000;
const MAX_PAUSE = 5_000;

/** A connection that is made again whenever it is lost. */
export interface RedisConnection {
  readonly client: Redis;
  close(): Promise<void>;
}

/** Connects; a Redis that can't be reached now is tried again and again, and meanwhile its commands fail at once. */
export async function connectRedis(url: string, logger: Logger): Promise<RedisConnection> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT,
    commandTimeout: COMMAND_TIMEOUT,
    socketTimeout: SILENCE,
    retryStrategy: (attempts) => Math.min(100 * attempts, MAX_PAUSE),
  });
  let isLost = false;
  client.on('error', (error: Error) => {
    if (!isLost) logger.warn({ err: error }, 'Redis can not be reached: this process counts limits for itself');
    isLost = true;
  });
  client.on('ready', () => {
    if (isLost) logger.info({}, 'Redis is back: limits are counted together again');
    isLost = false;
  });
  await client.connect().catch(() => {});
  return {
    client,
    async close() {
      client.disconnect();
    },
  };
}
