import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { tableSums } from '#plugins/database/testing/table-sums.ts';
import { textsOf } from '#plugins/database/testing/texts-of.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { askNode, document, endNode, startNode } from '#plugins/human-input/testing/documents.ts';
import { FormClient } from '#plugins/human-input/testing/form-client.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import { say } from '#plugins/logs/testing/log-client.ts';
import { RunEnds, Runs } from '#plugins/runs/contract.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';
import { PersonalData, type PersonalDataOwner } from './contract.ts';
import { ErasureService } from './erasure-service.ts';

/** A workflow that says what it was given, however much. */
const repeating = () =>
  appDocument({
    mode: 'workflow',
    name: 'Repeating',
    nodes: [
      node('1', 'start', {
        variables: [{ variable: 'name', label: 'Name', type: 'paragraph', required: true, max_length: 300_000 }],
      }),
      node('3', 'end', { outputs: [{ variable: 'name', value_selector: ['1', 'name'] }] }),
    ],
    edges: chain('1', '3'),
  });

const flowDocument = () =>
  document('workflow', { start: startNode, ask: askNode(), yes: endNode({ note: ['ask', 'note'] }), no: endNode({}) }, [
    ['start', 'ask'],
    ['ask', 'yes', 'ok'],
    ['ask', 'no', 'no'],
  ]);

let platform: TestPlatform;
let database: Database;
beforeAll(async () => {
  platform = await startPlatform({ env: { WEFT_EGRESS_ALLOW: deafAddress } });
  database = platform.kernel.resolve(Database);
});
afterAll(() => platform.dispose());

/** A server under load writes, tells and erases slowly. */
vi.setConfig({ testTimeout: 180_000 });

const eventually = (ask: () => Promise<unknown>) => expect.poll(ask, { timeout: 30_000, interval: 200 });
const erase = (app: ImportedApp, what: string, confirm = '?confirm=true') =>
  platform.management.request(`/console/api/apps/${app.appId}/${what}${confirm}`, { method: 'DELETE' });

const rows = <Row>(query: string) => runQuery<Row>(database, query);

/** Where the database or the folder of blobs still holds a text: words of logs and uuids, too. */
async function placesOf(text: string): Promise<readonly string[]> {
  const found = (await textsOf(database)).filter((stored) => stored.text.includes(text));
  const places = found.map(({ table, column }) => `${table}.${column}`);
  const words = await rows(`select from log_texts where terms::text like '%${text}%'`);
  if (words.length > 0) places.push('log_texts.terms');
  for (const entry of await readdir(platform.home, { recursive: true, withFileTypes: true })) {
    const isOfDatabase = /[/\\](?:pgdata|database|db|pglite)/.test(entry.parentPath);
    if (!entry.isFile() || isOfDatabase || !entry.parentPath.includes('blobs')) continue;
    if ((await readFile(join(entry.parentPath, entry.name))).includes(text)) places.push('blobs');
  }
  return [...new Set(places)];
}

/** Columns of ids that name somebody. */
async function columnsWith(id: string): Promise<readonly string[]> {
  const columns = await rows<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'uuid'`);
  const hits = columns.map(
    ({ table, column }) =>
      `select '${table}.${column}' as place where exists (select from "${table}" where "${column}" = '${id}')`,
  );
  return (await rows<{ place: string }>(hits.join(' union all '))).map(({ place }) => place);
}

interface Apps {
  readonly chat: ImportedApp;
  readonly flow: ImportedApp;
  readonly form: ImportedApp;
}

async function newApps(): Promise<Apps> {
  const [chat, flow] = [await platform.importApp(rememberingChat()), await platform.importApp(repeating())];
  const form = await platform.importApp(flowDocument());
  for (const app of [chat, flow]) {
    const path = `/console/api/apps/${app.appId}/webhooks`;
    await platform.management.request(path, { body: { url: `http://${deafAddress}/` } });
  }
  return { chat, flow, form };
}

