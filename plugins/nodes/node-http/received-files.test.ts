import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HostCalls } from '#engine';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { newId } from '#kernel';
import { BlobStores, Blobs } from '#plugins/blobs/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { Files, FilesKeep, StoredFiles } from '#plugins/files/contract.ts';
import { RunHooks } from '#plugins/runs/contract.ts';
import { pdf } from '#plugins/text-extraction/testing/documents.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const answers: Readonly<Record<string, readonly [Record<string, string>, string | Uint8Array]>> = {
  '/leaf.png?size=1': [{ 'content-type': 'image/png' }, png],
  '/seen.png': [{ 'content-type': 'image/png' }, png],
  '/paper': [{ 'content-type': 'application/pdf' }, pdf(['Page one'])],
  '/page.png': [{ 'content-type': 'image/png', 'content-disposition': 'attachment' }, pdf(['Not a picture'])],
  '/named': [
    { 'content-disposition': 'attachment; filename="..\\\\..\\\\etc\\\\a<b>.html"' },
    '<script>alert(1)</script>',
  ],
  '/large.bin': [{ 'content-type': 'application/octet-stream' }, Buffer.alloc(2 * 1024 * 1024)],
  '/raised.bin': [{ 'content-type': 'application/octet-stream' }, Buffer.alloc(11 * 1024 * 1024, 1)],
  '/tool.exe': [{ 'content-disposition': 'attachment' }, 'MZ'],
};

let remote: LocalServer;
let platform: TestPlatform;
let app: ImportedApp;

/** A workflow that fetches a file, reads its text when it is a document, and puts it out. */
const fetcher = () =>
  appDocument({
    mode: 'workflow',
    name: 'Fetcher',
    nodes: [
      node('1', 'start', { variables: [{ variable: 'path', label: 'Path', type: 'text-input', required: true }] }),
      node('2', 'http-request', { method: 'get', url: `${remote.url}{{#1.path#}}`, body: { type: 'none', data: [] } }),
      node('3', 'list-operator', {
        variable: ['2', 'files'],
        filter_by: { enabled: true, conditions: [{ key: 'type', comparison_operator: 'in', value: ['document'] }] },
      }),
      node('4', 'document-extractor', { variable_selector: ['3', 'result'], is_array_file: true }),
      node('5', 'end', {
        outputs: [
          { variable: 'files', value_selector: ['2', 'files'] },
          { variable: 'texts', value_selector: ['4', 'text'] },
        ],
      }),
    ],
    edges: chain('1', '2', '3', '4', '5'),
  });

beforeAll(async () => {
  remote = await startServer((request, response) => {
    if (request.url === '/held.bin') {
      // The rest never comes.
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).write(Buffer.alloc(2 * 1024 * 1024));
      return;
    }
    const [headers, content] = answers[request.url] ?? [{ 'content-type': 'text/plain' }, 'no such file'];
    response.writeHead(200, headers).end(content);
  });
  platform = await startPlatform({
    config: { files: { blockedExtensions: ['exe'] }, 'node-http': { fileMb: 12 } },
    env: { WEFT_EGRESS_ALLOW: '127.0.0.1' },
  });
  app = await platform.importApp(fetcher());
});
afterAll(async () => {
  await platform.dispose();
  await remote[Symbol.asyncDispose]();
});

interface FileRecord {
  readonly related_id: string;
  readonly url: string;
  readonly [key: string]: unknown;
}

interface RunData {
  readonly status: string;
  readonly error: string | null;
  readonly outputs: { readonly files: readonly FileRecord[]; readonly texts: readonly string[] };
}

async function run(path: string, user = 'ada'): Promise<RunData & { readonly id: string }> {
  const { body } = await platform.post(app.key, '/v1/workflows/run', { inputs: { path }, user });
  const { workflow_run_id: id, data } = body as { workflow_run_id: string; data: RunData };
  return { ...data, id };
}

