import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { AnnotationClient, annotationOf } from './testing/annotated-app.ts';
import {
  type EmbeddingServer,
  slowModel,
  startEmbeddingServer,
  useEmbeddingServer,
} from './testing/embedding-server.ts';

let platform: TestPlatform;
let embeddings: EmbeddingServer;
beforeAll(async () => {
  embeddings = await startEmbeddingServer(400);
  platform = await sharedPlatform();
  await useEmbeddingServer(platform.management, embeddings);
});
afterAll(async () => {
  await platform.dispose();
  await embeddings.close();
});

async function newApp() {
  const { key } = await platform.importApp(promptApp('chat'));
  const client = new AnnotationClient(platform.url, key);
  await client.add('How tall?', 'Two metres.');
  const request = { score_threshold: 0.9, ...slowModel };
  return { key, client, request };
}

describe('a job that switches the annotation reply on', () => {
  it('is answered to whoever asks for another one while it runs', async () => {
    const { client, request } = await newApp();
    const first = await client.send('POST', 'annotation-reply/enable', request);
    const { job_id } = first.body as { job_id: string };
    expect(first.body).toEqual({ job_id, job_status: 'waiting' });
    const others = { ...request, embedding_model_name: 'another', score_threshold: 0.1 };
    const second = await client.send('POST', 'annotation-reply/enable', others);
    expect(second.body).toEqual({ job_id, job_status: 'processing' });
    expect(await client.ended(job_id)).toMatchObject({ job_status: 'completed' });
    const third = await client.send('POST', 'annotation-reply/enable', request);
    expect(third.body).toMatchObject({ job_status: 'waiting' });
    expect((third.body as { job_id: string }).job_id).not.toBe(job_id);
    await client.ended((third.body as { job_id: string }).job_id);
  });

  it('ends when the reply is switched off meanwhile, which it then is', async () => {
    const { client, key, request } = await newApp();
    const job = await client.begin(slowModel);
    await client.send('POST', 'annotation-reply/disable', request);
    expect(await client.ended(job)).toMatchObject({ job_status: 'error', error_msg: expect.stringContaining('off') });
    await embeddings.answered(embeddings.calls.length);
    // Whatever was on its way comes to nothing.
    await client.enable({ ...slowModel, score_threshold: 1 });
    await client.send('POST', 'annotation-reply/disable', request);
    const said = await platform.post(key, '/v1/chat-messages', { inputs: {}, query: 'How tall?', user: 'u' });
    expect(annotationOf(said.body)).toBeNull();
  });

  it('takes in what is written while it runs', async () => {
    const { client } = await newApp();
    const job = await client.begin({ ...slowModel, score_threshold: 1 });
    await client.add('How wide is it?', 'One metre.');
    expect(await client.ended(job)).toMatchObject({ job_status: 'completed' });
    expect(await client.answered('How wide is it?')).toMatchObject({ answer: 'One metre.' });
  });
});
