import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formType, type RawPart, rawFile, rawForm } from '#http/testing/form.ts';
import { filesChat } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
let app: ImportedApp;

beforeAll(async () => {
  platform = await sharedPlatform();
  const upload = { enabled: true, allowed_file_types: ['document'], allowed_file_upload_methods: ['local_file'] };
  app = await platform.importApp(filesChat({ ...upload, number_limits: 3 }));
});
afterAll(() => platform.dispose());

async function upload(...parts: readonly RawPart[]) {
  const answer = await fetch(`${platform.url}/v1/files/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.key}`, 'content-type': formType },
    body: new Uint8Array(rawForm(parts)),
  });
  return { status: answer.status, body: (await answer.json()) as { id: string; code: string; status: number } };
}

const user: RawPart = { headers: ['Content-Disposition: form-data; name="user"'], content: 'u1' };
const leaf = rawFile('name="file"; filename="leaf.txt"', 'Green 🌿');

describe('acceptance', () => {
  it('10. Upload → 201; use as local_file by the same user works, by another user → 400; preview before use → 404, after use → bytes', async () => {
    const { status, body } = await upload(user, leaf);
    expect(status).toBe(201);
    const preview = () => platform.open(app.key, `/v1/files/${body.id}/preview`, {});
    const use = (by: string) =>
      platform.post(app.key, '/v1/chat-messages', {
        inputs: {},
        query: 'What is it?',
        user: by,
        files: [{ type: 'document', transfer_method: 'local_file', upload_file_id: body.id }],
      });
    const early = await preview();
    expect([early.status, await early.json()]).toMatchObject([404, { code: 'file_not_found' }]);
    expect(await use('u2')).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    expect(await use('u1')).toMatchObject({ status: 200, body: { answer: 'Got leaf.txt|document;' } });
    const shown = await preview();
    expect([shown.status, await shown.text()]).toEqual([200, 'Green 🌿']);
  });

  it('11. 16 MB .bin → 413 file_too_large; two file parts → 400 too_many_files; no part → 400 no_file_uploaded', async () => {
    const large = rawFile(
      'name="file"; filename="a.bin"',
      new Uint8Array(16 * 1024 * 1024),
      'application/octet-stream',
    );
    expect(await upload(large, user)).toMatchObject({ status: 413, body: { code: 'file_too_large', status: 413 } });
    expect(await upload(leaf, leaf, user)).toMatchObject({ status: 400, body: { code: 'too_many_files' } });
    expect(await upload(user)).toMatchObject({ status: 400, body: { code: 'no_file_uploaded' } });
  });
});
