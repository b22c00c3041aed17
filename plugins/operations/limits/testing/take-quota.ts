/** A process of its own: takes from a quota as often as it is told, all at once, and prints how often it was let in. */
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { openCounters } from '#plugins/limits/counters.ts';
import { Quotas } from '#plugins/limits/quota.ts';
import { connectRedis } from '#plugins/limits/redis-connection.ts';
import { openRunSlots } from '#plugins/limits/run-slots.ts';
import { unkeptWindows } from './unkept-windows.ts';

const [url = '', key = '', limit = '0', times = '0'] = process.argv.slice(2);
const redis = await connectRedis(url, silentLogger);
const quotas = new Quotas(openCounters(redis, unkeptWindows()));
const slots = openRunSlots(redis, silentLogger);
const quota = { window: 'minute' as const, workspaceId: '', key, limit: Number(limit), rule: 'At most so many' };
const each = Array.from({ length: Number(times) });
const standings = await Promise.all(each.map(() => quotas.take(quota)));
const held = await Promise.all(each.map(() => slots.enter(key, Number(limit))));
const taken = standings.filter(({ isRefused }) => !isRefused).length;
process.stdout.write(JSON.stringify({ taken, held: held.filter((slot) => slot !== null).length }));
slots.close();
await redis.close();
