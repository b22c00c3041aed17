import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestClient } from '#http/testing/client.ts';
import { withDatabase } from '#plugins/database/testing/open-environment.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { page, tarGz } from '#plugins/dataset-sources/testing/site.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, type ServerProcess } from '#plugins/runs/testing/server-process.ts';

const PAGES = 12;
const names = Array.from({ length: PAGES }, (_, index) => `/p${index}`);
const archive = tarGz(Object.fromEntries(names.map((name) => [`r${name}.md`, `# ${name}`])));

let installation: Installation;
let site: LocalServer;
/** Called before a page is answered, which waits for it. */
let onPage: () => Promise<void> | undefined = () => undefined;
beforeEach(async () => {
  installation = await testInstallation({ HOST: '127.0.0.1', WEFT_EGRESS_ALLOW: '127.0.0.1' });
  site = await startServer(async ({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end();
    await onPage();
    if (url === '/r.tar.gz') response.end(archive);
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page(`At ${url}`, names));
  });
});
afterEach(async () => {
  onPage = () => undefined;
  await killLeftovers();
  await site[Symbol.asyncDispose]();
  await installation.dispose();
});

async function sent(client: TestClient, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await client.request(`/console/api/${path}`, { method, ...(body !== undefined && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body as Record<string, unknown>;
}

const documents = () =>
  withDatabase(installation, async (database) => {
    const text =
      'select count(*)::int as all, count(distinct source_key)::int as keys, count(distinct name)::int as names from dataset_documents';
    return (await runQuery<{ all: number; keys: number; names: number }>(database, text))[0];
  });

it('a run whose server is killed in the middle goes on, again and again, and doubles no document', async () => {
  // A page may be fetched before a start is told as done.
  let starting = installation.start();
  let server: ServerProcess = await starting;
  let client = await managementClient(server, installation);
  const { id: base } = await sent(client, 'POST', 'datasets', { name: 'base', indexing_technique: 'economy' });
  const killedAt = async (count: number): Promise<void> => {
    const dead = Promise.withResolvers<void>();
    let seen = 0;
    onPage = () => {
      seen += 1;
      return seen === count ? starting.then((one) => one.kill()).then(() => dead.resolve(), dead.reject) : undefined;
    };
    await dead.promise;
    onPage = () => undefined;
  };
  const first = killedAt(4);
  const web = await sent(client, 'POST', `datasets/${base}/sources`, { kind: 'website', url: site.url, delay_ms: 0 });
  await first;
  for (const count of [1, 3]) {
    const killed = killedAt(count);
    starting = installation.start();
    await killed;
  }
  starting = installation.start();
  server = await starting;
  client = await managementClient(server, installation);
  const ended = async (id: unknown) => {
    const state = async () => (await sent(client, 'GET', `datasets/${base}/sources/${id}`)).status;
    await expect.poll(state, { timeout: 90_000, interval: 200 }).toBe('completed');
  };
  await ended(web.id);
  const onArchive = killedAt(1);
  const git = { kind: 'git', url: `${site.url}/r.tar.gz` };
  const repository = await sent(client, 'POST', `datasets/${base}/sources`, git);
  await onArchive;
  starting = installation.start();
  server = await starting;
  client = await managementClient(server, installation);
  await ended(repository.id);
  expect((await sent(client, 'GET', `datasets/${base}/sources/${web.id}`)).pages).toMatchObject({
    waiting: 0,
    failed: 0,
  });
  await server.stop();
  const all = PAGES + 1 + PAGES;
  expect(await documents()).toEqual({ all, keys: all, names: all });
  for (const name of names) expect(site.seen.filter(({ url }) => url === name).length, name).toBeLessThanOrEqual(4);
}, 240_000);