async function fetchFile(path: string, user?: string): Promise<FileRecord> {
  const { outputs, error } = await run(path, user);
  const [file] = outputs?.files ?? [];
  if (file === undefined) throw new Error(`no file: ${error}`);
  return file;
}

const rows = <Row = object>(text: string) => runQuery<Row>(platform.kernel.resolve(Database), text);
const keptRows = (id: string) => rows(`select id from uploaded_files where id = '${id}'`);
/** All rows of files, and all content of files. */
async function everything() {
  const store = platform.kernel.contributions(BlobStores).all()[0];
  const blobs: string[] = [];
  for await (const { key } of store?.list(`files/${platform.workspaceId}`) ?? []) blobs.push(key);
  return { rows: await rows(`select id from uploaded_files order by id`), blobs: blobs.sort() };
}
const asked = (path: string) => remote.seen.filter(({ url }) => url === path).length;

async function contentOf(blob: Parameters<Blobs['open']>[0]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of await platform.kernel.resolve(Blobs).open(blob)) parts.push(part);
  return Buffer.concat(parts);
}

describe('a file that a request receives', () => {
  it('is kept, with the record of a file and a signed address', async () => {
    const file = await fetchFile('/leaf.png?size=1');
    expect(file).toEqual({
      dify_model_identity: '__dify__file__',
      id: null,
      tenant_id: platform.workspaceId,
      type: 'image',
      transfer_method: 'tool_file',
      remote_url: '',
      related_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      upload_file_id: file.related_id,
      filename: 'leaf.png',
      extension: '.png',
      mime_type: 'image/png',
      size: png.length,
      url: expect.stringMatching(
        new RegExp(`^${platform.url}/files/${file.related_id}/file-preview\\?timestamp=.*sign=`),
      ),
    });
    const shown = await fetch(file.url);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
    expect(asked('/leaf.png?size=1')).toBe(1);
    expect((await fetch(file.url.replace(/sign=(.)/, (_, first) => `sign=${first === '_' ? '-' : '_'}`))).status).toBe(
      404,
    );
  });

  it('is read by the nodes behind, and its server is asked once', async () => {
    const { outputs } = await run('/paper');
    expect(outputs).toMatchObject({
      files: [{ filename: 'paper.pdf', type: 'document', mime_type: 'application/pdf' }],
      texts: ['Page one'],
    });
    expect(asked('/paper')).toBe(1);
  });

  it('is as large as the setting allows, from its server to whoever it is shown to or sent', async () => {
    const file = await fetchFile('/raised.bin');
    expect(file.size).toBe(11 * 1024 * 1024);
    expect((await (await fetch(file.url)).arrayBuffer()).byteLength).toBe(file.size);
    const forwarder = appDocument({
      mode: 'workflow',
      name: 'Forwarder',
      nodes: [
        node('1', 'start', { variables: [] }),
        node('2', 'http-request', { method: 'get', url: `${remote.url}/raised.bin`, body: { type: 'none', data: [] } }),
        node('3', 'http-request', {
          method: 'post',
          url: `${remote.url}/taken`,
          body: { type: 'form-data', data: [{ type: 'file', key: 'file', file: ['2', 'files'] }] },
        }),
        node('4', 'end', { outputs: [] }),
      ],
      edges: chain('1', '2', '3', '4'),
    });
    const { key } = await platform.importApp(forwarder);
    const { body } = await platform.post(key, '/v1/workflows/run', { inputs: {}, user: 'ada' });
    expect(body).toMatchObject({ data: { status: 'succeeded' } });
    const taken = remote.seen.find(({ url }) => url === '/taken');
    expect(taken?.body.length).toBeGreaterThan(11 * 1024 * 1024);
  });

  it('is shown to a model', async () => {
    const viewer = appDocument({
      mode: 'advanced-chat',
      name: 'Viewer',
      nodes: [
        node('1', 'start', { variables: [] }),
        node('2', 'http-request', { method: 'get', url: `${remote.url}/seen.png`, body: { type: 'none', data: [] } }),
        node('3', 'llm', {
          model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 0 } },
          prompt_template: [{ role: 'user', text: 'What is it?' }],
          context: { enabled: false, variable_selector: [] },
          vision: { enabled: true, configs: { variable_selector: ['2', 'files'], detail: 'high' } },
        }),
        node('4', 'answer', { answer: '{{#3.text#}}' }),
      ],
      edges: chain('1', '2', '3', '4'),
    });
    const { key } = await platform.importApp(viewer);
    const { body } = await platform.post(key, '/v1/chat-messages', { query: 'look', inputs: {}, user: 'ada' });
    expect(body).toMatchObject({ answer: expect.stringContaining('You also sent 1 file.') });
    expect(asked('/seen.png')).toBe(1);
  });

  it('is what its content says, whatever its name and its server do', async () => {
    expect(await run('/page.png')).toMatchObject({
      outputs: { files: [{ filename: 'page.png.pdf', type: 'document' }], texts: ['Not a picture'] },
    });
    const page = await fetchFile('/named');
    expect(page).toMatchObject({ filename: 'a<b>.html', type: 'document' });
    // No browser runs it.
    const { headers } = await fetch(page.url);
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a%3Cb%3E.html");
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is of its app and workspace alone', async () => {
    const file = await fetchFile('/leaf.png?size=1');
    const other = await platform.importApp(fetcher());
    const preview = (key: string) => platform.get(key, `/v1/files/${file.related_id}/preview`);
    expect((await preview(app.key)).status).toBe(200);
    expect((await preview(other.key)).status).toBe(403);
    const files = platform.kernel.resolve(StoredFiles);
    expect(await files.find(platform.workspaceId, file.related_id)).toMatchObject({ appId: app.appId });
    expect(await files.find(newId(), file.related_id)).toBeNull();
    const value = { ...file, type: 'image', transfer_method: 'tool_file' } as const;
    const reading = { maxBytes: 1_000, signal: AbortSignal.timeout(60_000) };
    const read = (workspaceId: string, appId?: string) =>
      platform.kernel.resolve(Files).read(
        { ...value, dify_model_identity: '__dify__file__' },
        {
          ...reading,
          workspaceId,
          ...(appId !== undefined && { appId }),
        },
      );
    await expect(read(platform.workspaceId)).resolves.toMatchObject({ mediaType: 'image/png' });
    await expect(read(platform.workspaceId, other.appId)).rejects.toMatchObject({ code: 'files.file_not_found' });
    await expect(read(newId())).rejects.toMatchObject({ code: 'files.file_not_found' });
    // Nobody can name it as their own upload.
    const inputs = {
      path: '/paper',
      file: { type: 'image', transfer_method: 'tool_file', upload_file_id: file.related_id },
    };
    const named = await platform.post(app.key, '/v1/workflows/run', { inputs, files: [inputs.file], user: 'eve' });
    expect(JSON.stringify(named.body)).not.toContain(file.related_id);
  });
});

