import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { AnnotationClient, annotationOf } from '#plugins/annotations/testing/annotated-app.ts';
import {
  type EmbeddingServer,
  slowModel,
  startEmbeddingServer,
  useEmbeddingServer,
} from '#plugins/annotations/testing/embedding-server.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';

/** Questions, and those of one call of the model. */
const QUESTIONS = 200;
const BATCH = 64;

let environment: TestDatabaseEnvironment;
let embeddings: EmbeddingServer;
beforeEach(async () => {
  environment = await testDatabaseEnvironment();
  embeddings = await startEmbeddingServer(300);
});
afterEach(async () => {
  await killLeftovers();
  await embeddings.close();
  await environment.dispose();
});

async function management(address: string) {
  const token = (await readFile(join(environment.home, 'management-token'), 'utf8')).trim();
  return testClient(address, token);
}

describe('a server that ends while questions are embedded', () => {
  it.each(['kill', 'stop'] as const)(
    'goes on where it was when it starts again, and the job ends (%s)',
    async (way) => {
      const env = { ...environment.env, HOST: '127.0.0.1', WEFT_EGRESS_ALLOW: '127.0.0.1' };
      const first = await startServer(env);
      const manage = await management(first.address);
      await useEmbeddingServer(manage, embeddings);
      const body = { yaml: promptApp('chat'), publish: true, key_name: 'test' };
      const { body: imported } = await manage.request('/console/api/apps/import', { body });
      const { app, api_key: key } = imported as { app: { id: string }; api_key: string };
      const csv = Array.from({ length: QUESTIONS }, (_, index) => `${'q'.repeat(index + 1)},answer ${index}`).join(
        '\n',
      );
      await manage.request(`/console/api/apps/${app.id}/annotations/import`, { body: { csv } });
      const job = await new AnnotationClient(first.address, key).begin({ ...slowModel, score_threshold: 1 });
      // The first batch was answered long ago when the second is.
      await embeddings.answered(2);
      expect(await new AnnotationClient(first.address, key).job(job)).toMatchObject({ job_status: 'processing' });
      await first[way]();

      const second = await startServer(env);
      const client = new AnnotationClient(second.address, key);
      expect(await client.ended(job)).toEqual({ job_id: job, job_status: 'completed', error_msg: '' });
      const asked = embeddings.calls.flat();
      expect(new Set(asked).size).toBe(QUESTIONS);
      // Only what was on its way when the server died was asked for again.
      expect(asked.length).toBeLessThanOrEqual(QUESTIONS + 2 * BATCH);
      const said = await testClient(second.address, key).request('/v1/chat-messages', {
        body: { inputs: {}, query: 'qqqqqqq', user: 'u' },
      });
      expect(annotationOf(said.body)).not.toBeNull();
      expect(said.body).toMatchObject({ answer: 'answer 6' });
      await second.stop();
    },
    120_000,
  );
});
