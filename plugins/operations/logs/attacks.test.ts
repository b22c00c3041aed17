import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { queryOf, termsOf } from './search-terms.ts';
import { LogClient, type Said, say } from './testing/log-client.ts';

let platform: TestPlatform;
let app: ImportedApp;
let logs: LogClient;
let said: Said;
const formula = '=HYPERLINK("http://x","a,b")\nnext';
beforeAll(async () => {
  platform = await sharedPlatform();
  app = await platform.importApp(rememberingChat());
  logs = new LogClient(platform.management, app.appId);
  said = await say(platform, app, { query: formula, user: '@SUM(1)' });
  const ids = () => logs.ids('conversations', { search: 'hyperlink' });
  await vi.waitFor(async () => expect(await ids()).toEqual([said.conversation]), { timeout: 20_000, interval: 100 });
}, 60_000);
afterAll(() => platform.dispose());

describe('a search', () => {
  it.each([
    "hyperlink' & !x",
    'hyperlink:*B | nothing',
    "hyperlink'); drop table messages; --",
    'hyperlink \\\\ " $1 \u0000 <-> ( ) ! & |',
    `${'hyperlink '.repeat(49)}`,
    '\ud800hyperlink',
    '%',
    '_',
    '* | !',
    "'",
    'ﷺ'.repeat(250),
    '東'.repeat(500),
    `${'a\u0300'.repeat(249)}!`,
  ])('takes %j as words, never as syntax', async (search) => {
    for (const kind of ['conversations', 'runs']) {
      const { status } = await logs.request(`${kind}?${new URLSearchParams({ search })}`);
      expect([200, 400]).toContain(status);
    }
    expect(await logs.ids('conversations')).toEqual([said.conversation]);
  });

  it('refuses what is too long, and times that are none', async () => {
    for (const query of [
      `search=${'a'.repeat(501)}`,
      'search=',
      'search=%21%3F',
      'search=a&from=0',
      'from=9&to=8',
      'from=-1',
      'min_price=1e9',
      'min_tokens=x',
      'cursor=1',
      "cursor=0_00000000-0000-7000-8000-000000000000'",
      'sort=id;drop',
      'status=%27',
      'unknown=1',
    ]) {
      expect([query, (await logs.request(`conversations?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('has so many words of a text, and of a question, whatever they are', () => {
    const run = { id: '0196f5c0-0000-7000-8000-000000000001', ofId: app.appId };
    const many = Array.from({ length: 50_000 }, (_, index) => `w${index}`).join(' ');
    expect(termsOf([many, '東京'.repeat(100_000)], run).length).toBe(4_000);
    expect(termsOf(['a'.repeat(1_000_000)], run)[0]?.length).toBeLessThan(80);
    expect(queryOf(many, app.appId, [1])?.split('&').length).toBe(12);
    expect(termsOf(["' \\ & | ! ( ) : * \u0000 \ud800 <->"], run)).toEqual([]);
    expect(queryOf('\u0000\ud800', app.appId, [1])).toBeNull();
    // Cut off in the middle of a character.
    for (const text of ['a', 'あa'].map((start) => start + '\u{10330}'.repeat(60))) {
      for (const term of [...termsOf([text], run), queryOf(text, app.appId, [1])])
        expect(term?.isWellFormed()).toBe(true);
    }
  });

  it('of an error takes wildcards as they are', async () => {
    for (const error of ['%', '_', '\\', "'"]) expect(await logs.ids('runs', { error })).toEqual([]);
  });
});

describe('another workspace', () => {
  it('finds nothing, by its own app, by the ids of this one, or by the same words', async () => {
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    for (const path of ['runs', 'conversations', 'runs/export', 'conversations/export']) {
      const answer = await stranger.client.request(`/console/api/apps/${app.appId}/${path}?search=hyperlink`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const other = await platform.importApp(rememberingChat());
    const theirs = new LogClient(platform.management, other.appId);
    expect(await theirs.ids('conversations', { search: 'hyperlink' })).toEqual([]);
    expect(await theirs.ids('runs', { search: 'hyperlink' })).toEqual([]);
    expect((await theirs.request(`conversations/${said.conversation}`)).status).toBe(404);
    expect((await theirs.request(`conversations/${said.conversation}/messages`)).status).toBe(404);
  });
});

describe('an export', () => {
  it('is a table without formulas', async () => {
    const { text, headers } = await logs.request('conversations/export');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text).toContain(`"'=HYPERLINK(""http://x"",""a,b"")\nnext"`);
    expect(text).toContain(`,'@SUM(1),`);
    expect(text.split('\r\n').length).toBe(3);
    const runs = await logs.request('runs/export');
    expect(runs.text).toContain(`,'@SUM(1),`);
    expect(runs.text.split('\r\n').length).toBe(3);
  });

  it('has a line of JSON for each, all of them, and those that are chosen', async () => {
    const many = await platform.importApp(rememberingChat());
    const client = new LogClient(platform.management, many.appId);
    const conversations: string[] = [];
    for (let index = 0; index < 52; index += 1) {
      conversations.push(
        (await say(platform, many, { query: `Question ${index}`, user: `u${index % 2}` })).conversation,
      );
    }
    const lines = async (path: string) => {
      const { text } = await client.request(path);
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    };
    const all = await lines('conversations/export?format=jsonl');
    expect(all.map((line) => line.conversation_id).reverse()).toEqual(conversations);
    expect(await lines('conversations/export?format=jsonl&user=u1')).toHaveLength(26);
    const runs = await lines('runs/export?format=jsonl');
    expect(runs).toHaveLength(52);
    expect(runs[0]).toMatchObject({ status: 'succeeded', outputs: { answer: expect.stringContaining('Question 51') } });
  });
});

it('what a dead process left to be indexed, another one takes; twice is once', async () => {
  const database = platform.kernel.resolve(Database);
  await runQuery(
    database,
    `with gone as (delete from log_texts where app_id = '${app.appId}' returning run_id, workspace_id, app_id)
     insert into log_queue (run_id, workspace_id, app_id) select run_id, workspace_id, app_id from gone`,
  );
  await expect.poll(() => logs.ids('conversations', { search: 'hyperlink' })).toEqual([said.conversation]);
  const [row] = await runQuery<{ count: number }>(
    database,
    `select count(*)::integer as count from log_texts where app_id = '${app.appId}'`,
  );
  expect(row?.count).toBe(1);
});
