import { describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { fitting, requestsOf, textsPerRequest } from './batch-plan.ts';
import { Cooling } from './cooling.ts';
import { CoolingError, judge, StepError } from './failures.ts';
import { secondsLeftOf } from './pace.ts';
import { uuidBefore } from './rebuilder.ts';

describe('requests', () => {
  it('take as many texts as the model does, and not too many characters', () => {
    expect([textsPerRequest({}), textsPerRequest({ maxBatch: 10 }), textsPerRequest({ maxBatch: 4_000 })]).toEqual([
      32, 10, 256,
    ]);
    expect(requestsOf(['a', 'b', 'c'], 2)).toEqual([['a', 'b'], ['c']]);
    const long = 'x'.repeat(150_000);
    expect(requestsOf([long, long, 'a'], 32)).toEqual([[long], [long, 'a']]);
    expect(requestsOf([], 32)).toEqual([]);
  });

  it('have texts that the model takes as a whole, and cut no character', () => {
    expect(fitting('short', 512)).toBe('short');
    expect(fitting('word '.repeat(10_000), undefined)).toHaveLength(50_000);
    expect(fitting('word '.repeat(10_000), 512).length).toBeLessThan(512 * 5);
    expect(fitting('😀'.repeat(1_000), 100).isWellFormed()).toBe(true);
  });
});

describe('a failure', () => {
  const limited = (details: object) =>
    new PlatformError('invalid', 'models.completion_request_error', 'The server limits', { details: { ...details } });
  const of = (error: unknown, failures = 0) => judge(new StepError('embedding', error), failures);

  it('is waited out for as long as the provider says, else ever longer', () => {
    expect(of(limited({ retry_after_ms: 90_000, status: 429 }))).toEqual({
      seconds: 90,
      failures: 1,
      message: 'Embedding waits: The server limits. It goes on by itself.',
    });
    expect([0, 1, 2].map((failures) => of(limited({ status: 503 }), failures).seconds)).toEqual([2, 4, 8]);
    expect(of(limited({}), 8).seconds).toBe(512);
  });

  it('is waited out ever longer where the provider says the same again and again, and never for years', () => {
    const limit = { retry_after_ms: 3_000, status: 429 };
    const seconds = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((failures) => of(limited(limit), failures).seconds);
    expect(seconds).toEqual([3, 3, 3, 16, 32, 64, 128, 256, 512]);
    expect(of(limited({ retry_after_ms: 1e12, status: 429 })).seconds).toBe(86_400);
  });

  it('ends the work after ten in a row, and at once where only a person helps', () => {
    expect(of(limited({ status: 429 }), 9)).toMatchObject({ seconds: null, failures: 10 });
    expect(of(limited({ status: 400 })).seconds).toBe(null);
    const refused = new PlatformError('invalid', 'models.provider_not_initialize', 'No key. Check it.');
    expect(of(refused)).toMatchObject({
      seconds: null,
      message: 'Embedding failed: No key. Check it. Then retry the document.',
    });
  });

  it('that nobody foresaw shows nothing of what it says', () => {
    const verdict = of(new Error('password=secret'), 3);
    expect(verdict.seconds).toBe(null);
    expect(verdict.message).not.toContain('secret');
  });

  it('counts for nothing where nothing was asked', () => {
    expect(of(new CoolingError(5_000, 'It limits.'), 4)).toMatchObject({ seconds: 5, failures: 4 });
  });
});

describe('a model that said when it wants to be asked again', () => {
  it('is left alone until then, by all who ask for the same', async () => {
    let now = 0;
    const cooling = new Cooling(() => now);
    const details = { retry_after_ms: 1_000 };
    const refused = () =>
      Promise.reject(new PlatformError('invalid', 'models.completion_request_error', 'later', { details }));
    await expect(cooling.unlessCooling(['w', 'm'], refused)).rejects.toThrow('later');
    await expect(cooling.unlessCooling(['w', 'm'], async () => 1)).rejects.toBeInstanceOf(CoolingError);
    expect(await cooling.unlessCooling(['v', 'm'], async () => 1)).toBe(1);
    now = 1_000;
    expect(await cooling.unlessCooling(['w', 'm'], async () => 2)).toBe(2);
  });

  it('attack T21: is asked again after a day, whatever it said', async () => {
    let now = 0;
    const cooling = new Cooling(() => now);
    const details = { retry_after_ms: 1e12 };
    const refused = () =>
      Promise.reject(new PlatformError('invalid', 'models.completion_request_error', 'later', { details }));
    await expect(cooling.unlessCooling(['w', 'm'], refused)).rejects.toThrow('later');
    now = 86_400_000;
    expect(await cooling.unlessCooling(['w', 'm'], async () => 2)).toBe(2);
  });
});

describe('the time that is left', () => {
  const at = (
    id: string,
    status: 'indexing' | 'waiting' | 'completed' | 'error',
    split: number | null,
    done: number | null = null,
  ) => ({ id, indexingStatus: status, splittingCompletedAt: split, completedAt: done }) as const;

  it('follows the pace of what was done, and is not known before anything was', () => {
    const counts = new Map([
      ['a', { completed: 50, total: 100 }],
      ['b', { completed: 0, total: 100 }],
    ]);
    const documents = [at('a', 'indexing', 0), at('b', 'indexing', 0)];
    expect(secondsLeftOf(documents, counts, 10_000)).toBe(30);
    expect(secondsLeftOf([at('c', 'waiting', null)], new Map(), 10_000)).toBe(null);
    expect(secondsLeftOf([at('a', 'completed', 0, 1), at('b', 'error', 0)], counts, 10_000)).toBe(0);
    expect(secondsLeftOf([...documents, at('c', 'waiting', null)], counts, 10_000)).toBe(50);
  });
});

describe('the id before another', () => {
  it('is the last one that sorts before it', () => {
    expect(uuidBefore('01a214e3-b798-76a9-a6e7-0d5cad6e5300')).toBe('01a214e3-b798-76a9-a6e7-0d5cad6e52ff');
    expect(uuidBefore('00000000-0000-0000-0000-000000000000')).toBe(null);
  });
});
