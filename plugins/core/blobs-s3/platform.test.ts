import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { startS3Server } from './testing/s3-server.ts';

let server: Awaited<ReturnType<typeof startS3Server>>;
let platform: TestPlatform;
beforeAll(async () => {
  server = await startS3Server();
  const { endpoint, bucket, accessKey, secretKey } = server.settings;
  platform = await startPlatform({
    threads: 0,
    env: {
      WEFT_BLOBS_STORE: 's3',
      WEFT_S3_ENDPOINT: `${endpoint}/`,
      WEFT_S3_BUCKET: bucket,
      WEFT_S3_PREFIX: 'weft/',
      WEFT_S3_ACCESS_KEY: accessKey,
      WEFT_S3_SECRET_KEY: secretKey,
    },
  });
});
afterAll(async () => {
  await platform.dispose();
  await server[Symbol.asyncDispose]();
});

const document = appDocument({
  mode: 'workflow',
  name: 'Reader',
  nodes: [
    node('1', 'start', {
      variables: [{ variable: 'paper', label: 'Paper', type: 'file', allowed_file_types: ['document'] }],
    }),
    node('2', 'document-extractor', { variable_selector: ['1', 'paper'], is_array_file: false }),
    node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'text'] }] }),
  ],
  edges: chain('1', '2', '3'),
});

it('uploads go to the bucket, where nodes and previews read them', async () => {
  const { key } = await platform.importApp(document);
  const form = new FormData();
  form.append('file', new File(['from a bucket'], 'a.txt', { type: 'text/plain' }));
  form.append('user', 'u1');
  const headers = { authorization: `Bearer ${key}` };
  const uploaded = await fetch(`${platform.url}/v1/files/upload`, { method: 'POST', body: form, headers });
  const { id, source_url: url } = (await uploaded.json()) as { id: string; source_url: string };
  expect(await (await fetch(url)).text()).toBe('from a bucket');
  const paper = { type: 'document', transfer_method: 'local_file', upload_file_id: id };
  expect(await platform.post(key, '/v1/workflows/run', { inputs: { paper }, user: 'u1' })).toMatchObject({
    body: { data: { status: 'succeeded', outputs: { text: 'from a bucket' } } },
  });
  expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
});
