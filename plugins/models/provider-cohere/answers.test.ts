import { createCohere } from '@ai-sdk/cohere';
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

const CREDENTIALS = { api_key: 'co-canary' };
/** How the service reports one: as the end of its message. */
const ERROR_EVENT = 'data: {"type":"message-end","delta":{"finish_reason":"ERROR","error":"overloaded"}}\n\n';

const ANSWERS = [...ownAnswers(new URL('./fixtures/', import.meta.url)), ...corpusAnswers('cohere')];
const CHATS = ANSWERS.filter(({ body }) => body.includes('finish_reason'));

function played(body: string) {
  return playedEgress(() => ({ pieces: [Buffer.from(body)] }));
}

describe('a recorded answer', () => {
  it.each(CHATS.map((answer) => [answer.name, answer] as const))(
    '%s means what it does to the AI SDK',
    async (_, recorded) => {
      const type = recorded.kind === 'object' ? 'application/json' : 'text/event-stream';
      const cohere = createCohere({ apiKey: 'k', fetch: recordedFetch(recorded.body, type) });
      const oracle = await oracleAnswer(cohere('command-a'), recorded.kind);
      const { parts, error } = await readAnswer(provider, CREDENTIALS, played(recorded.body));
      expect({ ...comparedAnswer(parts), error }).toEqual({ ...oracle, error: null });
    },
  );

  it('keeps the plan that goes back with the calls', async () => {
    const body = ANSWERS.find(({ name }) => name === 'plan-and-call.chunks.txt')?.body ?? '';
    const { parts } = await readAnswer(provider, CREDENTIALS, played(body));
    expect(parts.filter(({ type }) => type === 'opaque')).toEqual([
      { type: 'opaque', payload: { provider: 'cohere', data: { tool_plan: 'I will ask the weather.' } } },
    ]);
  });
});

describe('an answer that is damaged on its way', () => {
  const whole = ANSWERS.find(({ name }) => name === 'plan-and-call.chunks.txt')?.body ?? '';

  it('never hangs, loses nothing that came before, and is told as it is', async () => {
    const failing = await failingMutations(whole, ERROR_EVENT, (egress) => readAnswer(provider, CREDENTIALS, egress));
    expect(failing).toEqual([]);
  });
});
