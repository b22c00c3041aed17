import { expect, it } from 'vitest';
import { patiently } from './patiently.ts';

const away = () => Object.assign(new Error('terminating connection'), { code: '57P01' });

it('does it again while the database is away', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw away();
    return tries;
  };
  expect(await patiently(work)).toBe(3);
});

it('hands on at once what another try would not change', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    throw Object.assign(new Error('duplicate key'), { code: '23505' });
  };
  await expect(patiently(work)).rejects.toThrow('duplicate key');
  expect(tries).toBe(1);
});

it('ends with its run', async () => {
  const run = new AbortController();
  const waiting = patiently(async () => {
    throw away();
  }, run.signal);
  run.abort(new Error('The run ended.'));
  await expect(waiting).rejects.toThrow();
});