describe('a file that can not be kept', () => {
  it('fails its node with the reason, and leaves nothing', async () => {
    const before = await everything();
    expect(await run('/tool.exe')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Files with the extension .exe are not taken here.'),
    });
    const put = (body: object) => platform.management.request('/console/api/workspace/plan', { method: 'PUT', body });
    expect((await put({ plan: 'sandbox', limits: { storage_mb: 1 } })).status).toBe(204);
    const refused = await run('/large.bin').finally(() => put({ plan: 'enterprise' }));
    expect(refused).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('The plan Sandbox allows 1 MB of files'),
    });
    expect(await everything()).toEqual(before);
  });

  it('because its run was stopped meanwhile, leaves nothing', async () => {
    const { blobs } = await everything();
    const keep = platform.kernel.contributions(HostCalls).get(FilesKeep);
    const place = { runId: newId(), workspaceId: platform.workspaceId, appId: app.appId };
    const file = { filename: 'leaf.png', mediaType: 'image/png', bytes: png };
    await expect(keep?.call(file, { ...place, signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    );
    expect(await rows(`select id from uploaded_files where run_id = '${place.runId}'`)).toEqual([]);
    expect((await everything()).blobs).toEqual(blobs);
    // What is looked for is found where it is.
    await keep?.call(file, { ...place, signal: new AbortController().signal });
    expect((await everything()).blobs).toHaveLength(blobs.length + 1);
  });

  it('is told by the node when the store fails', async () => {
    const store = platform.kernel.resolve(Blobs);
    const failing = vi.spyOn(store, 'put').mockRejectedValue(new Error('disk of /secret/place is full'));
    const { status, error } = await run('/leaf.png?size=1').finally(() => failing.mockRestore());
    expect([status, error]).toEqual(['failed', expect.stringContaining('The file could not be stored')]);
    expect(error).not.toContain('/secret');
  });
});

