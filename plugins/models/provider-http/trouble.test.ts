import { describe, expect, it } from 'vitest';
import { brokenAnswer, createCaller, type Endpoint, outlineOf, troubleOf } from './contract.ts';
import { playedEgress } from './testing/played-egress.ts';

const endpoint: Endpoint = {
  ...{ provider: 'Vendor', base: 'https://api.vendor.example/v1', headers: [], secrets: [] },
  ...{ firstByteTimeout: 1000, idleTimeout: 1000 },
};

async function failed(status: number, message: string, headers: Record<string, string> = {}): Promise<string> {
  const pieces = [Buffer.from(JSON.stringify({ error: { message } }))];
  const caller = createCaller(
    playedEgress(() => ({ status, headers, pieces })),
    endpoint,
  );
  const call = { path: '/chat', body: '{}', model: 'large', signal: new AbortController().signal };
  return String(((await caller.json(call).catch((error: unknown) => error)) as Error).message);
}

describe('the text of a failed run', () => {
  it.each([
    [429, 'slow down', { 'retry-after': '12' }, 'busy', 12],
    [429, 'slow down', {}, 'busy', null],
    [529, 'Overloaded', {}, 'busy', null],
    [503, 'no room', { 'retry-after': '7' }, 'busy', 7],
    [400, "This model's maximum context length is 8192 tokens.", {}, 'too_long', null],
    [400, 'prompt is too long: 210000 tokens > 200000 maximum', {}, 'too_long', null],
    [413, 'too big', {}, 'too_long', null],
    [500, 'the prompt is too long, and the server is overloaded. Try again in 9 s.', {}, 'fault', null],
    [400, 'temperature finds the request too long', {}, 'fault', null],
    [401, 'no key', {}, 'fault', null],
  ] as const)('of %s %j means what to do', async (status, said, headers, trouble, retryAfter) => {
    const text = await failed(status, said, headers);
    expect(troubleOf(text)).toEqual({ trouble, retryAfter });
    expect(troubleOf(outlineOf(text))).toEqual({ trouble, retryAfter });
    expect(outlineOf(text)).not.toMatch(/vendor|large|prompt|server/i);
  });

  it('is the same where a stream tells of it', () => {
    const reported = { error: { type: 'overloaded_error', message: 'Overloaded' } };
    const { message } = brokenAnswer(endpoint, 'reports an error.', { model: 'large', reported });
    expect(troubleOf(message).trouble).toBe('busy');
    const other = brokenAnswer(endpoint, 'reports an error.', { reported: { error: { message: 'Bad' } } });
    expect(other.message).toContain('reports an error');
    expect(troubleOf(other.message).trouble).toBe('fault');
  });
});

it('an account that is missing is a matter of who asked, and told without the rest', () => {
  const said =
    'Files: No account of google is connected that allows this. Connect yours under Integrations, and run again.';
  expect(troubleOf(said)).toEqual({ trouble: 'account', retryAfter: null });
  expect(outlineOf(said)).toBe('No account of google is connected that allows this.');
  expect(troubleOf(outlineOf(said)).trouble).toBe('account');
});
