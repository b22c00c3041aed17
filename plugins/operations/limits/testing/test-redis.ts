import { Redis } from 'ioredis';
import { readEnvironment } from '#kernel';

/** Where tests look for a Redis; those that need one are left out when there is none, and in CI they fail. */
export const redisUrl = 'redis://127.0.0.1:6379';

/** Whether there is a Redis to test with; in CI nothing may be left out, and none is an error. */
export async function isRedisThere(url = redisUrl, { CI: ci = '' } = readEnvironment()): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, connectTimeout: 1_000, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    const message = `Left out: what needs a Redis; there is none at ${url}.`;
    if (ci !== '') throw new Error(`${message} In CI nothing may be left out.`);
    process.stderr.write(`${message}\n`);
    return false;
  } finally {
    client.disconnect();
  }
}
