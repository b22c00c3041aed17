import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { KnowledgeClient } from './testing/knowledge-client.ts';

/** What the SDKs of this API send, word for word (runtime API, knowledge API; client expectations). */
let platform: TestPlatform;
let client: KnowledgeClient;
beforeAll(async () => {
  platform = await sharedPlatform();
  client = await KnowledgeClient.of(platform);
});
afterAll(() => platform.dispose());

const text = 'Ferns want water every morning.\nCacti want water once a month.';

/** The official Python SDK: JSON content type on every call, underscores, and `hit-testing`. */
describe('the Python SDK', () => {
  const json = { 'content-type': 'application/json' };
  let base: string;
  let document: string;

  it('creates a base, and a document of a text', async () => {
    const made = await client.done('POST', '/datasets', { name: 'python' });
    base = made.id as string;
    const created = await client.request(`/datasets/${base}/document/create_by_text`, {
      method: 'POST',
      headers: json,
      body: {
        indexing_technique: 'high_quality',
        process_rule: { mode: 'automatic' },
        name: 'care.txt',
        text,
      },
    });
    expect(created.status, created.text).toBe(200);
    const { document: shown, batch } = created.body as { document: Record<string, unknown>; batch: string };
    expect(shown).toMatchObject({
      name: 'care.txt',
      indexing_status: 'waiting',
      display_status: 'queuing',
      created_from: 'api',
      doc_form: 'text_model',
      enabled: true,
      data_source_type: 'upload_file',
    });
    document = shown.id as string;
    await client.indexed(base, batch);
  });

  it('follows a batch to its end, with all counts', async () => {
    const { data } = await client.done('GET', `/datasets/${base}/documents?page=1&limit=20`);
    const [{ id }] = data as [{ id: string }];
    expect(id).toBe(document);
    const added = await client.done('POST', `/datasets/${base}/document/create_by_text`, {
      name: 'second.txt',
      text: 'Mosses have no roots.',
      indexing_technique: 'high_quality',
      process_rule: { mode: 'automatic' },
    });
    await client.indexed(base, added.batch as string);
    const status = await client.done('GET', `/datasets/${base}/documents/${added.batch}/indexing-status`);
    expect(status).toMatchObject({
      data: [{ indexing_status: 'completed', error: null, paused_at: null, completed_segments: 1, total_segments: 1 }],
    });
    const [{ processing_started_at: from, completed_at: to }] = status.data as [Record<string, number>];
    expect(Number.isInteger(from) && Number.isInteger(to) && (to ?? 0) >= (from ?? 0)).toBe(true);
  });

  it('asks by both names, and is answered the same', async () => {
    const body = {
      query: 'When do ferns want water?',
      retrieval_model: {
        search_method: 'hybrid_search',
        reranking_enable: false,
        reranking_model: { reranking_provider_name: '', reranking_model_name: '' },
        top_k: 1,
        score_threshold_enabled: false,
        score_threshold: null,
      },
      external_retrieval_model: {},
    };
    const found = await client.done('POST', `/datasets/${base}/hit-testing`, body);
    expect(found).toMatchObject({
      query: { content: body.query },
      records: [
        {
          segment: {
            content: expect.stringContaining('Ferns'),
            document_id: document,
            document: { id: document, name: 'care.txt', data_source_type: 'upload_file', doc_metadata: null },
          },
          score: expect.any(Number),
          child_chunks: [],
          files: [],
        },
      ],
    });
    const again = await client.done('POST', `/datasets/${base}/retrieve`, body);
    const shape = (answer: Readonly<Record<string, unknown>>) =>
      (answer.records as { segment: { id: string }; score: number }[]).map(({ segment, score }) => [segment.id, score]);
    expect(shape(again)).toEqual(shape(found));
  });

  it('updates by text and by file, and is found with the new', async () => {
    const body = { name: 'care.txt', text: 'Orchids want mist in the evening.' };
    const changed = await client.done('POST', `/datasets/${base}/documents/${document}/update_by_text`, body);
    expect(changed).toMatchObject({ document: { id: document }, batch: expect.any(String) });
    await client.indexed(base, changed.batch as string);
    const { records } = await client.done('POST', `/datasets/${base}/retrieve`, { query: 'orchids mist' });
    expect(JSON.stringify(records)).toContain('Orchids want mist');
    const file = new File(['Palms want sun at noon.'], 'palms.txt', { type: 'text/plain' });
    const path = `/datasets/${base}/documents/${document}/update_by_file`;
    // Text fields go before files.
    const updated = await client.upload('POST', path, [
      ['data', JSON.stringify({ name: 'palms.txt', process_rule: { mode: 'automatic' } })],
      ['file', file],
    ]);
    expect(updated.status, updated.text).toBe(200);
    await client.indexed(base, (updated.body as { batch: string }).batch);
    const after = await client.done('POST', `/datasets/${base}/retrieve`, { query: 'palms sun' });
    expect(JSON.stringify(after.records)).toContain('Palms want sun');
    expect(JSON.stringify(after.records)).not.toContain('Orchids');
  });

  it('reads, changes and deletes segments', async () => {
    const at = `/datasets/${base}/documents/${document}/segments`;
    const added = await client.done('POST', at, {
      segments: [{ content: 'Ivy climbs walls.', answer: '1', keywords: ['ivy'] }],
    });
    const [{ id, content }] = added.data as [{ id: string; content: string }];
    expect([content, added.doc_form]).toEqual(['Ivy climbs walls.', 'text_model']);
    const listed = await client.request(`${at}?status=completed&keyword=ivy`, { headers: json });
    expect(listed.body).toMatchObject({ data: [{ id }], total: 1, has_more: false, limit: 20, page: 1 });
    const changed = await client.done('POST', `${at}/${id}`, {
      segment: { content: 'Ivy climbs trees.', answer: '1', keywords: ['ivy'], enabled: false },
    });
    expect(changed).toMatchObject({
      data: { id, content: 'Ivy climbs trees.', enabled: false },
      doc_form: 'text_model',
    });
    const hidden = await client.done('POST', `/datasets/${base}/retrieve`, { query: 'ivy climbs' });
    expect(JSON.stringify(hidden.records)).not.toContain('Ivy');
    const gone = await client.request(`${at}/${id}`, { method: 'DELETE', headers: json });
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await client.get(`${at}/${id}`)).status).toBe(404);
  });

  it('deletes a document, and a base', async () => {
    const one = await client.request(`/datasets/${base}/documents/${document}`, { method: 'DELETE', headers: json });
    expect([one.status, one.text]).toEqual([204, '']);
    const all = await client.request(`/datasets/${base}`, { method: 'DELETE', headers: json });
    expect([all.status, all.text]).toEqual([204, '']);
    expect((await client.get(`/datasets/${base}`)).body).toMatchObject({ code: 'not_found', status: 404 });
  });
});

