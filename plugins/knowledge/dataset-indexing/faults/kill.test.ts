import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestClient, testClient } from '#http/testing/client.ts';
import { withDatabase } from '#plugins/database/testing/open-environment.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { paid } from '#plugins/dataset-indexing/testing/indexed-base.ts';
import { ModelServer } from '#plugins/dataset-indexing/testing/model-server.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, type ServerProcess } from '#plugins/runs/testing/server-process.ts';

const DOCUMENTS = 3;
const SEGMENTS = 96;
const UNTIL_DONE = { timeout: 120_000, interval: 200 };
/** Texts of one request. */
const BATCH = 32;
/** Documents of a workspace that are worked on at the same time. */
const AT_A_TIME = 2;

let installation: Installation;
let models: ModelServer;
beforeEach(async () => {
  installation = await testInstallation({ HOST: '127.0.0.1', WEFT_EGRESS_ALLOW: '127.0.0.1' });
  models = await new ModelServer().start();
});
afterEach(async () => {
  await killLeftovers();
  await models.close();
  await installation.dispose();
});

async function sent(client: TestClient, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await client.request(path, { method, ...(body !== undefined && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body as Record<string, unknown>;
}

/** A base with documents that wait, as a program makes it. */
async function prepare(server: ServerProcess): Promise<{ readonly key: string; readonly dataset: string }> {
  const management = await managementClient(server, installation);
  await models.use(management);
  const { api_key: key } = await sent(management, 'POST', '/console/api/dataset-keys', { name: 'k' });
  const client = testClient(server.address, key as string);
  const base = {
    name: 'base',
    indexing_technique: 'high_quality',
    embedding_model: paid.model,
    embedding_model_provider: paid.provider,
  };
  const { id: dataset } = await sent(client, 'POST', '/v1/datasets', base);
  return { key: key as string, dataset: dataset as string };
}

const textOf = (document: number) =>
  Array.from({ length: SEGMENTS }, (_, index) => `Document ${document} says sentence ${index}.`).join('\n');
const rule = {
  mode: 'custom',
  rules: { pre_processing_rules: [], segmentation: { separator: '\n', max_tokens: 100, chunk_overlap: 0 } },
};

async function add(server: ServerProcess, { key, dataset }: { readonly key: string; readonly dataset: string }) {
  const client = testClient(server.address, key);
  for (let document = 0; document < DOCUMENTS; document += 1) {
    const body = { name: `document ${document}`, text: textOf(document), process_rule: rule };
    await sent(client, 'POST', `/v1/datasets/${dataset}/document/create-by-text`, body);
  }
}

async function statuses(server: ServerProcess, { key, dataset }: { readonly key: string; readonly dataset: string }) {
  const { data } = await sent(testClient(server.address, key), 'GET', `/v1/datasets/${dataset}/documents?limit=100`);
  return (data as { indexing_status: string }[]).map(({ indexing_status: status }) => status);
}

/** What is really there. */
const rows = (dataset: string) =>
  withDatabase(installation, async (database) => {
    const one = async (query: string) => (await runQuery<{ n: number }>(database, query))[0]?.n;
    return {
      segments: await one(`select count(*)::int as n from dataset_segments where dataset_id = '${dataset}'`),
      completed: await one(
        `select count(*)::int as n from dataset_segments where dataset_id = '${dataset}' and status = 'completed'`,
      ),
      contents: await one(
        `select count(distinct content)::int as n from dataset_segments where dataset_id = '${dataset}'`,
      ),
      entries: await one(
        `select count(*)::int as n from knowledge_entries e
         join dataset_segments s on s.id = e.id and s.dataset_id = '${dataset}'`,
      ),
      indexes: await one(
        `select count(distinct index_id)::int as n from knowledge_entries e
         join dataset_documents d on d.id = e.document_id and d.dataset_id = '${dataset}'`,
      ),
      work: await one('select count(*)::int as n from indexing_work'),
    };
  });

/**
 * Starts a server that is killed right when a model is asked for the so-manieth time, or when it has answered. Resolves when
 * it is dead.
 */
async function startedToBeKilled(
  request: number,
  isAnswered: boolean,
  meanwhile?: (server: ServerProcess) => Promise<unknown>,
) {
  const started = Promise.withResolvers<ServerProcess>();
  const dead = Promise.withResolvers<void>();
  const last = models.asked.length + request;
  models.refuse = async (_, count) => {
    if (count < last) return null;
    const server = await started.promise;
    const kill = () => void server.kill().then(() => dead.resolve());
    // The answer is on its way: whether it comes to be written is up to the moment.
    if (isAnswered) setTimeout(kill, 15);
    else kill();
    return isAnswered ? null : { status: 500 };
  };
  const server = await installation.start();
  started.resolve(server);
  await meanwhile?.(server);
  await dead.promise;
}

describe('a server that is killed while documents are indexed', () => {
  it('goes on where it was, each time: nothing is lost, doubled, or paid for again', async () => {
    let server = await installation.start();
    const base = await prepare(server);
    await add(server, base);
    // Whatever it is at: reading and cutting, mostly.
    await server.kill();
    const kills: [request: number, isAnswered: boolean][] = [
      [1, false],
      [3, true],
    ];
    for (const [request, isAnswered] of kills) await startedToBeKilled(request, isAnswered);
    models.refuse = () => null;
    server = await installation.start();
    const open = async () => (await statuses(server, base)).filter((status) => status !== 'completed');
    await expect.poll(open, UNTIL_DONE).toEqual([]);
    expect((await server.stop()).code).toBe(0);
    const all = DOCUMENTS * SEGMENTS;
    expect(await rows(base.dataset)).toEqual({
      segments: all,
      completed: all,
      contents: all,
      entries: all,
      indexes: 1,
      work: 0,
    });
    const paidFor = models.embedded();
    expect(new Set(paidFor).size).toBe(all);
    // At most what was answered in the very moment in which the server died.
    const inFlight = kills.filter(([, isAnswered]) => isAnswered).length * AT_A_TIME * BATCH;
    expect(paidFor.length).toBeLessThanOrEqual(all + inFlight);
  }, 400_000);

  it('has the index that was built beside the other go on, and one of them at the end', async () => {
    let server = await installation.start();
    const base = await prepare(server);
    await add(server, base);
    const open = async () => (await statuses(server, base)).filter((status) => status !== 'completed');
    await expect.poll(open, UNTIL_DONE).toEqual([]);
    const before = models.embedded().length;
    const path = `/console/api/datasets/${base.dataset}/rebuild`;
    const body = { embedding_model: 'paid-8', embedding_model_provider: paid.provider };
    await server.stop();
    await startedToBeKilled(4, true, async (running) =>
      sent(await managementClient(running, installation), 'POST', path, body),
    );
    models.refuse = () => null;
    server = await installation.start();
    const management = await managementClient(server, installation);
    const rebuilding = async () => (await sent(management, 'GET', path)).rebuild;
    await expect.poll(rebuilding, UNTIL_DONE).toBe(null);
    const left = async () => (await sent(management, 'GET', `/console/api/datasets/${base.dataset}`)).embedding_model;
    expect(await left()).toBe('paid-8');
    const query = {
      query: 'Document 1 says sentence 7.',
      retrieval_model: { search_method: 'semantic_search', top_k: 1 },
    };
    const found = await sent(
      testClient(server.address, base.key),
      'POST',
      `/v1/datasets/${base.dataset}/retrieve`,
      query,
    );
    expect(found.records).toHaveLength(1);
    // The old one goes in the background.
    await expect.poll(() => models.asked.length).toBeGreaterThan(0);
    await server.stop();
    const all = DOCUMENTS * SEGMENTS;
    expect(await rows(base.dataset)).toMatchObject({
      segments: all,
      completed: all,
      entries: all,
      indexes: 1,
      work: 0,
    });
    const again = models.embedded().slice(before).length;
    expect(again).toBeLessThanOrEqual(all + BATCH + 1);
  }, 400_000);
});
