import { Redis } from 'ioredis';

/** Where tests look for a Redis; those that need one are left out when there is none. */
export const redisUrl = 'redis://127.0.0.1:6379';

/** Whether there is a Redis to test with. */
export async function isRedisThere(): Promise<boolean> {
  const client = new Redis(redisUrl, { lazyConnect: true, connectTimeout: 1_000, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    process.stderr.write(`Left out: what needs a Redis; there is none at ${redisUrl}.\n`);
    return false;
  } finally {
    client.disconnect();
  }
}