/** Everything a user can leave behind; `mark` stands in each text. */
async function act({ chat, flow, form }: Apps, mark: string) {
  const user = `${mark}-user`;
  const said = await say(platform, chat, { query: `${mark} waters ferns`, user });
  const more = await say(platform, chat, { query: `${mark} again`, user, conversation: said.conversation });
  const rating = { rating: 'like', user, content: `${mark} likes it` };
  expect((await platform.post(chat.key, `/v1/messages/${said.message}/feedbacks`, rating)).status).toBe(200);
  const upload = new FormData();
  upload.set('file', new Blob([`${mark} in a file`], { type: 'text/plain' }), `${mark}.txt`);
  upload.set('user', user);
  const headers = { authorization: `Bearer ${chat.key}`, 'idempotency-key': crypto.randomUUID() };
  const sent = await fetch(`${platform.url}/v1/files/upload`, { method: 'POST', body: upload, headers });
  expect(sent.status).toBe(201);
  // A large value of a run lies in the store of blobs.
  const name = `${mark} ${'x'.repeat(200_000)}`;
  const body = { inputs: { name }, user, response_mode: 'blocking' };
  const keyed = testClient(platform.url, flow.key);
  const ran = await keyed.request('/v1/workflows/run', {
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(ran.status).toBe(200);
  const waiting = await new FormClient(platform).run(form, { order: `${mark} order` }, user);
  await rows(`
    insert into annotation_hits (message_id, workspace_id, app_id, annotation_id, query, score, source)
    values ('${more.message}', '${platform.workspaceId}', '${chat.appId}', '${said.message}',
      '${mark}', 1, 'api')`);
  return { ...said, waiting: waiting.runId, user };
}

/** Nothing is on its way any more: words are found, webhooks are told of. */
async function settled(): Promise<void> {
  await eventually(
    async () => (await rows(`select run_id from run_ends union all select run_id from log_queue`)).length,
  ).toBe(0);
  await eventually(
    async () => (await rows(`select from webhook_deliveries where attempts = 0 or last_attempt_at is null`)).length,
  ).toBe(0);
}

const endUser = async (appId: string, user: string) =>
  (await rows<{ id: string }>(`select id from end_users where session_id = '${user}' and app_id = '${appId}'`))[0]
    ?.id ?? '';

/** Rows that tell of what people did, without sums of usage. */
async function sums() {
  const all = await tableSums(database);
  const isSum = (name: string) => name.startsWith('usage_') || name.startsWith('webhook_');
  return Object.fromEntries(Object.entries(all).filter(([name]) => !isSum(name)));
}

describe('erasing an end user', () => {
  it('leaves nothing of them in any table or blob, and everything of others', async () => {
    const apps = await newApps();
    const bob = await act(apps, 'quokka');
    await settled();
    const before = await sums();
    const [kept, keptWords] = [await placesOf('quokka'), await rows(`select run_id from log_texts order by 1`)];
    expect(kept).toEqual(expect.arrayContaining(['messages.query', 'blobs', 'log_texts.terms', 'uploaded_files.name']));
    const ada = await act(apps, 'wombat');
    await settled();
    expect([...(await placesOf('wombat'))].sort()).toEqual([...kept].sort());
    const ids = new Map<ImportedApp, string>();
    for (const app of Object.values(apps) as ImportedApp[]) ids.set(app, await endUser(app.appId, ada.user));
    for (const [app, id] of ids) {
      // Not by chance, not by another app's address, and once it is done there is nobody.
      expect((await erase(app, `end-users/${id}`, '')).status).toBe(400);
      const other = app === apps.chat ? apps.flow : apps.chat;
      expect((await erase(other, `end-users/${id}`)).status).toBe(404);
      expect((await erase(app, `end-users/${id}`)).status).toBe(202);
      await eventually(async () => (await erase(app, `end-users/${id}`)).status).toBe(404);
      await eventually(() => columnsWith(id)).toEqual([]);
    }
    await eventually(() => placesOf('wombat')).toEqual([]);
    // It ended by being erased, and that is settled a moment later.
    await eventually(() => columnsWith(ada.waiting)).toEqual([]);
    expect(await columnsWith(ada.conversation)).toEqual([]);
    expect(await sums()).toEqual(before);
    expect(await rows(`select run_id from log_texts order by 1`)).toEqual(keptWords);
    expect([...(await placesOf('quokka'))].sort()).toEqual([...kept].sort());
    await eventually(async () => (await platform.management.request('/console/api/audit')).text).toContain(
      'erasure.erase-end-user',
    );
    // They come again as somebody new, and their name is kept anew.
    await say(platform, apps.chat, { query: 'Me again', user: ada.user });
    expect(await endUser(apps.chat.appId, ada.user)).not.toBe('');
    expect(bob.conversation).not.toBe(ada.conversation);
  });

  it('goes on where it ended, wherever that was', async () => {
    const apps = await newApps();
    const ada = await act(apps, 'numbat');
    await settled();
    const { kernel, workspaceId } = platform;
    const real = kernel.contributions(PersonalData).all();
    let left = 0;
    const counted =
      <Given extends readonly unknown[], Result>(call: ((...given: Given) => Promise<Result>) | undefined) =>
      async (...given: Given): Promise<Result | undefined> => {
        if (left === 0) throw new Error('the process ended');
        left -= 1;
        return call?.(...given);
      };
    const owners = real.map((owner): PersonalDataOwner => {
      const removeRuns = counted(owner.removeRuns?.bind(owner));
      const removeRest = counted(owner.removeRest?.bind(owner));
      return {
        id: owner.id,
        stage: owner.stage,
        ...(owner.find && { find: owner.find.bind(owner) }),
        removeRuns: async (place, runs) => void (await removeRuns(place, runs)),
        removeRest: async (erased) => void (await removeRest(erased)),
      };
    });
    const view = { all: () => owners } as unknown as ReturnType<typeof kernel.contributions<PersonalDataOwner>>;
    const parts = {
      jobs: kernel.resolve(Jobs),
      runs: kernel.resolve(Runs),
      ends: kernel.resolve(RunEnds),
      logger: silentLogger,
    };
    const erasure = new ErasureService({ owners: view, ...parts });
    for (const app of Object.values(apps) as ImportedApp[]) {
      const id = await endUser(app.appId, ada.user);
      const erased = { workspaceId, appId: app.appId, of: 'end-user', id } as const;
      let attempts = 0;
      for (let isDone = false; !isDone; attempts += 1) {
        left = attempts;
        isDone = await erasure.erase(erased, AbortSignal.timeout(60_000)).then(
          () => true,
          () => false,
        );
      }
      expect(attempts).toBeGreaterThan(owners.length);
      expect(await columnsWith(id)).toEqual([]);
    }
    expect(await placesOf('numbat')).toEqual([]);
  });
});

describe('erasing a conversation', () => {
  it('takes it with its messages, runs, feedback and words, and no other of the same user', async () => {
    const { chat } = await newApps();
    const other = await say(platform, chat, { query: 'bilby stays', user: 'eve' });
    await settled();
    const before = await sums();
    const said = await say(platform, chat, { query: 'kowari goes', user: 'eve' });
    const rating = { rating: 'dislike', user: 'eve', content: 'kowari' };
    await platform.post(chat.key, `/v1/messages/${said.message}/feedbacks`, rating);
    await settled();
    expect((await erase(chat, `conversations/${other.message}`)).status).toBe(404);
    expect((await erase(chat, `conversations/${said.conversation}`)).status).toBe(202);
    await eventually(() => columnsWith(said.conversation)).toEqual([]);
    await eventually(() => placesOf('kowari')).toEqual([]);
    await eventually(async () => (await erase(chat, `conversations/${said.conversation}`)).status).toBe(404);
    expect(await sums()).toEqual(before);
    const path = `/v1/messages?conversation_id=${other.conversation}&user=eve`;
    expect((await platform.get(chat.key, path)).text).toContain('bilby');
  });
});