describe('what a run received', () => {
  it('counts for the storage of its workspace', async () => {
    const used = async () =>
      (
        await rows<{ bytes: number }>(
          `select bytes::int from storage_uses where workspace_id = '${platform.workspaceId}'`,
        )
      )[0]?.bytes ?? 0;
    const before = await used();
    await fetchFile('/leaf.png?size=1');
    expect((await used()) - before).toBe(png.length);
  });

  it('goes with the run: its end user is erased, or it is kept no longer', async () => {
    const [erased, forgotten] = [await fetchFile('/leaf.png?size=1', 'bob'), await fetchFile('/leaf.png?size=1')];
    const files = platform.kernel.resolve(StoredFiles);
    const [one, other] = await Promise.all(
      [erased, forgotten].map(({ related_id: id }) => files.find(platform.workspaceId, id)),
    );
    if (!one || !other) throw new Error('a file was not kept');
    expect(await contentOf(one.blob)).toEqual(png);
    const place = { workspaceId: platform.workspaceId, appId: app.appId };
    const owner = platform.kernel.contributions(PersonalData).get('files');
    const going = [{ runId: one.runId ?? '', messageId: null, isOver: true }];
    await owner?.removeRuns?.({ ...place, appId: newId() }, going);
    expect(await keptRows(one.id)).toHaveLength(1);
    await owner?.removeRuns?.(place, going);
    expect([await keptRows(one.id), await keptRows(other.id)]).toEqual([[], [{ id: other.id }]]);
    await expect(contentOf(one.blob)).rejects.toMatchObject({ code: 'blobs.not_found' });

    const hook = platform.kernel.contributions(RunHooks).get('files');
    await hook?.observer?.forgotten?.(other.runId ?? '');
    expect(await keptRows(other.id)).toHaveLength(1);
    await hook?.observer?.forgotten?.(newId());
    expect(await keptRows(other.id)).toEqual([]);
    await expect(contentOf(other.blob)).rejects.toMatchObject({ code: 'blobs.not_found' });
    expect((await fetch(forgotten.url)).status).toBe(404);
  });
});

it('large files of many runs arrive a few at a time, and those of stopped runs make room', async () => {
  const start = async () => {
    const body = { inputs: { path: '/held.bin' }, user: 'ada', response_mode: 'async' };
    const { body: accepted } = await platform.post(app.key, '/v1/workflows/run', body);
    return (accepted as { task_id: string }).task_id;
  };
  const held = await Promise.all(Array.from({ length: 25 }, start));
  await expect.poll(() => asked('/held.bin'), { timeout: 30_000 }).toBe(25);
  for (const task of held) await platform.post(app.key, `/v1/workflows/tasks/${task}/stop`, { user: 'ada' });
  const runs = await Promise.all(Array.from({ length: 25 }, () => run('/large.bin')));
  expect(runs.map(({ status }) => status)).toEqual(Array(25).fill('succeeded'));
});
