import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGroq } from '@ai-sdk/groq';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createXai } from '@ai-sdk/xai';
import { describe, expect, it } from 'vitest';
import {
  comparedAnswer,
  type OracleModel,
  oracleAnswer,
  readAnswer,
  recordedFetch,
} from '#plugins/provider-http/testing/answers.ts';
import { playedEgress } from '#plugins/provider-http/testing/played-egress.ts';
import { corpusAnswers, ownAnswers, type RecordedAnswer } from '#plugins/provider-http/testing/recorded-answers.ts';
import { provider } from './provider.ts';

const recorded = [
  ...ownAnswers(new URL('./testing/answers/', import.meta.url)),
  ...corpusAnswers(
    'openai',
    'openai-compatible',
    'azure',
    'deepseek',
    'groq',
    'mistral',
    'moonshotai',
    'alibaba',
    'xai',
  ),
];

const isResponses = ({ body }: RecordedAnswer) => /"object":\s*"response"|"type":\s*"response\./.test(body);
const isChat = ({ body }: RecordedAnswer) => /"choices":\s*\[/.test(body);
const isCompletion = ({ body }: RecordedAnswer) => /"object":\s*"text_completion"/.test(body);

/** The vendor's own package, where there is one: it knows where the vendor puts things. */
function oracleOf(answer: RecordedAnswer): OracleModel {
  const fetch = recordedFetch(answer.body, answer.kind === 'object' ? 'application/json' : 'text/event-stream');
  const settings = { fetch, apiKey: 'k', baseURL: 'http://localhost' };
  if (isResponses(answer)) {
    return answer.name.startsWith('xai/') ? createXai(settings).responses('m') : createOpenAI(settings).responses('m');
  }
  if (isCompletion(answer)) return createOpenAI(settings).completion('m');
  switch (answer.name.split('/', 1)[0]) {
    case 'deepseek':
      return createDeepSeek(settings).chat('m');
    case 'groq':
      return createGroq(settings).languageModel('m');
    case 'mistral':
      return createMistral(settings).chat('m');
    case 'openai':
      return createOpenAI(settings).chat('m');
    default:
      return createOpenAICompatible({ ...settings, name: 'compatible' }).chatModel('m');
  }
}

describe('a recorded answer', () => {
  // Of the shell's tool, the AI SDK names fields of whole answers otherwise than of streams.
  const unlike = /local-shell-tool.*\.json$/;
  const answers = recorded.filter((answer) => (isResponses(answer) || isChat(answer)) && !unlike.test(answer.name));
  it.each(answers.map((answer) => [answer.name, answer] as const))(
    '%s is read as the AI SDK reads it',
    async (_name, answer) => {
      const expected = await oracleAnswer(oracleOf(answer), answer.kind);
      const egress = playedEgress(() => ({ pieces: [Buffer.from(answer.body)] }));
      const credentials = { openai_api_key: 'k', api_protocol: isResponses(answer) ? 'responses' : 'chat' };
      const { parts, error } = await readAnswer(provider, credentials, egress, {
        mode: isCompletion(answer) ? 'completion' : 'chat',
      });
      // One recording is broken JSON itself: both report an error.
      if (expected === null) {
        expect(error).toMatchObject({ code: 'models.completion_request_error' });
        return;
      }
      expect(error).toBe(null);
      const found = comparedAnswer(parts);
      // Usage that nobody tells is estimated here; where reasoning is counted apart (xAI), it is what is paid for as well.
      const usage = expected.usage ?? found.usage;
      const isApart = usage !== null && usage.reasoning > usage.completion;
      expect(found).toEqual({
        ...expected,
        usage: isApart ? { ...usage, completion: usage.completion + usage.reasoning } : usage,
      });
    },
  );
});

describe('a recorded answer of another kind', () => {
  const signal = new AbortController().signal;
  const credentials = { openai_api_key: 'k' };
  const played = (body: string, status = 200) =>
    playedEgress(() => ({ status, headers: { 'content-type': 'application/json' }, pieces: [Buffer.from(body)] }));
  const named = (pattern: RegExp) =>
    recorded.filter(({ name }) => pattern.test(name)).map((answer) => [answer.name, answer.body] as const);

  it.each(named(/embedding\.json$/))('%s has the vectors that the AI SDK reads', async (_name, body) => {
    const count = (JSON.parse(body) as { data: readonly unknown[] }).data.length;
    const texts = Array.from({ length: count }, () => 'a');
    const fetch = recordedFetch(body, 'application/json');
    const expected = await createOpenAI({ fetch, apiKey: 'k' }).embedding('m').doEmbed({ values: texts });
    const found = await provider
      .embedding?.(credentials, { egress: played(body) })
      .embed({ model: 'm', texts, signal });
    expect(found?.vectors).toEqual(expected.embeddings.map((vector) => Float32Array.from(vector)));
    expect(found?.promptTokens).toBe(expected.usage?.tokens);
  });

  it.each(named(/transcription\.json$/))('%s has the text', async (_name, body) => {
    const request = { model: 'm', audio: Buffer.from('RIFF'), mediaType: 'audio/wav', fileName: 'a.wav', signal };
    const found = await provider.speechToText?.(credentials, { egress: played(body) }).transcribe(request);
    expect(found?.text).toBe((JSON.parse(body) as { text: string }).text);
  });

  it.each(named(/error.*\.json$/))('%s is an error with what it says', async (_name, body) => {
    const { message, code } = (JSON.parse(body) as { error: { message: string; code: string } }).error;
    const { error } = await readAnswer(provider, credentials, played(body, 400));
    const isQuota = code === 'insufficient_quota';
    expect(error).toMatchObject({
      code: isQuota ? 'models.provider_quota_exceeded' : 'models.completion_request_error',
    });
    expect(String(error)).toContain(message.slice(0, 100));
  });
});
