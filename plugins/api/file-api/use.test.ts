import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { newId } from '#kernel';
import { BlobOwners } from '#plugins/blobs/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { docx, wordParagraph } from '#plugins/text-extraction/testing/documents.ts';

interface FileRecord {
  readonly url: string;
  readonly related_id: string;
}

const rules = {
  allowed_file_types: ['document', 'image', 'audio'],
  allowed_file_upload_methods: ['local_file', 'remote_url'],
};

/** A chatflow that answers with the text of an uploaded document. */
const reader = appDocument({
  mode: 'advanced-chat',
  name: 'Reader',
  nodes: [
    node('1', 'start', { variables: [{ variable: 'paper', label: 'Paper', type: 'file', required: false, ...rules }] }),
    node('2', 'document-extractor', { variable_selector: ['1', 'paper'], is_array_file: false }),
    node('3', 'answer', { answer: '<{{#2.text#}}>' }),
  ],
  edges: chain('1', '2', '3'),
});

/** A workflow that gives back the file it was given. */
const mirror = appDocument({
  mode: 'workflow',
  name: 'Mirror',
  nodes: [
    node('1', 'start', {
      variables: [
        { variable: 'file', label: 'File', type: 'file', required: false, ...rules },
        { variable: 'data', label: 'Data', type: 'json_object', required: false },
      ],
    }),
    node('2', 'end', {
      outputs: [
        { variable: 'file', value_selector: ['1', 'file'] },
        { variable: 'data', value_selector: ['1', 'data'] },
      ],
    }),
  ],
  edges: chain('1', '2'),
});

let platform: TestPlatform;
let chat: string;
let flow: string;

beforeAll(async () => {
  platform = await sharedPlatform();
  chat = (await platform.importApp(reader)).key;
  flow = (await platform.importApp(mirror)).key;
});
afterAll(() => platform.dispose());

interface Upload {
  readonly key?: string;
  readonly type?: string;
  readonly user?: string;
}

