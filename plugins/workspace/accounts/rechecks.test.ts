import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startRechecks } from './rechecks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('who follows a stream is looked at within a second of any moment, also after a look that failed', async () => {
  let looks = 0;
  const errors: unknown[] = [];
  const end = startRechecks(
    async () => {
      looks += 1;
      if (looks === 1) throw new Error('no database');
    },
    (error) => errors.push(error),
  );
  for (let second = 0; second < 5; second += 1) {
    const before = looks;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toBeGreaterThan(before);
  }
  expect(errors).toHaveLength(1);
  end();
  const before = looks;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toBe(before);
});

it('no look begins while another one waits for the database, and the next one does when that has answered', async () => {
  const answers: PromiseWithResolvers<void>[] = [];
  const end = startRechecks(
    () => {
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      return answer.promise;
    },
    () => {},
  );
  await vi.advanceTimersByTimeAsync(5_000);
  expect(answers).toHaveLength(1);
  answers[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answers).toHaveLength(2);
  end();
});
