import { createAnthropic } from '@ai-sdk/anthropic';
import { describe, expect, it } from 'vitest';
import {
  comparedAnswer,
  failingMutations,
  oracleAnswer,
  readAnswer,
  recordedFetch,
} from '#plugins/provider-http/testing/answers.ts';
import { playedEgress } from '#plugins/provider-http/testing/played-egress.ts';
import { corpusAnswers, ownAnswers, type RecordedAnswer } from '#plugins/provider-http/testing/recorded-answers.ts';
import { provider } from './provider.ts';

const CREDENTIALS = { anthropic_api_key: 'sk-ant-canary' };
const ERROR_EVENT =
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';

/** A recording may hold the answers of several calls, one after the other. */
function singleAnswers(recorded: RecordedAnswer): readonly RecordedAnswer[] {
  if (recorded.kind === 'object') return recorded.body.includes('"role"') ? [recorded] : [];
  const bodies = recorded.body.split(/(?<="message_stop"\s*\}\n\n)/);
  return bodies
    .filter((body) => body.trim() !== '')
    .map((body, place) => ({
      ...recorded,
      body,
      name: place === 0 ? recorded.name : `${recorded.name} (${place + 1})`,
    }));
}

const ANSWERS = [...ownAnswers(new URL('./fixtures/', import.meta.url)), ...corpusAnswers('anthropic')].flatMap(
  singleAnswers,
);

function played(body: string) {
  return playedEgress(() => ({ pieces: [Buffer.from(body)] }));
}

describe('a recorded answer', () => {
  it.each(ANSWERS.map((answer) => [answer.name, answer] as const))(
    '%s means what it does to the AI SDK',
    async (_, recorded) => {
      const type = recorded.kind === 'object' ? 'application/json' : 'text/event-stream';
      const anthropic = createAnthropic({ apiKey: 'k', fetch: recordedFetch(recorded.body, type) });
      const oracle = await oracleAnswer(anthropic('claude-sonnet-4-5'), recorded.kind);
      const { parts, error } = await readAnswer(provider, CREDENTIALS, played(recorded.body));
      if (oracle === null) expect(error).toMatchObject({ code: 'models.completion_request_error' });
      else expect({ ...comparedAnswer(parts), error }).toEqual({ ...oracle, error: null });
    },
  );
});

describe('an answer that is damaged on its way', () => {
  const whole = ANSWERS.find(({ name }) => name === 'thoughts-and-call.chunks.txt')?.body ?? '';

  it('never hangs, loses nothing that came before, and is told as it is', async () => {
    const failing = await failingMutations(whole, ERROR_EVENT, (egress) => readAnswer(provider, CREDENTIALS, egress));
    expect(failing).toEqual([]);
  });
});
