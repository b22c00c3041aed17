import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { filesChat } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const say = async (app: ImportedApp, more: object) => {
  const body = { inputs: {}, query: 'Hello', user: 'u1', ...more };
  return (await platform.post(app.key, '/v1/chat-messages', body)) as { status: number; body: { answer: string } };
};

async function get(app: ImportedApp, path: string) {
  const { status, headers } = await testClient(platform.url, app.key).request(`/v1${path}`);
  return { status, type: headers.get('content-type') };
}

describe('a client that uploads', () => {
  const boundary = '----=_Part_1_42.1767225600000';
  let taking: ImportedApp;

  beforeAll(async () => {
    const methods = { allowed_file_upload_methods: ['local_file', 'remote_url'] };
    taking = await platform.importApp(
      filesChat({ enabled: true, number_limits: 3, allowed_file_types: ['document', 'image'], ...methods }),
    );
  });

  async function upload(...parts: readonly (readonly [head: string, content: string])[]) {
    const body = `${parts.map(([head, content]) => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`).join('')}--${boundary}--\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
    const address = `${platform.url}/v1/files/upload`;
    const authorization = `Bearer ${taking.key}`;
    const answer = await fetch(address, { method: 'POST', headers: { ...headers, authorization }, body });
    return { status: answer.status, body: (await answer.json()) as { id: string; name: string; mime_type: string } };
  }

  const user = ['Content-Disposition: form-data; name="user"', 'u1'] as const;
  const disposition = 'Content-Disposition: form-data; name="file"; filename="a.txt"';

  it.each<[string, string, readonly (readonly [string, string])[]]>([
    ['names the user first', 'text/plain', [user, [`${disposition}\r\nContent-Type: text/plain`, 'x']]],
    ['names the user last', 'text/plain', [[`${disposition}\r\nContent-Type: text/plain`, 'x'], user]],
    [
      'tells the length of each part',
      'text/plain',
      [
        ['Content-Disposition: form-data; name="user"\r\nContent-Length: 2', 'u1'],
        [`${disposition}\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Length: 1`, 'x'],
      ],
    ],
    [
      'tells how parts are transferred',
      'application/octet-stream',
      [
        [
          'Content-Disposition: form-data; name="user"\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit',
          'u1',
        ],
        [`${disposition}\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary`, 'x'],
      ],
    ],
    [
      'writes its headers small and in another order',
      'text/plain',
      [
        ['content-type: text/plain\r\ncontent-disposition: form-data; filename="a.txt"; name="file"', 'x'],
        ['content-disposition: form-data; name=user', 'u1'],
      ],
    ],
    [
      'names the file in the long form',
      'text/plain',
      [
        [
          'Content-Type: text/plain\r\nContent-Disposition: form-data; name="file"; filename="a.txt"; filename*=utf-8\'\'a.txt',
          'x',
        ],
        user,
      ],
    ],
    [
      'adds a type of its own',
      'text/plain',
      [
        user,
        ['Content-Disposition: form-data; name="type"', 'TXT'],
        [`${disposition}\r\nContent-Type: text/plain`, 'x'],
      ],
    ],
  ])('%s gets 201, and may use it', async (_how, type, parts) => {
    const { status, body } = await upload(...parts);
    expect([status, body.name, body.mime_type]).toEqual([201, 'a.txt', type]);
    const file = { type: 'document', transfer_method: 'local_file', upload_file_id: body.id };
    expect((await say(taking, { files: [file] })).body.answer).toBe('Got a.txt|document;');
  });

  it('refers to it with what a form of its own keeps is understood', async () => {
    const { body } = await upload(user, [`${disposition}\r\nContent-Type: text/plain`, 'x']);
    const own = { id: 'own-1', progress: 100, belongs_to: 'user', name: 'a.txt', url: '', remote_url: null };
    for (const type of ['document', 'image', 'custom']) {
      const files = [{ ...own, type, transfer_method: 'local_file', upload_file_id: body.id }];
      const answer = await say(taking, { files });
      expect(answer.body.answer).toBe('Got a.txt|document;');
    }
  });

  it('refers to what it never uploaded is told in which field', async () => {
    const files = [{ type: 'document', transfer_method: 'local_file', upload_file_id: 'gone' }];
    const { body } = await say(taking, { files });
    const message = 'files: there is no uploaded file "gone"';
    expect(body).toEqual({ code: 'invalid_param', status: 400, params: 'files', message });
  });

  it('refers to an address with an empty id beside it is understood', async () => {
    const address = 'https://files.example/leaf.png';
    for (const where of [{ url: address }, { remote_url: address }, { url: '', remote_url: address }]) {
      const files = [{ type: 'image', transfer_method: 'remote_url', upload_file_id: '', ...where }];
      expect((await say(taking, { files })).body.answer).toBe('Got leaf.png|image;');
    }
  });

  it('asks for its file as one to keep writes true as it likes', async () => {
    const { body } = await upload(user, [`${disposition}\r\nContent-Type: text/plain`, 'x']);
    await say(taking, { files: [{ type: 'document', transfer_method: 'local_file', upload_file_id: body.id }] });
    for (const yes of ['true', 'True', '1']) {
      const answer = await get(taking, `/files/${body.id}/preview?as_attachment=${yes}&user=u1`);
      expect([answer.status, answer.type]).toEqual([200, 'application/octet-stream']);
    }
    for (const no of ['false', 'False', '0', '']) {
      const answer = await get(taking, `/files/${body.id}/preview?as_attachment=${no}`);
      expect([answer.status, answer.type]).toEqual([200, 'text/plain; charset=utf-8']);
    }
  });
});
