import { expect, it } from 'vitest';
import { withRetry } from './with-retry.ts';

const away = () => Object.assign(new Error('terminating connection'), { code: '57P01' });

it('does it again while the database is away', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw away();
    return tries;
  };
  expect(await withRetry(work)).toBe(3);
});

it('hands on at once what another try would not change', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    throw Object.assign(new Error('duplicate key'), { code: '23505' });
  };
  await expect(withRetry(work)).rejects.toThrow('duplicate key');
  expect(tries).toBe(1);
});

it('ends with its run', async () => {
  const run = new AbortController();
  const waiting = withRetry(async () => {
    throw away();
  }, run.signal);
  run.abort(new Error('The run ended.'));
  await expect(waiting).rejects.toThrow();
});
