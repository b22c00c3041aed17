import { expect, it } from 'vitest';
import { failureOf } from './entry-result.ts';

it('tells what succeeded from what failed, and why', () => {
  const results = [201, 204, 303, 400, 403, 404, 409, 429, 503].map((status) =>
    failureOf({ action: 'apps.x', status }),
  );
  expect(results).toEqual([null, null, null, 'invalid', 'forbidden', 'missing', 'conflict', 'limited', 'unavailable']);
});

it('takes an event without a request as done, but for a failed sign-in', () => {
  expect(failureOf({ action: 'members.joined', status: null })).toBeNull();
  expect(failureOf({ action: 'accounts.sign-in-failed', status: null })).toBe('signIn');
});
