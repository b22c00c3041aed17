import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { fillTables } from '#plugins/database/testing/fill-tables.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { ExportedTables } from './contract.ts';

let platform: TestPlatform;
let workspaceId: string;
let owner: Person;

beforeAll(async () => {
  platform = await sharedPlatform();
  workspaceId = await newWorkspace(platform);
  owner = await newMember(platform, 'owner', workspaceId);
});

async function exported(person: Person): Promise<Record<string, string>> {
  const answer = await fetch(`${platform.url}/console/api/workspace/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

const rowsOf = (text = '') =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('an export', () => {
  it('holds apps, people, and rows of every table that is told, over many pages; nothing of neighbours', async () => {
    const body = { yaml: modelChat(), publish: true, key_name: 'k', name: '../../Naïve /etc/passwd' };
    const made = await owner.client.request('/console/api/apps/import', { body });
    const { app, api_key: key } = made.body as { app: { id: string }; api_key: string };
    const chat = { inputs: {}, query: 'What is exported?', response_mode: 'blocking', user: 'u1' };
    const { body: message } = await platform.post(key, '/v1/chat-messages', chat);
    const { id, conversation_id: conversation } = message as { id: string; conversation_id: string };
    const database = platform.kernel.resolve(Database);
    await runQuery(
      database,
      `insert into end_users (id, workspace_id, app_id, type, session_id, is_anonymous)
        select gen_random_uuid(), '${workspaceId}', '${app.id}', 'service_api', 'u' || n, false from generate_series(1, 450) n
        on conflict do nothing`,
    );
    const stranger = await newWorkspace(platform);
    await fillTables(database, stranger);
    const files = await exported(owner);
    const tables = platform.kernel.contributions(ExportedTables).all();
    expect(Object.keys(files)).toEqual(expect.arrayContaining(tables.map((table) => `${table.id}.jsonl`)));
    expect(rowsOf(files['messages.jsonl'])).toMatchObject([{ id, conversation_id: conversation, query: chat.query }]);
    expect(rowsOf(files['conversations.jsonl'])).toMatchObject([{ id: conversation }]);
    const users = rowsOf(files['end_users.jsonl']);
    expect(users.length).toBeGreaterThanOrEqual(450);
    expect(new Set(users.map((user) => user.id)).size).toBe(users.length);
    expect(rowsOf(files['members.jsonl'])).toMatchObject([{ email: owner.email, role: 'owner' }]);
    const documents = Object.keys(files).filter((path) => path.startsWith('apps/'));
    expect(documents).toEqual([expect.stringMatching(/^apps\/[A-Za-z0-9-]+\.yml$/)]);
    expect(files[documents[0] ?? '']).toContain('kind: app');
    const all = Object.values(files).join('\n');
    for (const foreign of [stranger, key]) expect(all).not.toContain(foreign);

    // What its user has deleted is not told.
    await testClient(platform.url, key).request(`/v1/conversations/${conversation}`, {
      method: 'DELETE',
      body: { user: 'u1' },
    });
    expect((await exported(owner))['messages.jsonl']).toBe('');
    // It is told when the stream has ended: a reader may be ahead of that.
    const audit = async () => (await owner.client.request('/console/api/audit')).text;
    await expect.poll(audit).toContain('workspace-export.export');
  });

  it('holds what was set of models, over pages in the order of several columns, and no credential', async () => {
    const put = (path: string, method: string, body: object) =>
      owner.client.request(`/console/api/${path}`, { method, body });
    const credentials = { openai_api_key: 'sk-canary-of-an-export' };
    expect((await put('providers/openai', 'PUT', { credentials })).status).toBe(200);
    for (let index = 0; index < 210; index++) {
      const body = { type: index % 2 === 0 ? 'llm' : 'embedding', model: `off-${index}`, enabled: false };
      expect((await put('providers/openai/models', 'PATCH', body)).status).toBe(200);
    }
    const model = { provider: 'demo', model: 'demo-chat' };
    expect((await put('default-models', 'PUT', { type: 'llm', model })).status).toBe(200);
    const files = await exported(owner);
    const rows = rowsOf(files['workspace_models.jsonl']);
    expect(rows).toHaveLength(210);
    expect(new Set(rows.map((row) => row.model)).size).toBe(210);
    expect(rows[0]).toMatchObject({ provider: 'openai', is_enabled: false, is_custom: false });
    expect(rowsOf(files['default_models.jsonl'])).toMatchObject([{ type: 'llm', ...model }]);
    expect(Object.values(files).join('\n')).not.toContain('canary');
  }, 60_000);

  it('tells whose the versions of plugins were that the workspace ever had', async () => {
    const pin = { name: '@acme/a', owner: 'key:k', version: '1.0.0', integrity: 'i', trust: 'trusted', signer: 'k' };
    const values = [workspaceId, ...Object.values(pin), 'shop'].map((value) => `'${value}'`).join(', ');
    await runQuery(platform.kernel.resolve(Database), `insert into plugin_pins values (${values}, now())`);
    expect(rowsOf((await exported(owner))['plugin_pins.jsonl'])).toMatchObject([{ ...pin, source: 'shop' }]);
  });

  it('is for the owner in person', async () => {
    const post = { method: 'POST' };
    const admin = await newMember(platform, 'admin', workspaceId);
    expect((await admin.client.request('/console/api/workspace/export', post)).status).toBe(403);
    const made = await owner.client.request('/console/api/account/keys', { body: { name: 'k' } });
    const program = testClient(platform.url, (made.body as { api_key: string }).api_key);
    expect((await program.request('/console/api/workspace/export', post)).status).toBe(403);
  });

  it('tells no column that may hold a secret, and only columns that there are', async () => {
    const tables = platform.kernel.contributions(ExportedTables).all();
    expect(tables.length).toBeGreaterThan(5);
    for (const { id, key, columns } of tables) {
      expect(columns).toEqual(expect.arrayContaining([...key]));
      expect(key.length).toBeGreaterThan(0);
      expect(columns.filter((column) => /hash|secret|token$|password|sealed|credential/.test(column))).toEqual([]);
      const rows = await runQuery<{ name: string }>(
        platform.kernel.resolve(Database),
        `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = '${id}'`,
      );
      const known = rows.map(({ name }) => name);
      expect(known).toEqual(expect.arrayContaining(['workspace_id', ...columns]));
    }
  });
});
