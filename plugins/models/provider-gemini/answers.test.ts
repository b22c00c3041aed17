import { createGoogle } from '@ai-sdk/google';
import { describe, expect, it } from 'vitest';
import {
  comparedAnswer,
  failingMutations,
  oracleAnswer,
  readAnswer,
  recordedFetch,
} from '#plugins/provider-http/testing/answers.ts';
import { playedEgress } from '#plugins/provider-http/testing/played-egress.ts';
import { corpusAnswers, ownAnswers } from '#plugins/provider-http/testing/recorded-answers.ts';
import { provider } from './provider.ts';

const CREDENTIALS = { google_api_key: 'AIza-canary' };
const ERROR_EVENT = 'data: {"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}\n\n';

/** Recordings of other protocols of the vendor lie in folders below. */
const ANSWERS = [
  ...ownAnswers(new URL('./fixtures/', import.meta.url)),
  ...corpusAnswers('google').filter(({ name }) => name.split('/').length === 2),
];

function played(body: string) {
  return playedEgress(() => ({ pieces: [Buffer.from(body)] }));
}

describe('a recorded answer', () => {
  it.each(ANSWERS.map((answer) => [answer.name, answer] as const))(
    '%s means what it does to the AI SDK',
    async (_, recorded) => {
      const type = recorded.kind === 'object' ? 'application/json' : 'text/event-stream';
      const google = createGoogle({ apiKey: 'k', fetch: recordedFetch(recorded.body, type) });
      const oracle = await oracleAnswer(google('gemini-2.5-flash'), recorded.kind);
      const { parts, error } = await readAnswer(provider, CREDENTIALS, played(recorded.body));
      if (oracle === null) expect(error).toMatchObject({ code: 'models.completion_request_error' });
      else expect({ ...comparedAnswer(parts), error }).toEqual({ ...oracle, error: null });
    },
  );

  it('of pieces of arguments is put together without harm', async () => {
    const body = ANSWERS.find(({ name }) => name === 'pieces-of-arguments.chunks.txt')?.body ?? '';
    const { parts } = await readAnswer(provider, CREDENTIALS, played(body));
    const call = parts.find((part) => part.type === 'tool-call')?.call;
    expect(call?.arguments).toBe(
      '{"trip":{"cities":[{"name":"Bern","days":2},{"name":"Basel"}],"extras":[]},"__proto__":{"polluted":true},"note":null}',
    );
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(call?.opaque).toEqual({ provider: 'gemini', data: { thoughtSignature: 'c2ln' } });
  });
});

describe('an answer that is damaged on its way', () => {
  const whole = ANSWERS.find(({ name }) => name === 'thoughts-and-calls.chunks.txt')?.body ?? '';

  it('never hangs, loses nothing that came before, and is told as it is', async () => {
    const failing = await failingMutations(whole, ERROR_EVENT, (egress) => readAnswer(provider, CREDENTIALS, egress));
    expect(failing).toEqual([]);
  });
});
