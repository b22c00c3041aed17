import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { openCounters } from './counters.ts';
import { type Quota, Quotas } from './quota.ts';
import { connectRedis, type RedisConnection } from './redis-connection.ts';
import { openRunSlots } from './run-slots.ts';
import { isRedisThere, redisUrl } from './testing/test-redis.ts';
import { unkeptWindows } from './testing/unkept-windows.ts';

const script = fileURLToPath(new URL('testing/take-quota.ts', import.meta.url));
const callers = Array.from({ length: 64 });

function quotaOf(key: string, limit: number): Quota {
  return { window: 'minute', workspaceId: '', key, limit, rule: 'At most so many' };
}

async function allow(quotas: Quotas, quota: Quota): Promise<number> {
  const standings = await Promise.all(callers.map(() => quotas.take(quota)));
  return standings.filter(({ isRefused }) => !isRefused).length;
}

async function open(url: string | null): Promise<{ redis: RedisConnection | null; quotas: Quotas }> {
  const redis = url === null ? null : await connectRedis(url, silentLogger);
  return { redis, quotas: new Quotas(openCounters(redis, unkeptWindows())) };
}

const isThere = await isRedisThere();

describe('the Redis that tests need', () => {
  it('may be left out, but not in CI', async () => {
    const nobody = 'redis://127.0.0.1:1';
    expect(await isRedisThere(nobody, {})).toBe(false);
    await expect(isRedisThere(nobody, { CI: 'true' })).rejects.toThrow('nothing may be left out');
  });
});

describe.each([
  { name: 'in memory', url: null },
  ...(isThere ? [{ name: 'in Redis', url: redisUrl }] : []),
  { name: 'without the Redis that is configured', url: 'redis://127.0.0.1:1' },
])('counting $name', ({ url }) => {
  it('lets exactly as many of 64 concurrent callers in as the limit says', async () => {
    const { redis, quotas } = await open(url);
    const quota = quotaOf(randomUUID(), 50);
    expect(await allow(quotas, quota)).toBe(50);
    expect(await allow(quotas, quota)).toBe(0);
    expect(await allow(quotas, { ...quota, key: randomUUID() })).toBe(50);
    await redis?.close();
  });

  it('keeps what was counted when a limit is raised', async () => {
    const { redis, quotas } = await open(url);
    const quota = quotaOf(randomUUID(), 3);
    expect(await allow(quotas, quota)).toBe(3);
    const { isRefused } = await quotas.take({ ...quota, limit: 1_000 });
    expect(isRefused).toBe(false);
    await redis?.close();
  });

  it('gives slots back, each once', async () => {
    const { redis } = await open(url);
    const slots = openRunSlots(redis, silentLogger);
    const key = randomUUID();
    const held = await Promise.all(callers.map(() => slots.enter(key, 10)));
    const leaves = held.filter((leave) => leave !== null);
    expect(leaves.length).toBe(10);
    expect([slots.isFull(key, 10), slots.isFull(randomUUID(), 10)]).toEqual([true, false]);
    leaves[0]?.();
    leaves[0]?.();
    expect(slots.isFull(key, 10)).toBe(false);
    await expect.poll(async () => (await slots.enter(key, 10)) !== null).toBe(true);
    expect(await slots.enter(key, 10)).toBeNull();
    expect(slots.isFull(key, 10)).toBe(true);
    expect(slots.isFull(key, 11)).toBe(false);
    slots.close();
    await redis?.close();
  });
});

describe.skipIf(!isThere)('two processes on one Redis', () => {
  it('together let in exactly as many as the limits say', async () => {
    const key = randomUUID();
    const run = async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [script, redisUrl, key, '50', '64']);
      return JSON.parse(stdout) as { taken: number; held: number };
    };
    const [one, other] = await Promise.all([run(), run()]);
    expect(one.taken + other.taken).toBe(50);
    expect(one.held + other.held).toBe(50);
  });

  it('go on from their own runs when it is lost, and tell it of them when it is back and has forgotten', async () => {
    const [redis, elsewhere] = [await connectRedis(redisUrl, silentLogger), await connectRedis(redisUrl, silentLogger)];
    const [slots, others] = [openRunSlots(redis, silentLogger), openRunSlots(elsewhere, silentLogger)];
    const key = randomUUID();
    const held = [await slots.enter(key, 3), await slots.enter(key, 3)];

    redis.client.disconnect();
    await once(redis.client, 'end');
    held.push(await slots.enter(key, 3));
    expect(held).not.toContain(null);
    expect(await slots.enter(key, 3)).toBeNull();
    held[0]?.();
    expect(await slots.enter(key, 3)).not.toBeNull();

    await elsewhere.client.del(`weft:limits:runs:${key}`);
    await redis.client.connect();
    await expect.poll(() => elsewhere.client.zcard(`weft:limits:runs:${key}`)).toBe(3);
    expect(await others.enter(key, 3)).toBeNull();
    for (const each of [slots, others]) each.close();
    await Promise.all([redis.close(), elsewhere.close()]);
  });
});
