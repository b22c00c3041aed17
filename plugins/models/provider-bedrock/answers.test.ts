import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { describe, expect, it } from 'vitest';
import { comparedAnswer, failingMutations, oracleAnswer, readAnswer } from '#plugins/provider-http/testing/answers.ts';
import { type PlayedAnswer, playedEgress, torn } from '#plugins/provider-http/testing/played-egress.ts';
import { corpusAnswers, ownAnswers, type RecordedAnswer } from '#plugins/provider-http/testing/recorded-answers.ts';
import { provider } from './provider.ts';
import { eventFrame, eventFrames } from './testing/event-frames.ts';

const CREDENTIALS = { bedrock_api_key: 'canary', aws_region: 'us-east-1' };
const TYPE = 'application/vnd.amazon.eventstream';
const ANSWERS = [...ownAnswers(new URL('./fixtures/', import.meta.url)), ...corpusAnswers('amazon-bedrock')];
const OWN = ANSWERS.find(({ name }) => name === 'thoughts-and-calls.chunks.txt')?.body ?? '';

function bytesOf(recorded: RecordedAnswer): Buffer {
  return recorded.kind === 'object' ? Buffer.from(recorded.body) : Buffer.concat(eventFrames(recorded.body));
}

async function read(answer: PlayedAnswer) {
  return await readAnswer(
    provider,
    CREDENTIALS,
    playedEgress(() => ({ headers: { 'content-type': TYPE }, ...answer })),
  );
}

describe('a recorded answer', () => {
  it.each(ANSWERS.map((answer) => [answer.name, answer] as const))(
    '%s means what it does to the AI SDK',
    async (_, recorded) => {
      const bytes = bytesOf(recorded);
      const type = recorded.kind === 'object' ? 'application/json' : TYPE;
      const answer = () => Promise.resolve(new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }));
      const bedrock = createAmazonBedrock({ region: 'us-east-1', apiKey: 'k', fetch: answer });
      const oracle = await oracleAnswer(bedrock('anthropic.claude-3-haiku-20240307-v1:0'), recorded.kind);
      const { parts, error } = await read({ pieces: [bytes] });
      const found = comparedAnswer(parts);
      // Where the service tells no usage, it is estimated here.
      expect({ ...found, usage: oracle?.usage === null ? null : found.usage, error }).toEqual({
        ...oracle,
        error: null,
      });
    },
  );
});

describe('an answer that is damaged on its way', () => {
  const frames = eventFrames(OWN);
  const whole = Buffer.concat(frames);

  it('as events never hangs, loses nothing that came before, and is told as it is', async () => {
    const error = 'data: {"error":{"type":"throttlingException","status":429}}\n\n';
    const failing = await failingMutations(OWN, error, (egress) => readAnswer(provider, CREDENTIALS, egress));
    expect(failing).toEqual([]);
  });

  it('is the same in pieces of any size', async () => {
    const good = comparedAnswer((await read({ pieces: [whole] })).parts);
    for (const size of [1, 13, 64]) {
      const { parts, error } = await read({ pieces: torn(whole, size) });
      expect({ ...comparedAnswer(parts), error }).toEqual({ ...good, error: null });
    }
  });

  it('may end anywhere', async () => {
    let known = 0;
    const end = whole.length - (frames.at(-1)?.length ?? 0);
    for (let length = 0; length < whole.length; length += 5) {
      const { parts, error } = await read({ pieces: [whole.subarray(0, length)] });
      const { text } = comparedAnswer(parts);
      expect(text.length).toBeGreaterThanOrEqual(known);
      known = text.length;
      if (length < end) expect(error).toMatchObject({ code: 'models.completion_request_error' });
      else expect(error).toBeNull();
    }
  });

  it('is refused where a byte is another, after what came before it', async () => {
    const textEnd = Buffer.concat(frames.slice(0, 5)).length;
    for (let place = textEnd; place < textEnd + (frames[5]?.length ?? 0); place += 3) {
      const damaged = Buffer.from(whole);
      damaged[place] = (damaged[place] ?? 0) ^ 0x55;
      const { parts, error } = await read({ pieces: [damaged] });
      expect(error).toMatchObject({ code: 'models.completion_request_error' });
      expect(comparedAnswer(parts).text).toBe('I look it up: 🌦');
    }
  });

  it.each([
    ['throttlingException', 'models.completion_request_error'],
    ['accessDeniedException', 'models.provider_not_initialize'],
    ['resourceNotFoundException', 'models.model_currently_not_support'],
  ])('ends with the exception %s as %s', async (type, code) => {
    const headers = { ':exception-type': type, ':message-type': 'exception' };
    const pieces = [...frames.slice(0, 5), eventFrame(headers, '{"message":"no"}')];
    const { parts, error } = await read({ pieces });
    expect(error).toMatchObject({ code, message: expect.stringContaining('It says: no') });
    expect(comparedAnswer(parts).text).toBe('I look it up: 🌦');
  });
});