async function upload(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  { key = chat, type, user = 'u1' }: Upload = {},
) {
  const form = new FormData();
  form.append('file', new File([content], name, { type: type ?? 'application/octet-stream' }));
  form.append('user', user);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${platform.url}/v1/files/upload`, { method: 'POST', body: form, headers });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { readonly id: string; readonly source_url: string };
}

const local = (id: unknown, type = 'document') => ({
  type,
  transfer_method: 'local_file',
  upload_file_id: id,
  url: '',
  id: 'x',
  progress: 100,
});

const ask = (id: unknown, user = 'u1') =>
  platform.post(chat, '/v1/chat-messages', {
    query: 'read',
    inputs: { paper: local(id) },
    user,
    response_mode: 'blocking',
  });

const runFlow = (inputs: object, user = 'u1') => platform.post(flow, '/v1/workflows/run', { inputs, user });

async function preview(
  id: string,
  { key = chat, query = '', headers = {} }: { key?: string; query?: string; headers?: object } = {},
) {
  const answer = await fetch(`${platform.url}/v1/files/${id}/preview${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('an uploaded document', () => {
  it('is read by nodes, and previewed once a message refers to it', async () => {
    const content = new Uint8Array(docx(wordParagraph('季度报告')));
    const { id } = await upload('报告.docx', content);
    expect((await preview(id)).status).toBe(404);
    expect(await ask(id)).toMatchObject({ status: 200, body: { answer: '<季度报告>' } });
    const shown = await preview(id);
    expect(shown.status).toBe(200);
    expect(shown.bytes.equals(content)).toBe(true);
    expect(shown.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(shown.headers.get('content-length')).toBe(String(content.length));
  });

  it('is in the history with an address that works', async () => {
    const { id } = await upload('a.txt', 'hello');
    const first = await ask(id);
    const { conversation_id: conversation } = first.body as { conversation_id: string };
    const { body } = await platform.get(chat, '/v1/conversations?user=u1');
    const [shown] = (body as { data: { inputs: { paper: FileRecord } }[] }).data;
    expect(shown?.inputs.paper.related_id).toBe(id);
    expect(await (await fetch(shown?.inputs.paper.url ?? '')).text()).toBe('hello');
    const again = await platform.post(chat, '/v1/chat-messages', {
      query: 'again',
      inputs: {},
      user: 'u1',
      conversation_id: conversation,
    });
    expect(again).toMatchObject({ status: 200, body: { answer: '<hello>' } });
  });

  it('is nobody else’s: unknown, foreign and malformed ids look the same', async () => {
    const { id } = await upload('a.txt', 'secret');
    const elsewhere = await upload('b.txt', 'secret', { key: flow });
    for (const [wrong, user] of [
      [id, 'u2'],
      [elsewhere.id, 'u1'],
      [newId(), 'u1'],
      ['../x', 'u1'],
      [null, 'u1'],
      [{ $ne: '' }, 'u1'],
    ] as const) {
      const { status, body } = await ask(wrong, user);
      expect([status, (body as { code: string }).code]).toEqual([400, 'invalid_param']);
      if (typeof wrong !== 'string') continue;
      const message = `inputs.paper: there is no uploaded file "${wrong}"`;
      expect(body).toEqual({ code: 'invalid_param', status: 400, params: 'paper', message });
    }
    expect((await preview(id)).status).toBe(404);
  });

  it('is shown by an address that was signed for who asks, however late', async () => {
    const { id } = await upload('a.txt', 'hello', { key: flow, type: 'text/plain' });
    const body = { inputs: { file: local(id) }, user: 'u1', response_mode: 'async' };
    const started = await platform.post(flow, '/v1/workflows/run', body);
    const task = `/v1/runs/${(started.body as { task_id: string }).task_id}`;
    const outputs = async () => {
      const { body: shown } = await platform.get(flow, `${task}?user=u1`);
      return shown as { status: string; outputs: { file: FileRecord } };
    };
    await expect.poll(async () => (await outputs()).status).toBe('succeeded');
    const events = async () => {
      const answer = await fetch(`${platform.url}${task}/events?user=u1`, {
        headers: { authorization: `Bearer ${flow}` },
      });
      const last = (await answer.text()).split('\n').findLast((line) => line.includes('"workflow_finished"')) ?? '';
      return (JSON.parse(last.slice('data: '.length)) as { data: { outputs: { file: FileRecord } } }).data.outputs.file
        .url;
    };
    const urls = [
      (await outputs()).outputs.file.url,
      (await outputs()).outputs.file.url,
      await events(),
      await events(),
    ];
    expect(new Set(urls).size).toBe(4);
    for (const url of urls) {
      const answer = await fetch(url, { headers: { origin: 'https://any.example' } });
      expect(await answer.text()).toBe('hello');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it.each([
    ['banana', 400],
    ['image', 200],
    [undefined, 200],
  ])('by an address has one of the kinds: %s', async (type, status) => {
    const anything = appDocument({
      mode: 'workflow',
      name: 'Anything',
      nodes: [
        node('1', 'start', { variables: [{ variable: 'file', label: 'File', type: 'file', required: false }] }),
        node('2', 'end', { outputs: [{ variable: 'file', value_selector: ['1', 'file'] }] }),
      ],
      edges: chain('1', '2'),
    });
    const { key } = await platform.importApp(anything);
    const file = { type, transfer_method: 'remote_url', url: 'https://files.example/unknown' };
    expect(await platform.post(key, '/v1/workflows/run', { inputs: { file }, user: 'u1' })).toMatchObject({ status });
  });

  it('has the type its extension tells, whatever the request says', async () => {
    const { id } = await upload('a.txt', 'hello', { key: flow, type: 'text/plain' });
    const { body } = await runFlow({ file: local(id, 'image') });
    expect(body).toMatchObject({
      data: {
        outputs: {
          file: {
            dify_model_identity: '__dify__file__',
            related_id: id,
            type: 'document',
            transfer_method: 'local_file',
            filename: 'a.txt',
            extension: '.txt',
            mime_type: 'text/plain',
            size: 5,
            tenant_id: platform.workspaceId,
          },
        },
      },
    });
    const other = await upload('a.mp4', 'x', { key: flow });
    expect(await runFlow({ file: local(other.id) })).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });
});

describe('the preview', () => {
  it('is of one app: the key of another app is refused, one of nobody too', async () => {
    const { id } = await upload('a.txt', 'secret');
    await ask(id);
    expect((await preview(id, { key: flow })).status).toBe(403);
    expect((await preview(id, { key: 'app-nobody' })).status).toBe(401);
    for (const wrong of [newId(), 'x', '..%2f..%2fweft.json', `${id}%00`])
      expect((await preview(wrong)).status).toBe(404);
  });

  it.each([
    ['a.html', 'text/html; charset=utf-8', '<script>alert(1)</script>', 'attachment'],
    ['a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'attachment'],
    ['a.xml', 'application/xml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'attachment'],
    ['a.js', 'application/octet-stream', 'alert(1)', 'attachment'],
    ['a', 'application/octet-stream', '<html>', 'attachment'],
    ['a.txt', 'text/plain; charset=utf-8', '<script>alert(1)</script>', 'none'],
    ['a.png', 'image/png', '<script>alert(1)</script>', 'none'],
  ])('of %s is %s that no browser runs', async (name, type, content, disposition) => {
    // Declared as a page, it is still what its extension says.
    const { source_url: url } = await upload(name, content, { type: 'text/html' });
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(answer.headers.get('content-disposition')?.split(';')[0] ?? 'none').toBe(disposition);
    expect(await answer.text()).toBe(content);
  });

  it('saves what it is asked to save, under its name', async () => {
    const { id } = await upload('a "b"\'\r\nX-Evil: 1.txt', 'hello');
    await ask(id);
    const saved = await preview(id, { query: '?as_attachment=true&user=whoever' });
    expect(saved.headers.get('content-type')).toBe('application/octet-stream');
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9%.-]+$/);
    expect(saved.headers.get('x-evil')).toBeNull();
    expect((await preview(id, { query: '?as_attachment=maybe' })).status).toBe(400);
  });

  it('gives sound and film in ranges', async () => {
    const { source_url: url } = await upload('a.mp3', '0123456789', { type: 'audio/mpeg' });
    const part = async (range: string) => {
      const answer = await fetch(url, { headers: { range } });
      return [answer.status, answer.headers.get('content-range'), await answer.text()];
    };
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=0-99')).toEqual([206, 'bytes 0-9/10', '0123456789']);
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', '']);
    for (const odd of ['bytes=4-2', 'bytes=a-b', 'bytes=0-1,3-4', 'items=0-1', 'bytes=-']) {
      expect(await part(odd)).toEqual([200, null, '0123456789']);
    }
  });
});

describe('signed addresses', () => {
  it('work without a key, for this file only, unchanged', async () => {
    const [one, two] = [await upload('a.txt', 'one'), await upload('b.txt', 'two')];
    const url = new URL(one.source_url);
    expect(await (await fetch(url)).text()).toBe('one');
    const changes: ((changed: URL) => void)[] = [
      (changed) => changed.searchParams.set('timestamp', String(Number(url.searchParams.get('timestamp')) + 60)),
      (changed) => changed.searchParams.set('nonce', 'other'),
      (changed) => changed.searchParams.set('sign', 'AAAA'),
      (changed) => changed.searchParams.delete('sign'),
      (changed) => {
        changed.search = '';
      },
      (changed) => {
        changed.pathname = changed.pathname.replace(one.id, two.id);
      },
      (changed) => {
        changed.pathname = changed.pathname.replace(one.id, newId());
      },
    ];
    for (const change of changes) {
      const changed = new URL(url);
      change(changed);
      const answer = await fetch(changed);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'file_not_found']);
    }
  });

  it('of a record that somebody made up open no other workspace’s file', async () => {
    const { id } = await upload('a.txt', 'theirs');
    const database = platform.kernel
      .resolve(Database)
      .system<{ uploaded_files: { id: string; workspace_id: string } }>();
    const other = newId();
    await database.updateTable('uploaded_files').set({ workspace_id: other }).where('id', '=', id).execute();
    const forged = {
      dify_model_identity: '__dify__file__',
      type: 'document',
      transfer_method: 'local_file',
      related_id: id,
      upload_file_id: id,
      url: '',
      path: '/etc/passwd',
    };
    const { body } = await runFlow({ data: forged });
    const { workflow_run_id: run } = body as { workflow_run_id: string };
    const detail = await platform.get(flow, `/v1/workflows/run/${run}`);
    const { outputs } = detail.body as { outputs: { data: FileRecord } };
    expect(outputs.data.url === '' || (await fetch(outputs.data.url)).status === 404).toBe(true);
    expect((await ask(id)).status).toBe(400);
    const rows = await database.selectFrom('uploaded_files').selectAll().where('id', '=', id).execute();
    expect(rows[0]).toMatchObject({ used_at: null });
  });
});

describe('content without a record', () => {
  it('is known as such to the sweep, over all workspaces', async () => {
    const { id } = await upload('a.txt', 'hello');
    const file = await platform.kernel.resolve(StoredFiles).find(platform.workspaceId, id);
    const key = file?.blob.key ?? '';
    const owner = platform.kernel.contributions(BlobOwners).get('files');
    expect(key).toMatch(new RegExp(`^files/${platform.workspaceId}/`));
    expect(await owner?.named([key, `${key}0`, 'files/x/y'])).toEqual(new Set([key]));
  });
});

describe('the parameters of an app', () => {
  it('name the limits in force', async () => {
    expect(await platform.get(chat, '/v1/parameters')).toMatchObject({
      body: {
        system_parameters: {
          image_file_size_limit: 10,
          video_file_size_limit: 100,
          audio_file_size_limit: 50,
          file_size_limit: 15,
          workflow_file_upload_limit: 10,
        },
      },
    });
  });
});
