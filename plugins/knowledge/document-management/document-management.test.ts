import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpServer } from '#http';
import type { JsonAnswer } from '#http/testing/client.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { DocumentAddresses } from './document-addresses.ts';

interface Item {
  readonly id: string;
  readonly name: string;
  readonly display_status: string;
}

let platform: TestPlatform;
let base: string;

beforeAll(async () => {
  platform = await sharedPlatform();
  base = await newBase('Documents');
});
afterAll(() => platform.dispose());

const call = (path: string, body?: unknown, method?: string): Promise<JsonAnswer> =>
  platform.management.request(`/console/api/datasets${path}`, { body, ...(method !== undefined && { method }) });

async function newBase(name: string): Promise<string> {
  const { body } = await call('', { name, indexing_technique: 'economy' });
  return (body as { id: string }).id;
}

async function upload(files: readonly (readonly [name: string, content: string])[], data?: string) {
  const form = new FormData();
  for (const [name, content] of files) form.append('file', new File([content], name));
  if (data !== undefined) form.append('data', data);
  const headers = { authorization: `Bearer ${platform.token}`, 'x-workspace-id': platform.workspaceId };
  const url = `${platform.url}/console/api/datasets/${base}/documents`;
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function write(name: string, text: string): Promise<string> {
  const { body } = await call(`/${base}/documents/texts`, { name, text });
  return (body as { data: Item[] }).data[0]?.id ?? '';
}

describe('documents in the console', () => {
  it('are added several at once; those that can not be read are told, with a remedy', async () => {
    const { status, body } = await upload([
      ['a.txt', 'Alpha.'],
      ['b.xls', 'x'],
      ['c.md', '# C'],
    ]);
    expect(status).toBe(201);
    expect((body.data as Item[]).map(({ name }) => name)).toEqual(['a.txt', 'c.md']);
    expect(body.refused).toEqual([
      { name: 'b.xls', code: 'unsupported_file_type', message: expect.stringContaining('save it as xlsx') },
    ]);
    const { body: progress } = await call(`/${base}/batches/${String(body.batch)}`);
    expect((progress as { data: Item[] }).data).toHaveLength(2);
  });

  it('are refused as a whole where the form is wrong, and nothing is kept', async () => {
    const count = async () => ((await call(`/${base}/documents`)).body as { total: number }).total;
    const before = await count();
    const file = ['a.txt', 'Alpha.'] as const;
    expect(await upload([file], '{')).toMatchObject({ status: 400, body: { code: 'invalid_param', params: 'data' } });
    expect(await upload([file], '{"process_rule":{"mode":"custom"}}')).toMatchObject({ status: 400 });
    expect(await upload([file], '{"doc_form":"qa_model"}')).toMatchObject({ status: 400 });
    expect(await upload([file], '{"workspace_id":"x"}')).toMatchObject({ status: 400 });
    expect(await upload([])).toMatchObject({ status: 400 });
    expect(await upload([['a.png', 'x']])).toMatchObject({ status: 415, body: { code: 'unsupported_file_type' } });
    expect(await upload([['../../a.txt', 'x']])).toMatchObject({ status: 400 });
    expect(await count()).toBe(before);
  });

  it('are indexed, searched for by name, paused, disabled, renamed and deleted', async () => {
    const id = await write('Kakapo', 'The kakapo does not fly.');
    const shown = async () => (await call(`/${base}/documents/${id}`)).body as Item;
    await expect.poll(async () => (await shown()).display_status).toBe('available');
    const listed = (await call(`/${base}/documents?keyword=KAKA&status=available`)).body as { data: Item[] };
    expect(listed.data.map((item) => item.id)).toEqual([id]);
    const set = (action: string) => call(`/${base}/documents/status`, { selected: [id], action });
    expect((await set('disable')).status).toBe(204);
    expect((await shown()).display_status).toBe('disabled');
    expect((await set('pause')).status).toBe(204);
    expect((await set('archive')).status).toBe(204);
    const deleted = () => call(`/${base}/documents/delete`, { selected: [id] });
    expect(await deleted()).toMatchObject({ status: 403, body: { code: 'archived_document_immutable' } });
    await set('un_archive');
    expect((await call(`/${base}/documents/${id}`, { name: 'Parrot' }, 'PATCH')).body).toMatchObject({
      name: 'Parrot',
    });
    const segments = (await call(`/${base}/documents/${id}/segments`)).body as { data: { content: string }[] };
    expect(segments.data.map(({ content }) => content)).toEqual(['The kakapo does not fly.']);
    expect((await deleted()).status).toBe(204);
    expect((await call(`/${base}/documents/${id}`)).status).toBe(404);
  });
});

describe('what is named in bodies', () => {
  let stranger: Person;
  let strangersBase: string;
  beforeAll(async () => {
    stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    const { body } = await stranger.client.request('/console/api/datasets', { body: { name: 'Theirs' } });
    strangersBase = (body as { id: string }).id;
  });

  it('attack T01: is of the base in the path, or not there: of another workspace, and of another base', async () => {
    const id = await write('Own', 'own text');
    const other = await newBase('Other');
    const bodies: readonly (readonly [string, object])[] = [
      ['documents/status', { selected: [id], action: 'disable' }],
      ['documents/status', { selected: [id], action: 'pause' }],
      ['documents/delete', { selected: [id] }],
      ['documents/metadata', { changes: [{ document: id, values: {} }] }],
      [`documents/${id}/segments/status`, { selected: [id], action: 'disable' }],
      [`documents/${id}/segments/delete`, { selected: [id] }],
    ];
    for (const [path, body] of bodies) {
      const foreign = await stranger.client.request(`/console/api/datasets/${strangersBase}/${path}`, { body });
      expect([path, foreign.status]).toEqual([path, 404]);
      const through = await stranger.client.request(`/console/api/datasets/${base}/${path}`, { body });
      expect([path, through.status]).toEqual([path, 404]);
      expect([path, (await call(`/${other}/${path}`, body)).status]).toEqual([path, 404]);
    }
    expect((await call(`/${base}/documents/${id}`)).body).toMatchObject({ enabled: true, name: 'Own' });
  });

  it('attack T03: holds no field that only the server sets', async () => {
    for (const field of ['workspace_id', 'dataset_id', 'created_by', 'id', 'tokens']) {
      const body = { name: 'x', text: 'x', [field]: crypto.randomUUID() };
      expect([field, (await call(`/${base}/documents/texts`, body)).status]).toEqual([field, 400]);
    }
  });
});

describe('downloads', () => {
  const text = '<script>alert(1)</script>';
  const open = (url: string) => fetch(url, { redirect: 'manual' });
  const address = async (id: string) => ((await call(`/${base}/documents/${id}/download`)).body as { url: string }).url;

  it('attack T15: are files to be saved, whatever is in them and however they are called', async () => {
    const id = await write('"><script>\r\nX: 1</script>.html', text);
    const answer = await open(await address(id));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+$/);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('attack T18: are opened by their own address alone, while it is fresh', async () => {
    const [one, other] = [await write('one', 'one'), await write('other', 'other')];
    const url = await address(one);
    expect(await (await open(url)).text()).toBe('one');
    const forged = [
      url.replace(one, other),
      url.replace(/sign=.*/, 'sign='),
      url.replace(/timestamp=\d+/, 'timestamp=9999999999'),
      url.replace(platform.workspaceId, crypto.randomUUID()),
      url.replace(base, crypto.randomUUID()),
      url.split('?')[0] ?? '',
    ];
    for (const each of forged) expect([each, (await open(each)).status]).toEqual([each, 404]);
    const parts = { secrets: platform.kernel.resolve(Secrets), server: platform.kernel.resolve(HttpServer) };
    const addresses = new DocumentAddresses({ ...parts, seconds: 300 });
    const place = { workspaceId: platform.workspaceId, datasetId: base, id: one };
    const at = (seconds: number) => open(addresses.urlAt(place, undefined, Date.now() + seconds * 1000));
    expect([(await at(-299)).status, (await at(-301)).status, (await at(120)).status]).toEqual([200, 404, 404]);
    await call(`/${base}/documents/status`, { selected: [one], action: 'pause' });
    await call(`/${base}/documents/delete`, { selected: [one] });
    expect((await open(url)).status).toBe(404);
  });
});
