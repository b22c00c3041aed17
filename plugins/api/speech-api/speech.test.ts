import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import { formType, rawForm } from '#http/testing/form.ts';
import type { ImportedApp, TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { sharedPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';

const MEGABYTE = 1024 * 1024;

let platform: TestPlatform;
let provider: FakeOpenAi;
let chat: ImportedApp;

const features = {
  speech_to_text: { enabled: true },
  text_to_speech: { enabled: true, voice: 'nova', language: 'en' },
};

function withFeatures(document: string, more: object = features): string {
  const tree = JSON.parse(document);
  if (tree.workflow === undefined) Object.assign(tree.model_config, more);
  else tree.workflow.features = more;
  return JSON.stringify(tree);
}

beforeAll(async () => {
  provider = await startFakeOpenAi({
    'tts-1': (call, response) => {
      if (call.body.input === 'Break') return void response.writeHead(500).end('{"error":{"message":"no"}}');
      const type = call.body.input === 'Page' ? 'text/html' : 'audio/mpeg';
      response.writeHead(200, { 'content-type': type });
      response.end(`ID3 ${call.body.voice}: ${call.body.input}`);
    },
  });
  platform = await sharedPlatform();
  chat = await platform.importApp(withFeatures(promptApp('chat')));
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});

const setUp = (base: string) =>
  platform.management.request('/console/api/providers/openai', {
    method: 'PUT',
    body: { credentials: { openai_api_key: 'sk-1234567890', openai_api_base: base } },
  });

async function hear(
  app: ImportedApp,
  parts: readonly (readonly [name: string, value: string | Blob, file?: string])[],
) {
  const form = new FormData();
  for (const [name, value, file] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, file);
  }
  return answerOf(app, form);
}

async function answerOf(app: ImportedApp, body: FormData | Buffer, type?: string) {
  const headers = { authorization: `Bearer ${app.key}`, ...(type !== undefined && { 'content-type': type }) };
  const bytes = body instanceof FormData ? body : new Uint8Array(body);
  const answer = await fetch(`${platform.url}/v1/audio-to-text`, { method: 'POST', headers, body: bytes });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Beginnings of contents, each followed by nothing in particular. */
const beginning = (...parts: readonly (string | readonly number[])[]) =>
  new Uint8Array(Buffer.concat([...parts.map((part) => Buffer.from(part as string)), Buffer.alloc(6000)]));
const recorded = {
  wav: beginning('RIFF\0\0\0\0WAVEfmt '),
  ogg: beginning('OggS\0\x02', new Array<number>(22).fill(0), 'OpusHead'),
  webm: beginning([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84], 'webm'),
  mp4: beginning([0, 0, 0, 0x20], 'ftypisom\0\0\0\0isommp42'),
  mp3: beginning('ID3\x03\0\0\0\x01\x01\0'),
  flac: beginning('fLaC'),
  amr: beginning('#!AMR\n'),
  picture: beginning([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 13], 'IHDR'),
  archive: beginning('PK', [3, 4]),
};

const recording = (type = 'audio/mpeg', bytes = 10) => new Blob([new Uint8Array(bytes)], { type });

async function say(app: ImportedApp, body: object) {
  const answer = await platform.open(app.key, '/v1/text-to-audio', { body: { user: 'u1', ...body } });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

describe('without a provider of its own', () => {
  it('a workspace hears and speaks through the demo models', async () => {
    const heard = await hear(chat, [['file', recording(), 'a.mp3']]);
    expect(heard).toEqual({ status: 200, body: { text: expect.stringContaining('10 bytes of audio named a.mp3') } });
    const said = await say(chat, { text: 'Hello' });
    expect(said).toMatchObject({ status: 200, type: 'audio/wav' });
    expect(said.bytes.subarray(0, 4).toString()).toBe('RIFF');
  });
});

describe('what is said', () => {
  beforeAll(async () => {
    expect((await setUp(provider.url)).status).toBe(200);
  });

  it('becomes text, in every mode, with the user before or after the file or not at all', async () => {
    const documents = [promptApp('chat'), promptApp('completion'), modelChat(), greetingWorkflow()];
    for (const document of documents) {
      const app = await platform.importApp(withFeatures(document));
      for (const parts of [
        [['file', recording(), 'a.mp3']],
        [
          ['user', 'u1'],
          ['file', recording(), 'a.mp3'],
        ],
        [
          ['file', recording(), 'a.mp3'],
          ['user', 'u1'],
        ],
      ] as const) {
        expect(await hear(app, parts)).toEqual({ status: 200, body: { text: 'spoken words' } });
      }
    }
    const { text } = provider.seen.at(-1) ?? { text: '' };
    expect(text).toContain('filename="a.mp3"');
    expect(text).toContain('whisper-1');
  });

  it.each([
    ['audio/mp3', 'a.mp3', 200],
    ['audio/m4a', 'a.m4a', 200],
    ['audio/x-m4a', 'a.m4a', 200],
    ['audio/wav', 'a.wav', 200],
    ['audio/amr', 'a.amr', 200],
    ['audio/mpga', 'a.mpga', 200],
    ['audio/mp4', 'a.mp4', 200],
    ['audio/webm;codecs=opus', 'blob', 200],
    ['application/octet-stream', 'a.MP3', 200],
    ['application/octet-stream', 'a.exe', 415],
    ['application/octet-stream', 'constructor', 415],
    ['audio/flac', 'a.flac', 415],
    ['text/plain', 'a.mp3', 415],
    ['constructor', 'a', 415],
  ])('is taken as %s named %s: %i', async (type, name, status) => {
    const answer = await hear(chat, [['file', recording(type), name]]);
    expect(answer.status).toBe(status);
    if (status === 415) expect(answer.body).toMatchObject({ code: 'unsupported_audio_type', status: 415 });
  });

  it.each([
    ['wav', 'audio/wave', 'a.wav', 'audio/wav', 'a.wav'],
    ['wav', 'audio/vnd.wave', 'blob', 'audio/wav', 'blob.wav'],
    ['ogg', 'audio/ogg;codecs=opus', 'note.oga', 'audio/ogg', 'note.oga'],
    ['ogg', 'audio/mpeg', 'a.mp3', 'audio/ogg', 'a.ogg'],
    ['webm', 'video/webm', 'a.webm', 'audio/webm', 'a.webm'],
    ['mp4', 'video/mp4', 'a.m4a', 'audio/mp4', 'a.m4a'],
    ['mp3', 'application/octet-stream', 'blob', 'audio/mpeg', 'blob.mp3'],
    ['mp3', 'audio/mp3', 'a.mpga', 'audio/mpeg', 'a.mpga'],
    ['flac', 'audio/flac', 'a.flac', 'audio/flac', 'a.flac'],
    ['amr', 'text/plain', 'a.txt', 'audio/amr', 'a.amr'],
  ] as const)('is %s by its content, sent as %s named %s', async (content, type, name, heardAs, heardName) => {
    const sound = new Blob([recorded[content]], { type });
    expect(await hear(chat, [['file', sound, name]])).toMatchObject({ status: 200 });
    const { text } = provider.seen.at(-1) ?? { text: '' };
    expect(text).toContain(`filename="${heardName}"\r\ncontent-type: ${heardAs}\r\n`);
  });

  it.each(['picture', 'archive'] as const)('is no %s, whatever it is called', async (content) => {
    const answer = await hear(chat, [['file', new Blob([recorded[content]], { type: 'audio/mpeg' }), 'a.mp3']]);
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_audio_type' } });
    expect(answer.body.message).toMatch(/(image\/png|application\/zip) by its content/);
  });

  it('goes to the provider under a plain name', async () => {
    const part = {
      headers: [
        'Content-Disposition: form-data; name="file"; filename="../../e\\vil\r.mp3"',
        'Content-Type: audio/mpeg',
      ],
      content: 'x',
    };
    expect((await answerOf(chat, rawForm([part]), formType)).status).toBeLessThan(500);
    await hear(chat, [['file', recording('audio/webm'), '../../dir/voice']]);
    expect(provider.seen.at(-1)?.text).toContain('filename="voice.webm"');
  });

  it('may have 30 MB, and no more', async () => {
    expect((await hear(chat, [['file', recording('audio/mpeg', 30 * MEGABYTE), 'a.mp3']])).status).toBe(200);
    for (const size of [30 * MEGABYTE + 1, 61 * MEGABYTE]) {
      const answer = await hear(chat, [['file', recording('audio/mpeg', size), 'a.mp3']]);
      expect(answer).toMatchObject({ status: 413, body: { code: 'audio_too_large', status: 413 } });
    }
  });

  it.each([
    ['no part of that name', [['audio', recording(), 'a.mp3']] as const],
    ['an empty file', [['file', recording('audio/mpeg', 0), 'a.mp3']] as const],
    ['a text', [['file', 'sound']] as const],
    ['nothing', [] as const],
  ])('is missed with %s', async (_case, parts) => {
    expect(await hear(chat, parts)).toMatchObject({ status: 400, body: { code: 'no_audio_uploaded', status: 400 } });
  });

  it('is no JSON', async () => {
    const answer = await platform.post(chat.key, '/v1/audio-to-text', { file: 'x' });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  it('is not listened to where that is switched off, or nothing is published', async () => {
    const silent = await platform.importApp(promptApp('chat'));
    expect(await hear(silent, [['file', recording(), 'a.mp3']])).toMatchObject({
      status: 400,
      body: { code: 'speech_to_text_disabled' },
    });
    const draft = await platform.importApp(withFeatures(promptApp('chat')), { publish: false });
    expect(await hear(draft, [['file', recording(), 'a.mp3']])).toMatchObject({
      status: 400,
      body: { code: 'app_unavailable' },
    });
  });
});

describe('a text', () => {
  it('is said in the voice that is asked for, else in the app’s', async () => {
    const said = await say(chat, { text: 'Hello', voice: 'alto', streaming: true });
    expect(said).toMatchObject({ status: 200, type: 'audio/mpeg' });
    expect(said.bytes.toString()).toBe('ID3 alto: Hello');
    expect((await say(chat, { text: 'Hello' })).bytes.toString()).toBe('ID3 nova: Hello');
  });

  it('may be a message of any mode, which wins over the text', async () => {
    const completion = await platform.importApp(withFeatures(promptApp('completion')));
    for (const [app, path] of [
      [chat, '/v1/chat-messages'],
      [completion, '/v1/completion-messages'],
    ] as const) {
      const asked = { inputs: { topic: 'ferns' }, query: 'Hi', user: 'u1' };
      const { message_id, answer } = (await platform.post(app.key, path, asked)).body as Record<string, string>;
      const said = await say(app, { message_id, text: 'Other' });
      expect(said.bytes.toString()).toBe(`ID3 nova: ${answer}`);
    }
  });

  it('that a provider answers with a page is still no page', async () => {
    expect(await say(chat, { text: 'Page' })).toMatchObject({ status: 200, type: 'audio/mpeg' });
  });

  it.each([
    [{}, 400, 'invalid_param'],
    [{ text: '  ' }, 400, 'invalid_param'],
    [{ text: 7 }, 400, 'invalid_param'],
    [{ text: 'x'.repeat(10_001) }, 400, 'invalid_param'],
    [{ message_id: 'abc' }, 400, 'invalid_param'],
    [{ message_id: crypto.randomUUID() }, 404, 'not_found'],
    [{ text: 'Break' }, 400, 'completion_request_error'],
  ])('given as %j answers %i %s', async (body, status, code) => {
    const answer = await platform.post(chat.key, '/v1/text-to-audio', { user: 'u1', ...body });
    expect(answer).toMatchObject({ status, body: { code, status } });
  });

  it('is not said where that is switched off', async () => {
    const silent = await platform.importApp(greetingWorkflow());
    const answer = await platform.post(silent.key, '/v1/text-to-audio', { text: 'Hello' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });
});