/** The newer official Node SDK: underscores, tags, metadata, child chunks and models. */
describe('the Node SDK', () => {
  let base: string;
  beforeAll(async () => {
    base = await client.base('node', { permission: 'all_team_members', description: 'x' });
  });

  it('creates a document of a file, with its settings behind it', async () => {
    const file = new File([text], 'care.md', { type: 'application/octet-stream' });
    const answer = await client.upload('POST', `/datasets/${base}/document/create_by_file`, [
      ['file', file],
      [
        'data',
        JSON.stringify({
          indexing_technique: 'high_quality',
          doc_form: 'hierarchical_model',
          doc_language: 'English',
          process_rule: {
            mode: 'hierarchical',
            rules: {
              pre_processing_rules: [{ id: 'remove_extra_spaces', enabled: true }],
              segmentation: { separator: '\n\n', max_tokens: 500 },
              parent_mode: 'paragraph',
              subchunk_segmentation: { separator: '\n', max_tokens: 200 },
            },
          },
        }),
      ],
    ]);
    expect(answer.status, answer.text).toBe(200);
    const { document, batch } = answer.body as { document: { id: string }; batch: string };
    expect(document).toMatchObject({
      name: 'care.md',
      doc_form: 'hierarchical_model',
      data_source_detail_dict: { upload_file: { name: 'care.md', extension: 'md', size: text.length } },
    });
    await client.indexed(base, batch);
    const detail = await client.done('GET', `/datasets/${base}/documents/${document.id}?metadata=all`);
    expect(detail).toMatchObject({
      document_process_rule: { mode: 'hierarchical', rules: { parent_mode: 'paragraph' } },
      segment_count: 1,
      indexing_latency: expect.any(Number),
      completed_at: expect.any(Number),
    });
  });

  it('works on child chunks', async () => {
    const { data } = await client.done('GET', `/datasets/${base}/documents`);
    const [{ id: document }] = data as [{ id: string }];
    const segments = await client.done('GET', `/datasets/${base}/documents/${document}/segments`);
    const [segment] = segments.data as [{ id: string; child_chunks: unknown[] }];
    expect(segment.child_chunks).toHaveLength(2);
    const at = `/datasets/${base}/documents/${document}/segments/${segment.id}/child_chunks`;
    const added = await client.done('POST', at, { content: 'Bamboo grows fast.' });
    expect(added).toMatchObject({ data: { segment_id: segment.id, position: 3, type: 'customized' } });
    const { id } = added.data as { id: string };
    expect(await client.done('GET', `${at}?page=1&limit=2`)).toMatchObject({
      total: 3,
      total_pages: 2,
      limit: 2,
      page: 1,
    });
    const found = await client.done('POST', `/datasets/${base}/retrieve`, { query: 'bamboo grows' });
    expect(found).toMatchObject({
      records: [{ child_chunks: expect.arrayContaining([expect.objectContaining({ id, score: expect.any(Number) })]) }],
    });
    const changed = await client.done('PATCH', `${at}/${id}`, { content: 'Bamboo grows slowly.' });
    expect(changed).toMatchObject({ data: { id, content: 'Bamboo grows slowly.' } });
    expect((await client.send('DELETE', `${at}/${id}`)).status).toBe(204);
    expect((await client.send('DELETE', `${at}/${id}`)).status).toBe(404);
  });

  it('makes, gives and takes tags, whose counts are texts', async () => {
    const tag = await client.done('POST', '/datasets/tags', { name: 'plants' });
    expect(tag).toEqual({ id: expect.any(String), name: 'plants', type: 'knowledge', binding_count: '0' });
    const id = tag.id as string;
    expect((await client.send('POST', '/datasets/tags', { name: 'plants' })).body).toMatchObject({
      code: 'invalid_param',
      status: 400,
    });
    const bound = await client.send('POST', '/datasets/tags/binding', { tag_ids: [id], target_id: base });
    expect([bound.status, bound.text]).toEqual([204, '']);
    const listed = await client.get('/datasets/tags');
    expect(listed.body).toEqual([{ ...tag, binding_count: '1' }]);
    expect((await client.get(`/datasets/${base}/tags`)).body).toEqual({ data: [{ id, name: 'plants' }], total: 1 });
    const tagged = await client.done('GET', `/datasets?tag_ids=${id}&page=1&limit=5`);
    expect(tagged).toMatchObject({ data: [{ id: base, tags: [{ id, name: 'plants', type: 'knowledge' }] }], total: 1 });
    const renamed = await client.done('PATCH', '/datasets/tags', { tag_id: id, name: 'ferns' });
    expect(renamed).toMatchObject({ id, name: 'ferns', binding_count: '1' });
    const unbound = await client.send('POST', '/datasets/tags/unbinding', { tag_id: id, target_id: base });
    expect([unbound.status, unbound.text]).toEqual([204, '']);
    const unknown = '0190a000-0000-7000-8000-000000000000';
    const ignored = await client.send('POST', '/datasets/tags/binding', { tag_ids: [unknown], target_id: base });
    expect(ignored.status).toBe(204);
    const gone = await client.send('DELETE', '/datasets/tags', { tag_id: id });
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await client.get('/datasets/tags')).text).toBe('[]\n');
  });

  it('keeps metadata, and finds by it', async () => {
    const at = `/datasets/${base}/metadata`;
    const made = await client.send('POST', at, { type: 'string', name: 'author' });
    expect([made.status, made.body]).toEqual([201, { id: expect.any(String), type: 'string', name: 'author' }]);
    const { id } = made.body as { id: string };
    const [{ id: document }] = (await client.done('GET', `/datasets/${base}/documents`)).data as [{ id: string }];
    const set = (value: string | null) =>
      client.done('POST', `/datasets/${base}/documents/metadata`, {
        operation_data: [
          { document_id: document, metadata_list: [{ id, name: 'author', value }], partial_update: true },
        ],
      });
    expect(await set('Ada')).toEqual({ result: 'success' });
    expect((await client.get(at)).body).toEqual({
      doc_metadata: [{ id, name: 'author', type: 'string', count: 1 }],
      built_in_field_enabled: false,
    });
    const only = await client.done('GET', `/datasets/${base}/documents/${document}?metadata=only`);
    expect(only).toEqual({
      id: document,
      doc_type: null,
      doc_metadata: [{ id, name: 'author', type: 'string', value: 'Ada' }],
    });
    const without = await client.done('GET', `/datasets/${base}/documents/${document}?metadata=without`);
    expect(without).not.toHaveProperty('doc_metadata');
    const ask = async (value: string) => {
      const conditions = [{ name: 'author', comparison_operator: 'is', value }];
      const { records } = await client.done('POST', `/datasets/${base}/retrieve`, {
        query: 'ferns water',
        retrieval_model: { top_k: 2, metadata_filtering_conditions: { logical_operator: 'and', conditions } },
      });
      return (records as unknown[]).length;
    };
    expect([await ask('Ada'), await ask('Bo')]).toEqual([1, 0]);
    expect(await client.done('PATCH', `${at}/${id}`, { name: 'writer' })).toEqual({
      id,
      type: 'string',
      name: 'writer',
    });
    expect((await client.send('POST', at, { type: 'string', name: 'document_name' })).body).toMatchObject({
      code: 'invalid_param',
    });
    expect((await client.done('GET', `${at}/built-in`)).fields).toHaveLength(5);
    expect(await client.done('POST', `${at}/built-in/enable`)).toEqual({ result: 'success' });
    const shown = await client.done('GET', `/datasets/${base}/documents/${document}?metadata=only`);
    expect(shown.doc_metadata).toHaveLength(6);
    // What is shown is what is compared.
    for (const { name, value } of shown.doc_metadata as { name: string; value: unknown }[]) {
      if (typeof value !== 'string' || value === '') continue;
      const conditions = [{ name, comparison_operator: 'is', value }];
      const found = await client.done('POST', `/datasets/${base}/retrieve`, {
        query: 'ferns',
        retrieval_model: { metadata_filtering_conditions: { conditions } },
      });
      expect((found.records as unknown[]).length, name).toBe(1);
    }
    expect(await client.done('POST', `${at}/built-in/disable`)).toEqual({ result: 'success' });
    expect((await client.send('DELETE', `${at}/${id}`)).status).toBe(204);
  });

  it('disables, enables and archives documents', async () => {
    const [{ id }] = (await client.done('GET', `/datasets/${base}/documents`)).data as [{ id: string }];
    const act = (action: string) =>
      client.send('PATCH', `/datasets/${base}/documents/status/${action}`, { document_ids: [id] });
    const found = async () =>
      ((await client.done('POST', `/datasets/${base}/retrieve`, { query: 'ferns' })).records as unknown[]).length;
    const shown = async () => (await client.done('GET', `/datasets/${base}/documents/${id}`)).display_status;
    expect((await act('disable')).body).toEqual({ result: 'success' });
    expect([await found(), await shown()]).toEqual([0, 'disabled']);
    await act('enable');
    expect([await found(), await shown()]).toEqual([1, 'available']);
    await act('archive');
    expect([await found(), await shown()]).toEqual([0, 'archived']);
    expect((await client.send('DELETE', `/datasets/${base}/documents/${id}`)).body).toMatchObject({
      code: 'archived_document_immutable',
      status: 403,
    });
    await act('un_archive');
    expect((await act('melt')).body).toMatchObject({ code: 'invalid_action', status: 400 });
  });

  it('gives contents back: by addresses, and as an archive', async () => {
    const [{ id }] = (await client.done('GET', `/datasets/${base}/documents`)).data as [{ id: string }];
    const { url } = await client.done('GET', `/datasets/${base}/documents/${id}/download`);
    expect(await (await fetch(url as string)).text()).toBe(text);
    const file = await client.done('GET', `/datasets/${base}/documents/${id}/upload-file`);
    expect(file).toMatchObject({
      id,
      name: 'care.md',
      extension: 'md',
      size: text.length,
      mime_type: expect.any(String),
    });
    expect(await (await fetch(file.download_url as string)).text()).toBe(text);
    const headers = { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ document_ids: [id] });
    const path = `${platform.url}/v1/datasets/${base}/documents/download-zip`;
    const zip = await fetch(path, { method: 'POST', headers, body });
    expect(zip.headers.get('content-type')).toBe('application/zip');
    const { unzipSync } = await import('fflate');
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['care.md', text],
    ]);
  });

  it('reads the models there are', async () => {
    const models = await client.done('GET', '/workspaces/current/models/model-types/text-embedding');
    expect(models.data).toContainEqual(
      expect.objectContaining({
        tenant_id: platform.workspaceId,
        provider: 'lexical/lexical/lexical',
        status: 'active',
        models: expect.arrayContaining([
          expect.objectContaining({ model: 'lexical-1024', model_type: 'text-embedding', status: 'active' }),
        ]),
      }),
    );
    expect((await client.get('/workspaces/current/models/model-types/nothing')).body).toMatchObject({
      code: 'invalid_param',
    });
  });
});
