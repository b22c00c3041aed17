import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { formType, type RawPart, rawFile, rawForm } from '#http/testing/form.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

interface Uploaded {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly extension: string;
  readonly mime_type: string;
  readonly created_by: string;
  readonly source_url: string;
  readonly code: string;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const app = appDocument({
  mode: 'workflow',
  name: 'Taker',
  nodes: [node('1', 'start', { variables: [] }), node('2', 'end', { outputs: [] })],
  edges: chain('1', '2'),
});

let platform: TestPlatform;
let key: string;

beforeAll(async () => {
  platform = await startPlatform({ threads: 0, env: { WEFT_UPLOAD_IMAGE_MB: '1', WEFT_UPLOAD_BLOCKED: '.exe,BAT' } });
  key = (await platform.importApp(app)).key;
});
afterAll(() => platform.dispose());

async function send(body: FormData | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${platform.url}/v1/files/upload`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as Uploaded };
}

const sendRaw = (...parts: RawPart[]) => send(new Uint8Array(rawForm(parts)), { 'content-type': formType });

function upload(name: string, content: string | Uint8Array<ArrayBuffer>, { type = 'text/plain', user = 'u1' } = {}) {
  const form = new FormData();
  form.append('file', new File([content], name, { type }));
  form.append('user', user);
  return send(form);
}

/** Names of all files in the folder of blobs. */
async function stored(): Promise<string[]> {
  const entries = await readdir(join(platform.home, 'blobs'), { recursive: true, withFileTypes: true });
  // Without the marks of the store.
  return entries.filter((entry) => entry.isFile() && !/\/\.[^/]*$/.test(entry.parentPath)).map(({ name }) => name);
}

describe('an upload', () => {
  it('is answered with what the file is called from now on', async () => {
    const { status, body } = await upload('Leaf.PNG', png, { type: 'image/png' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reference: null,
      name: 'Leaf.PNG',
      size: png.length,
      extension: 'png',
      mime_type: 'image/png',
      created_by: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.any(Number),
      preview_url: null,
      source_url: expect.stringContaining(`/files/${body.id}/file-preview?timestamp=`),
      original_url: null,
      user_id: null,
      tenant_id: platform.workspaceId,
      conversation_id: null,
      file_key: null,
    });
  });

  it('keeps the bytes, and a name in any writing', async () => {
    const content = new Uint8Array(1_500_000).map((_unused, index) => (index * 31) % 251);
    const { body } = await upload('季度 报告 (ü).bin', content, { type: 'application/octet-stream' });
    expect(body).toMatchObject({ name: '季度 报告 (ü).bin', extension: 'bin', size: content.length });
    const answer = await fetch(body.source_url);
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%E5%AD%A3%E5%BA%A6%20%E6%8A%A5%E5%91%8A%20%28%C3%BC%29.bin",
    );
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(content))).toBe(true);
  });

  it('belongs to the user that the form names before or after it, or to the one all others share', async () => {
    const file = rawFile('name="file"; filename="a.txt"');
    const user: RawPart = { headers: ['Content-Disposition: form-data; name="user"'], content: 'kim' };
    const [before, after, nobody] = [await sendRaw(user, file), await sendRaw(file, user), await sendRaw(file)];
    expect(before.body.created_by).toBe(after.body.created_by);
    const typed = rawFile('name="user"', 'kim', 'application/octet-stream');
    for (const parts of [
      [typed, file],
      [file, typed],
    ]) {
      expect((await sendRaw(...parts)).body.created_by).toBe(before.body.created_by);
    }
    expect(nobody.body.created_by).not.toBe(before.body.created_by);
  });
});

describe('an upload is refused', () => {
  it.each<[string, RawPart[], number, string]>([
    ['without parts', [], 400, 'no_file_uploaded'],
    [
      'without a file',
      [{ headers: ['Content-Disposition: form-data; name="user"'], content: 'kim' }],
      400,
      'no_file_uploaded',
    ],
    [
      'without a name or type',
      [{ headers: ['Content-Disposition: form-data; name="file"'], content: 'x' }],
      400,
      'filename_not_exists_error',
    ],
    ['without a name, of a type', [rawFile('name="file"', 'x', 'image/png')], 400, 'filename_not_exists_error'],
    ['with an empty name', [rawFile('name="file"; filename=""')], 400, 'filename_not_exists_error'],
    ['with a file of another field', [rawFile('name="files"; filename="a.txt"')], 400, 'no_file_uploaded'],
    [
      'with two files',
      [rawFile('name="file"; filename="a.txt"'), rawFile('name="other"; filename="b.txt"')],
      400,
      'too_many_files',
    ],
    ['without a name', [rawFile('name="file"', 'x', 'application/octet-stream')], 400, 'filename_not_exists_error'],
    [
      'without a name, larger than texts are',
      [rawFile('name="file"', 'x'.repeat(100_000), 'application/octet-stream')],
      400,
      'filename_not_exists_error',
    ],
    [
      'without a name, of a type, larger than texts are',
      [rawFile('name="file"', 'x'.repeat(100_000), 'image/png')],
      400,
      'filename_not_exists_error',
    ],
    ['with a name of blanks', [rawFile('name="file"; filename="  "')], 400, 'filename_not_exists_error'],
    ['with a path as its name', [rawFile('name="file"; filename="../../weft.json"')], 400, 'invalid_param'],
    ['with a path of another system', [rawFile('name="file"; filename="C:\\\\a.txt"')], 400, 'invalid_param'],
    ['with a blocked extension', [rawFile('name="file"; filename="a.EXE"')], 400, 'file_extension_blocked'],
    ['with another blocked extension', [rawFile('name="file"; filename="a.b.bat"')], 400, 'file_extension_blocked'],
    [
      'without a media type',
      [{ headers: ['Content-Disposition: form-data; name="file"; filename="a.txt"'], content: 'x' }],
      415,
      'unsupported_file_type',
    ],
    [
      'as a picture that is a program',
      [rawFile('name="file"; filename="a.png"', `MZ${'\0'.repeat(200)}`, 'image/png')],
      415,
      'unsupported_file_type',
    ],
    [
      'as a document that is a program',
      [rawFile('name="file"; filename="a.pdf"', '\x7fELF'.padEnd(200, '\0'))],
      415,
      'unsupported_file_type',
    ],
    [
      'as a picture that is a document',
      [rawFile('name="file"; filename="a.jpg"', '%PDF-1.7\n')],
      415,
      'unsupported_file_type',
    ],
  ])('%s', async (_name, parts, status, code) => {
    expect(await sendRaw(...parts)).toMatchObject({ status, body: { code, status } });
  });

  it('beyond the limit of its kind, to the byte', async () => {
    const limit = 1024 * 1024;
    expect((await upload('exact.png', new Uint8Array(limit), { type: 'image/png' })).status).toBe(201);
    expect(await upload('large.PNG', new Uint8Array(limit + 1))).toMatchObject({
      status: 413,
      body: { code: 'file_too_large', message: expect.stringContaining('1 MB') },
    });
    expect((await upload('large.txt', new Uint8Array(limit + 1))).status).toBe(201);
    expect((await upload('16.bin', new Uint8Array(16 * limit))).body.code).toBe('file_too_large');
  });

  it('as no form at all', async () => {
    const forged = {
      file: { path: '/etc/passwd', filename: 'a.txt' },
      files: [{ filepath: '/etc/passwd' }],
      user: 'u1',
    };
    const body = new Uint8Array(Buffer.from(JSON.stringify(forged)));
    expect(await send(body, { 'content-type': 'application/json' })).toMatchObject({ status: 415 });
    expect(await send(body, { 'content-type': formType })).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    });
  });

  it('without a key, before a byte of it is read', async () => {
    expect(await send(new FormData(), { authorization: 'Bearer app-unknown' })).toMatchObject({ status: 401 });
  });

  it('and leaves nothing behind', async () => {
    const before = (await stored()).sort();
    await sendRaw(rawFile('name="file"; filename="a.txt"', 'y'.repeat(500_000)), rawFile('name="x"; filename="b"'));
    await upload('large.png', new Uint8Array(2 * 1024 * 1024));
    const cut = rawForm([rawFile('name="file"; filename="a.txt"', 'x'.repeat(400_000))]).subarray(0, 300_000);
    expect((await send(new Uint8Array(cut), { 'content-type': formType })).status).toBe(400);
    expect((await stored()).sort()).toEqual(before);
  });
});

describe('names of uploads', () => {
  it('never become paths', async () => {
    for (const name of [
      '..',
      '.htaccess',
      'CON',
      'a'.repeat(255),
      'x\u202egpj.exe.txt',
      '%2e%2e%2fetc',
      '$(id)',
      "'; drop table uploaded_files --",
    ]) {
      expect((await upload(name, 'x')).status).toBe(201);
    }
    for (const name of await stored()) expect(name).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('lose what makes them look like others, and what is too long', async () => {
    expect((await upload('x\u202egpj.txt', 'x')).body.name).toBe('xgpj.txt');
    expect((await upload(`${'é'.repeat(230)}.txt`, 'x')).body.name).toBe(`${'é'.repeat(200)}.txt`);
    expect((await upload('x.<script>', 'x')).body.extension).toBe('');
  });
});

describe('the log and the folder', () => {
  it('hold no content that anyone else could read', async () => {
    const { body } = await upload('a.txt', 'canary-content');
    expect(body.size).toBe(14);
    expect(JSON.stringify(platform.log)).not.toContain('canary-content');
    const entries = await readdir(join(platform.home, 'blobs'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
    expect(texts).toContain('canary-content');
  });
});
