import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Asked, type FolderOptions, runFolder } from '#plugins/plugin-runner/testing/run-folder.ts';

const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((each) => each.close())));

function open(name: string, options: FolderOptions) {
  const folder = runFolder(join(import.meta.dirname, name), options);
  opened.push(folder);
  return folder;
}
const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });
const nobody = () => {
  throw new Error('nobody is asked');
};

it('all of them are packages', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const kinds = folders.map(({ name }) => open(name, { answer: nobody }).manifest.kind);
  expect(new Set(kinds)).toEqual(new Set(['tool', 'model', 'extension', 'bundle']));
});

describe('firecrawl', () => {
  const settings = { base_url: 'https://api.firecrawl.dev' };
  const secrets = { firecrawl_api_key: 'fc-4711-secret' };

  it('reads a page as documents ask for it', async () => {
    const answer = () => json({ success: true, data: { markdown: '# Hello', metadata: { title: 'Hello' } } });
    const firecrawl = open('firecrawl', { settings, secrets, answer });
    const given = {
      url: 'https://example.com',
      formats: 'markdown',
      onlyMainContent: 1,
      excludeTags: null,
      timeout: 30000,
      waitFor: 0,
    };
    const { text } = await firecrawl.tool('scrape', given);
    expect(text).toBe('# Hello');
    expect(firecrawl.asked[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer fc-4711-secret' } });
    expect(firecrawl.asked[0]?.url.href).toBe('https://api.firecrawl.dev/v1/scrape');
    expect(JSON.parse(firecrawl.asked[0]?.body ?? '')).toEqual({
      ...{ url: 'https://example.com', formats: ['markdown'], onlyMainContent: true, waitFor: 0, timeout: 30000 },
    });
  });

  it('lists sites, searches, and says what is wrong', async () => {
    const answer = ({ url }: Asked) => {
      if (url.pathname === '/v1/map') return json({ success: true, links: ['https://a.test/1'] });
      if (url.pathname === '/v1/search')
        return json({ success: true, data: [{ title: 'T', url: 'https://a.test', description: 'D' }] });
      return json({ success: false, error: 'No credits' }, 402);
    };
    const firecrawl = open('firecrawl', { settings, secrets, answer });
    expect((await firecrawl.tool('map', { url: 'https://a.test' })).json).toEqual([{ links: ['https://a.test/1'] }]);
    expect((await firecrawl.tool('search', { query: 'x' })).text).toBe('T\nhttps://a.test\nD');
    await expect(firecrawl.tool('scrape', { url: 'https://a.test' })).rejects.toThrow(
      /Firecrawl answered 402: No credits/,
    );
  });
});

it('baidu-ai-search answers in words, or with sources alone', async () => {
  const references = [{ title: 'T', url: 'https://a.test', content: 'C', date: '2026-01-01' }];
  const answer = ({ url }: Asked) =>
    json(
      url.pathname.endsWith('/web_search')
        ? { references }
        : { references, choices: [{ message: { content: 'Words' } }] },
    );
  const baidu = open('baidu-ai-search', { secrets: { api_key: 'bce-secret-1' }, answer });
  const given = {
    query: 'x',
    model: '',
    resource_type_filter: '[{"type": "web", "top_k": 10}]',
    temperature: 0.8,
    top_p: 0.8,
  };
  expect((await baidu.tool('smart_search', given)).text).toBe('[1] T (2026-01-01)\nhttps://a.test\nC');
  expect(await baidu.tool('smart_search', { ...given, model: 'ernie' })).toMatchObject({
    text: 'Words',
    json: [{ references }],
  });
  expect(JSON.parse(baidu.asked[1]?.body ?? '')).toMatchObject({ model: 'ernie', temperature: 0.8, stream: false });
});

it('wecom sends with the key of the tool, else with that of the settings', async () => {
  const wecom = open('wecom', {
    secrets: { hook_key: 'key-of-settings' },
    answer: () => json({ errcode: 0, errmsg: 'ok' }),
  });
  await wecom.tool('wecom_group_bot', { content: 'Hi', hook_key: 'own', message_type: 'text' });
  await wecom.tool('wecom_group_bot', { content: '**Hi**', message_type: 'markdown' });
  expect(wecom.asked.map(({ url }) => url.searchParams.get('key'))).toEqual(['own', 'key-of-settings']);
  expect(JSON.parse(wecom.asked[1]?.body ?? '')).toEqual({ msgtype: 'markdown', markdown: { content: '**Hi**' } });
  const refused = open('wecom', { answer: () => json({ errcode: 93000, errmsg: 'invalid webhook url' }) });
  await expect(refused.tool('wecom_group_bot', { content: 'Hi' })).rejects.toThrow(/93000.*invalid webhook url/);
});

it('google-translate translates long texts part by part', async () => {
  const answer = ({ body }: Asked) => json([[[`<${new URLSearchParams(body).get('q')?.length}>`, 'x']]]);
  const google = open('google-translate', { answer });
  expect(
    (await google.tool('translate', { content: `${'a'.repeat(4000)}\n${'b'.repeat(1000)}`, dest: 'en' })).text,
  ).toBe('<4001><1000>');
  expect(google.asked[0]?.url.search).toBe('?client=gtx&sl=auto&tl=en&dt=t');
});

describe('audio', () => {
  const spoken: unknown[] = [];
  const models = {
    model: async (_: string, type: string, name: { readonly provider: string }) => {
      if (name.provider === 'tongyi')
        throw Object.assign(new Error('none'), { name: 'models.provider_not_initialize' });
      return {
        description: { name: 'm', type },
        model: {
          async speak({ text, voice }: { text: string; voice: string }) {
            spoken.push([text, voice]);
            return { mediaType: 'audio/mpeg', audio: [Buffer.from(text)] };
          },
          transcribe: async ({ audio, fileName }: { audio: Uint8Array; fileName: string }) => ({
            text: `${fileName}: ${audio.length}`,
          }),
        },
      };
    },
  };
  const audio = () => open('audio', { answer: nobody, models: models as never });

  it('says a text and a podcast, and writes down', async () => {
    const all = audio();
    const [speech] = (await all.tool('tts', { text: 'Hello' })).files;
    expect([speech?.name, speech?.media_type, Buffer.from(speech?.content ?? []).toString()]).toEqual([
      'speech.mp3',
      'audio/mpeg',
      'Hello',
    ]);
    const [podcast] = (
      await all.tool('podcast_audio_generator', {
        script: 'Host 1: A\n\nHost 2: B',
        host1_voice: 'x',
        host2_voice: 'y',
      })
    ).files;
    expect(Buffer.from(podcast?.content ?? []).toString()).toBe('AB');
    expect(spoken.slice(-2)).toEqual([
      ['A', 'x'],
      ['B', 'y'],
    ]);
    const file = { name: 'a.mp3', media_type: 'audio/mpeg', content: Buffer.from('123') };
    expect((await all.tool('asr', { audio_file: file })).text).toBe('a.mp3: 3');
  });
});

describe('localai', () => {
  const credentials = { base_url: 'https://local.test', api_key: 'secret-of-local' };
  const events = (...parts: readonly unknown[]) => ({
    headers: { 'content-type': 'text/event-stream' },
    body: `${parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')}data: [DONE]\n\n`,
  });
  const answer = ({ url, body }: Asked) => {
    if (url.pathname === '/v1/chat/completions') {
      return events(
        { choices: [{ delta: { content: 'Hel' } }] },
        { choices: [{ delta: { content: 'lo' } }] },
        { choices: [{ delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{"a"' } }] } }] },
        {
          choices: [
            { delta: { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }, finish_reason: 'tool_calls' },
          ],
        },
        { choices: [], usage: { prompt_tokens: 3, completion_tokens: 5 } },
      );
    }
    if (url.pathname === '/v1/embeddings')
      return json({
        data: [
          { index: 1, embedding: [2] },
          { index: 0, embedding: [1] },
        ],
        usage: { prompt_tokens: 2 },
      });
    if (url.pathname === '/v1/rerank') return json({ results: [{ index: 1, relevance_score: 0.9 }] });
    if (url.pathname === '/v1/audio/transcriptions')
      return json({ text: body.includes('filename="a.mp3"') ? 'said' : 'no file' });
    if (url.pathname === '/v1/audio/speech') return { headers: { 'content-type': 'audio/mpeg' }, body: 'sound' };
    if (url.pathname === '/v1/moderations')
      return json({ results: [{ flagged: true, categories: { hate: true, other: false } }] });
    if (url.pathname === '/v1/models') return json({ data: [{ id: 'llama' }, { id: 'whisper-1' }, { id: 'bge-m3' }] });
    return json({ error: { message: 'no such model' } }, 404);
  };
  const local = open('localai', { answer });
  const ask = (
    method: Parameters<typeof local.call>[0] extends infer T ? (T extends { method: infer M } ? M : never) : never,
    input: unknown,
  ) => local.call({ kind: 'provider', id: 'localai', method }, input, credentials);

  it('streams answers with tools, and counts them', async () => {
    const request = {
      model: 'llama',
      messages: [{ role: 'user', content: 'Hi' }],
      parameters: { temperature: 0 },
      tools: [{ name: 'f', description: '', parameters: {} }],
    };
    const { parts } = await ask('llm', request);
    expect(parts).toEqual([
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'tool-call', call: { id: 'c', name: 'f', arguments: '{"a":1}' } },
      { type: 'usage', promptTokens: 3, completionTokens: 5 },
      { type: 'finish', reason: 'tool-calls' },
    ]);
    expect(local.asked[0]?.headers.authorization).toBe('Bearer secret-of-local');
    expect(JSON.parse(local.asked[0]?.body ?? '')).toMatchObject({ model: 'llama', temperature: 0, stream: true });
  });

  it('has the other five types', async () => {
    expect((await ask('embedding', { model: 'm', texts: ['a', 'b'] })).answer).toEqual({
      vectors: [[1], [2]],
      promptTokens: 2,
    });
    expect((await ask('rerank', { model: 'm', query: 'q', documents: ['a', 'b'], topN: 1 })).answer).toEqual([
      { index: 1, score: 0.9 },
    ]);
    const sound = { model: 'm', audio: Buffer.from('123'), mediaType: 'audio/mpeg', fileName: 'a.mp3' };
    expect((await ask('speechToText', sound)).answer).toEqual({ text: 'said' });
    const { parts } = await ask('textToSpeech', { model: 'm', text: 'x', voice: '' });
    expect(parts).toEqual([{ mediaType: 'audio/mpeg' }, new Uint8Array(Buffer.from('sound'))]);
    expect((await ask('moderation', { model: 'm', texts: ['x'] })).answer).toEqual({
      flagged: true,
      categories: ['hate'],
    });
    const { answer: models } = await ask('models', null);
    expect(models).toContainEqual({ name: 'whisper-1', type: 'speech-to-text' });
  });
});

it('run-journal keeps how runs ended, once each, and tells it', async () => {
  const journal = open('run-journal', { answer: nobody });
  const event = (run: string, status: string, at: number) => ({
    ...{ id: run, type: `run.${status}`, timestamp: new Date(at).toISOString() },
    data: {
      workflow_run_id: run,
      app_id: 'a',
      status,
      elapsed_time: 1,
      total_price: '0',
      total_tokens: 1,
      outputs: { secret: 'x' },
    },
  });
  for (const [run, status, at] of [
    ['1', 'succeeded', 1],
    ['2', 'failed', 2],
    ['2', 'failed', 2],
  ] as const) {
    await journal.call({ kind: 'event', name: `run.${status}` }, event(run, status, at));
  }
  const ask = async (path: string) =>
    (await journal.call({ kind: 'endpoint' }, { method: 'GET', path })).answer as Record<string, unknown>;
  expect(await ask('/')).toMatchObject({ body: { runs: [{ run: '2' }, { run: '1' }] } });
  expect(JSON.stringify(await ask('/'))).not.toContain('secret');
  expect(await ask('/health')).toMatchObject({ status: 503, body: { status: 'failing' } });
  expect((await journal.tool('latest_runs', { limit: 1 })).text).toMatch(
    /^1970-01-01T00:00:00\.002Z failed app a run 2/,
  );
});
