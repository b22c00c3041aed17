import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { Routes } from '#http';
import { Database } from '#plugins/database/contract.ts';
import { rowsWith } from '#plugins/database/testing/rows-with.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type KnowledgeCase, knowledgeCases } from './testing/knowledge-cases.ts';
import { KnowledgeClient } from './testing/knowledge-client.ts';
import { type KnowledgeOwner, knowledgeOwner } from './testing/knowledge-owner.ts';
import { sendCase } from './testing/send-case.ts';

let platform: TestPlatform;
let mine: KnowledgeOwner;
beforeAll(async () => {
  platform = await sharedPlatform();
  const client = await KnowledgeClient.of(platform);
  mine = await knowledgeOwner(platform, client, { workspaceId: platform.workspaceId, name: 'mine' });
}, 180_000);
afterAll(() => platform.dispose());

const send = (each: KnowledgeCase, values: Parameters<typeof sendCase>[2]) =>
  sendCase({ url: platform.url, key: mine.client.key }, each, values);

describe('attack T02: a key of another kind', () => {
  it('opens none of these routes, and a key of knowledge bases opens no app', async () => {
    const { key } = await platform.importApp(promptApp('chat'));
    for (const each of knowledgeCases) {
      const values = each.request(mine.objects);
      for (const wrong of [key, platform.token, 'dataset-AbCdEfGhIjKlMnOpQrStUvWx', '']) {
        const answer = await sendCase({ url: platform.url, key: wrong }, each, values);
        expect([answer.status, answer.code], each.route).toEqual([401, 'unauthorized']);
      }
    }
    const routes = platform.kernel
      .contributions(Routes)
      .all()
      .filter(({ path, access }) => path.startsWith('/v1') && access.authenticator.startsWith('app-'));
    expect(routes.length).toBeGreaterThan(40);
    for (const { method, path } of routes) {
      const at = path.replaceAll(/:\w+/g, mine.objects.dataset);
      expect((await mine.client.send(method, at.slice('/v1'.length))).status, path).toBe(401);
    }
  });
});

describe('attack T03: what the server decides', () => {
  const MARK = '5afe0bad-0000-4000-8000-00000bad5afe';
  const WORD = 'set-by-the-caller';
  const names = ['workspace_id', 'workspaceId', 'tenant_id', 'dataset_id', 'created_by', 'createdBy', 'id', 'app_id'];
  const words = [
    'created_from',
    'createdFrom',
    'status',
    'indexing_status',
    'index_id',
    'batch',
    'hash',
    'author_name',
  ];
  const extras = {
    ...Object.fromEntries(names.map((name) => [name, MARK])),
    ...Object.fromEntries(words.map((name) => [name, WORD])),
    revision: 9,
    position: 9,
    tokens: 9,
    hit_count: 9,
    api_enabled: false,
    enable_api: false,
    created_at: 1,
  };

  it('is not taken from the body of any request, nor from the objects in it', async () => {
    const wrong: string[] = [];
    const taking = knowledgeCases.filter((each) => each.route.startsWith('P') && each.request(mine.objects).body);
    for (const each of taking) {
      const { body = {}, ...rest } = each.request(mine.objects);
      const answer = await send(each, { ...rest, body: withExtras(body) as Record<string, unknown> });
      const isRight = answer.status === (each.answer ?? 200) || answer.code === 'document_indexing';
      if (!isRight || answer.text.includes(MARK) || answer.text.includes(WORD)) {
        wrong.push(`${each.route}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(taking.length).toBeGreaterThan(20);
    for (const mark of [MARK, WORD]) expect(await rowsWith(platform.kernel.resolve(Database), mark)).toEqual([]);
  }, 60_000);

  function withExtras(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withExtras);
    if (typeof value !== 'object' || value === null) return value;
    const own = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withExtras(inner)]));
    return { ...Object.fromEntries(Object.entries(extras).filter(([name]) => !(name in own))), ...own };
  }
});

describe('attack T21: more than there is room for', () => {
  const base = () => `/datasets/${mine.objects.dataset}`;
  const code = async (method: string, path: string, body: unknown) => {
    const answer = await mine.client.send(method, path, body);
    return [answer.status, (answer.body as { code: string }).code];
  };
  const wrong = [400, 'invalid_param'];

  it('is refused: long questions, many segments, many documents, many conditions', async () => {
    const at = `${base()}/documents/${mine.objects.document}/segments`;
    expect(await code('POST', `${base()}/retrieve`, { query: 'x'.repeat(251) })).toEqual(wrong);
    expect((await mine.client.send('POST', `${base()}/retrieve`, { query: 'ferns '.repeat(41).trim() })).status).toBe(
      200,
    );
    const segments = (count: number) => ({ segments: Array.from({ length: count }, () => ({ content: 'x' })) });
    expect(await code('POST', at, segments(1_001))).toEqual(wrong);
    expect(await code('POST', at, segments(0))).toEqual(wrong);
    const ids = Array.from({ length: 1_001 }, () => mine.objects.document);
    expect(await code('PATCH', `${base()}/documents/status/enable`, { document_ids: ids })).toEqual(wrong);
    const conditions = Array.from({ length: 101 }, () => ({ name: 'a', comparison_operator: 'is', value: 'x' }));
    const model = { metadata_filtering_conditions: { conditions } };
    expect(await code('POST', `${base()}/retrieve`, { query: 'x', retrieval_model: model })).toEqual(wrong);
    expect(await code('POST', `${base()}/retrieve`, { query: 'x', retrieval_model: { top_k: 101 } })).toEqual(wrong);
  });

  it('is refused: bodies of megabytes, where no document is sent', async () => {
    expect(await code('POST', '/datasets', { name: 'x', description: 'x'.repeat(2_000_000) })).toEqual([
      413,
      'bad_request',
    ]);
    expect(await code('POST', `${base()}/retrieve`, { query: 'x'.repeat(2_000_000) })).toEqual([413, 'bad_request']);
  });

  it('is refused: files and texts that are larger than a document may be', async () => {
    const large = new File(['x'.repeat(16 * 1024 * 1024)], 'large.txt', { type: 'text/plain' });
    const sent = await mine.client.upload('POST', `${base()}/document/create-by-file`, [
      ['file', large],
      ['data', '{}'],
    ]);
    expect([sent.status, sent.body]).toMatchObject([413, { code: 'file_too_large' }]);
    const text = { name: 'a', text: 'x'.repeat(16 * 1024 * 1024) };
    expect((await mine.client.send('POST', `${base()}/document/create-by-text`, text)).status).toBe(413);
  });

  it('is capped: pages', async () => {
    for (const path of ['/datasets', `${base()}/documents`, `${base()}/documents/${mine.objects.document}/segments`]) {
      expect((await mine.client.get(`${path}?limit=500`)).body).toMatchObject({ limit: 100, page: 1 });
      for (const search of ['limit=0', 'page=0', 'limit=abc', 'page=100000']) {
        const answer = await mine.client.get(`${path}?${search}`);
        expect([answer.status, answer.body], search).toMatchObject([400, { code: 'invalid_param' }]);
      }
    }
  });
});
