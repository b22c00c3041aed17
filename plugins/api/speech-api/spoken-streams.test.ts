import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat, promptApp } from '#engine/testing/app-document.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';

let platform: TestPlatform;
let provider: FakeOpenAi;
let said: string[];
/** How the provider answers; resolved ones let it end. */
let speak: 'well' | 'never' | 'badly';
let left: number;

const autoPlay = { enabled: true, voice: 'nova', language: 'en', autoPlay: 'enabled' };

function withVoice(document: string, feature: object = autoPlay): string {
  const tree = JSON.parse(document);
  if (tree.workflow === undefined) tree.model_config.text_to_speech = feature;
  else tree.workflow.features = { text_to_speech: feature };
  return JSON.stringify(tree);
}

beforeAll(async () => {
  provider = await startFakeOpenAi({
    'tts-1': (call, response) => {
      said.push(String(call.body.input));
      if (speak === 'badly') return void response.writeHead(500).end('{"error":{"message":"no"}}');
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      response.write(`[${call.body.voice}: ${call.body.input}]`);
      if (speak === 'well') return void response.end();
      response.on('close', () => {
        left += 1;
      });
    },
  });
  platform = await sharedPlatform();
  const credentials = { openai_api_key: 'sk-1234567890', openai_api_base: provider.url };
  const path = '/console/api/providers/openai';
  expect((await platform.management.request(path, { method: 'PUT', body: { credentials } })).status).toBe(200);
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});

const query = 'Ferns like shade. They drink a lot.';

type Event = Readonly<Record<string, unknown>>;

async function events(app: ImportedApp, how: typeof speak, path = '/v1/chat-messages'): Promise<readonly Event[]> {
  said = [];
  left = 0;
  speak = how;
  const body = { inputs: { topic: 'ferns' }, query, user: 'u1', response_mode: 'streaming' };
  return (await platform.stream(app.key, path, body)).events as readonly Event[];
}

const names = (all: readonly Event[]) => all.map(({ event }) => event).filter((name) => name !== 'ping');
const soundOf = (all: readonly Event[]) =>
  all
    .filter(({ event }) => event === 'tts_message')
    .map(({ audio }) => Buffer.from(String(audio), 'base64').toString())
    .join('');
const textOf = (all: readonly Event[]) => all.map(({ answer }) => answer ?? '').join('');
const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

describe('a streamed answer with autoPlay', () => {
  it.each([
    ['chat', () => promptApp('chat'), '/v1/chat-messages'],
    ['completion', () => promptApp('completion'), '/v1/completion-messages'],
    ['advanced-chat', () => modelChat(), '/v1/chat-messages'],
  ])('of a %s app is said as it comes, and the end of the sound is the last', async (_mode, document, path) => {
    const app = await platform.importApp(withVoice(document()));
    const all = await events(app, 'well', path);
    expect(names(all).at(-1)).toBe('tts_message_end');
    expect(all.at(-1)).toMatchObject({ audio: '', message_id: expect.any(String), task_id: expect.any(String) });
    const sound = all.find(({ event }) => event === 'tts_message');
    expect(sound).toMatchObject({ message_id: expect.any(String), created_at: expect.any(Number) });
    expect(soundOf(all)).toMatch(/^\[nova: /);
    expect(letters(said.join(''))).toBe(letters(textOf(all)));
    expect(letters(soundOf(all).replaceAll('[nova: ', ''))).toBe(letters(textOf(all)));
    const finished = names(all).indexOf('workflow_finished');
    if (finished !== -1) expect(names(all).slice(finished + 1)).toEqual(['tts_message_end']);
  });

  it('ends as any other when the provider fails', async () => {
    const app = await platform.importApp(withVoice(promptApp('chat')));
    const all = await events(app, 'badly');
    expect(names(all).slice(-2)).toEqual(['message_end', 'tts_message_end']);
    expect(names(all)).not.toContain('tts_message');
    expect(names(all)).not.toContain('error');
    expect(said).toHaveLength(1);
    expect(platform.log.some(({ message }) => message.includes('not said any further'))).toBe(true);
  });

  it('is told to its end while a provider says nothing; who leaves ends the call', async () => {
    const app = await platform.importApp(withVoice(promptApp('chat')));
    said = [];
    left = 0;
    speak = 'never';
    const body = { inputs: {}, query, user: 'u1', response_mode: 'streaming' };
    const answer = await platform.open(app.key, '/v1/chat-messages', { body });
    const reader = answer.body?.getReader();
    let text = '';
    const decoder = new TextDecoder();
    while (!text.includes('"message_end"')) text += decoder.decode((await reader?.read())?.value, { stream: true });
    await expect.poll(() => said.length).toBe(1);
    expect(left).toBe(0);
    await reader?.cancel();
    await expect.poll(() => left).toBe(1);
    expect(said).toHaveLength(1);
  });
});

it.each([
  ['is not switched on', { enabled: false, autoPlay: 'enabled' }],
  ['waits to be asked', { enabled: true, autoPlay: 'disabled' }],
  ['does not say', { enabled: true }],
])('an app whose voice %s streams no sound', async (_case, feature) => {
  const app = await platform.importApp(withVoice(promptApp('chat'), feature));
  const all = await events(app, 'well');
  expect(names(all).filter((name) => String(name).startsWith('tts'))).toEqual([]);
  expect(said).toEqual([]);
});
