import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import { plansOf } from '#plugins/database/testing/plans.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { FeedbackStore } from '#plugins/feedbacks/testing/feedback-store.ts';
import { makePartitions, runHistory, runLog } from '#plugins/runs/testing/run-history.ts';
import { ConversationLogStore } from './conversation-store.ts';
import type { LogFilters } from './filters.ts';
import { MessageLogStore } from './message-store.ts';
import { RunLogStore } from './run-store.ts';
import { SearchStore } from './search-store.ts';

/** Runs with a message each, in conversations of ten; of fifty apps in five workspaces. */
const ROWS = 60_000;
/** The planner is the same on the embedded database, where so many rows take long, and fewer are rightly scanned. */
const onServer = it.skipIf(inject('testDatabaseUrl') === '');
const words = ['rain', 'fern', 'rose', 'moss', 'soil', 'root', 'leaf', 'seed'];

let test: TestDatabase;
let plans: string[];
let watched: Database;
const workspaceId = '00000000-0000-7000-8000-000000000001';
const appId = '00000000-0000-7000-8000-0000000000a1';

beforeAll(async () => {
  test = await createTestDatabase();
  ({ plans, database: watched } = plansOf(test.database));
  await makePartitions(test.database);
  await fill();
}, 240_000);
afterAll(() => test.dispose());

const query = (text: string) => runQuery(test.database, text);

async function fill(): Promise<void> {
  const now = Date.now();
  const id = (kind: string, n = 'n') =>
    `(lpad(to_hex(${now}::bigint - ${ROWS} + ${n}), 12, '0') || '7${kind}00' || '8000' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const workspace = `('00000000-0000-7000-8000-00000000000' || (n % 5 + 1))::uuid`;
  const app = `('00000000-0000-7000-8000-0000000000a' || (n % 5 + 1))::uuid`;
  const user = `('00000000-0000-7000-8000-0000000' || lpad((n % 1000)::text, 5, '0'))::uuid`;
  const from = `from generate_series(1, ${ROWS}) n`;
  const at = `now() - make_interval(secs => (${ROWS} - n) * 10)`;
  await query(`insert into workflow_runs (id, workspace_id, app_id, workflow_id, task_id, process_id, kind, triggered_from,
    created_by_role, created_by, status, created_at, elapsed, start) select ${id('1')}, ${workspace}, ${app}, ${app},
    ${app}, ${app}, 'chat', 'app-run', 'end_user', ${user}, case when n % 5000 = 0 then 'failed' else 'succeeded' end,
    ${at}, 1, json_build_object('data', json_build_object('id', ${id('2')})) ${from}`);
  await query(`insert into conversations (id, workspace_id, app_id, end_user_id, name, mode, inputs, introduction,
    dialogue_count, created_at, updated_at) select ${id('3')}, ${workspace}, ${app}, ${user}, 'c', 'chat', '{}', '', 10,
    ${at}, ${at} from generate_series(1, ${ROWS / 10}) n`);
  await query(`insert into messages (id, workspace_id, app_id, conversation_id, end_user_id, run_id, inputs, query, answer,
    files, answer_files, citations, status, message_tokens, answer_tokens, total_price, currency, latency, created_at)
    select ${id('2')}, ${workspace}, ${app}, ${id('3', `((n - 1) % ${ROWS / 10} + 1)`)}, ${user}, ${id('1')}, '{}', 'q', 'a', '[]',
    '[]', '[]', 'normal', 1, 1, 0.1, 'USD', 1, ${at} ${from}`);
  await query(`insert into message_feedbacks (id, workspace_id, app_id, conversation_id, message_id, source, rating)
    select ${id('4')}, ${workspace}, ${app}, ${id('3', `((n - 1) % ${ROWS / 10} + 1)`)}, ${id('2')}, 'user', 'like' ${from}
    where n % 3 = 0`);
  await query(`insert into annotation_hits (message_id, workspace_id, app_id, annotation_id, query, score, source)
    select ${id('2')}, ${workspace}, ${app}, ${app}, 'q', 1, 'api' ${from} where n % 10 = 0`);
  const week = Math.floor(now / (7 * 86_400_000)).toString(36);
  const term = (word: string) => `'000000a' || (n % 5 + 1) || '${week}:' || ${word}`;
  const termOfUser = (word: string) => `'000' || lpad((n % 1000)::text, 5, '0') || '${week}:' || ${word}`;
  await query(`insert into log_texts (run_id, workspace_id, app_id, message_id, conversation_id, terms)
    select ${id('1')}, ${workspace}, ${app}, ${id('2')}, ${id('3', `((n - 1) % ${ROWS / 10} + 1)`)},
    array_to_tsvector(array[${term(`(array['${words.join("','")}'])[n % 8 + 1]`)}, ${term(`'n' || n`)},
    ${termOfUser(`(array['${words.join("','")}'])[n % 8 + 1]`)}]) ${from}`);
  await query('analyze');
}

const filters = (more: Partial<LogFilters> = {}): LogFilters => ({
  workspaceId,
  appId,
  from: undefined,
  to: undefined,
  users: undefined,
  search: undefined,
  ...more,
});
const first = { cursor: undefined, limit: 20, isOldestFirst: false };

/** What was read from beginning to end, of tables that grow with the history. */
async function scanned(work: () => Promise<unknown>): Promise<{ readonly found: unknown; readonly scans: string[] }> {
  plans.length = 0;
  const found = await work();
  expect(plans.length).toBeGreaterThan(0);
  // One that is empty costs nothing: a partition of weeks to come.
  const big =
    /Seq Scan on (?:workflow_runs|messages|conversations|message_feedbacks|annotation_hits|log_texts)\w*(?: \w+)? {2}\(cost=[\d.]+\.\.(?!0\.)/g;
  return { found, scans: plans.flatMap((plan) => (plan.match(big) === null ? [] : [plan])) };
}

onServer('tells a scan when there is one', async () => {
  const { scans } = await scanned(() => runQuery(watched, 'select max(latency) from messages'));
  expect(scans.length).toBe(1);
});

onServer.each<[string, Partial<LogFilters>]>([
  ['nothing', {}],
  ['a time', { from: Date.now() - 3_600_000, to: Date.now() }],
  ['a rare status', { status: 'failed' }],
  ['a user', { users: [newId()] }],
  ['feedback', { feedback: 'like' }],
  ['no annotation', { annotated: false }],
  ['an error', { error: 'boom' }],
  ['tokens', { min_tokens: 100 }],
  ['a common word', { search: 'fern' }],
  ['a word nobody said', { search: 'unheard' }],
])('runs and conversations chosen by %s are found without reading all there are', async (_, chosen) => {
  const search = new SearchStore(watched);
  const { status, ...rest } = chosen;
  const runs = await scanned(() => new RunLogStore(watched, search).page(filters(chosen), first));
  expect(runs.scans).toEqual([]);
  const ofConversations = filters({ ...rest, ...(status !== undefined && { status: 'error' }) });
  const conversations = await scanned(() => new ConversationLogStore(watched, search).page(ofConversations, first));
  expect(conversations.scans).toEqual([]);
});

onServer('a page, its messages, opinions and figures read what they show', async () => {
  const conversations = new ConversationLogStore(watched, new SearchStore(watched));
  const page = await conversations.page(filters(), first);
  expect(page?.items.length).toBe(20);
  const id = page?.items[0]?.id ?? '';
  const { found, scans } = await scanned(() =>
    new MessageLogStore(watched).page({ workspaceId, appId }, id, { after: undefined, limit: 20 }),
  );
  expect([(found as readonly object[]).length, scans]).toEqual([10, []]);
  const feedbacks = new FeedbackStore(watched);
  const today = new Date().toISOString().slice(0, 10);
  expect((await scanned(() => feedbacks.daily(workspaceId, appId, { from: today, to: today }))).scans).toEqual([]);
});

onServer.each([undefined, appId])('the list of failed runs is read by its index (app %s)', async (app) => {
  const history = runHistory(watched);
  const ask = () => history.list(workspaceId, { appId: app, status: 'failed', limit: 20 });
  const { found, scans } = await scanned(ask);
  expect((found as readonly object[]).length).toBeGreaterThan(0);
  expect(scans).toEqual([]);
  expect(plans.join()).toMatch(
    /workflow_runs_\w*(?:status|rare)\w*|workflow_runs_\d+_\d+_\d+_(?:app_id|workspace_id)_status/,
  );
});

/** Partitions of a table, by this index. */
const byIndex = (columns: string) => new RegExp(`using workflow_runs_\\d+_\\d+_\\d+_${columns}\\w*_idx`);

onServer('the newest runs of an app, a workspace and a user are walked in the order of their own index', async () => {
  const history = runHistory(watched);
  const log = runLog(watched);
  const user = '00000000-0000-7000-8000-000000000015';
  const asked: [string, () => Promise<unknown>][] = [
    ['workspace_id_id', () => history.list(workspaceId, { limit: 20 })],
    ['app_id_id', () => history.list(workspaceId, { appId, limit: 20 })],
    ['app_id_id', () => log.page(workspaceId, { appId, page: 1, limit: 20 })],
    ['app_id_id', () => log.page(workspaceId, { appId, status: 'succeeded', page: 9, limit: 20 })],
    ['app_id_id', () => log.page(workspaceId, { appId, keyword: 'unheard', page: 1, limit: 20 })],
    ['created_by_id', () => log.page(workspaceId, { appId, createdBy: [user], page: 1, limit: 20 })],
    ['app_id_id', () => new RunLogStore(watched, new SearchStore(watched)).page(filters(), first)],
    ['created_by_id', () => new RunLogStore(watched, new SearchStore(watched)).page(filters({ users: [user] }), first)],
  ];
  for (const [index, ask] of asked) {
    const { scans } = await scanned(ask);
    const walk = plans.find((plan) => plan.includes('workflow_runs_')) ?? '';
    expect([index, scans, byIndex(index).test(walk), walk.includes('_pkey')]).toEqual([index, [], true, false]);
  }
});

onServer('the log of an app is counted, and a page far behind found, without reading the rows before it', async () => {
  await query('vacuum workflow_runs');
  const { scans } = await scanned(() => runLog(watched).page(workspaceId, { appId, page: 119, limit: 100 }));
  const found = plans.find((plan) => plan.includes('counted')) ?? plans[0] ?? '';
  expect(scans).toEqual([]);
  expect(found.match(/Index Only Scan using workflow_runs_\d/g)?.length).toBeGreaterThanOrEqual(2);
  expect(found).not.toMatch(/(?<!Only )Scan (?:using|on) workflow_runs_\d[^(]*\(cost=[\d.]+\.\.(?!0\.)/);
});

onServer('every page of a long log is shown, with its exact total, also for one status and one user', async () => {
  const log = runLog(test.database);
  const all = ROWS / 5;
  const page = async (number: number, more: object = {}) => {
    const { total, hasMore, items } = await log.page(workspaceId, { appId, page: number, limit: 100, ...more });
    return [total, hasMore, items.length];
  };
  for (const _ of ['counted whole', 'counted from what is known']) {
    expect(await page(1)).toEqual([all, true, 100]);
    expect(await page(101)).toEqual([all, true, 100]);
    expect(await page(all / 100)).toEqual([all, false, 100]);
    expect(await page(all / 100 + 1)).toEqual([all, false, 0]);
    expect(await page(99_999)).toEqual([all, false, 0]);
    const succeeded = all - ROWS / 5_000;
    expect(await page(1, { status: 'succeeded' })).toEqual([succeeded, true, 100]);
    expect(await page(all / 100, { status: 'succeeded' })).toEqual([succeeded, false, 100 - ROWS / 5_000]);
    const user = '00000000-0000-7000-8000-000000000015';
    expect(await page(1, { createdBy: [user] })).toEqual([ROWS / 1_000, false, ROWS / 1_000]);
  }
  const seen = new Set<string>();
  for (let number = 1; number <= all / 100; number += 1) {
    const { items } = await log.page(workspaceId, { appId, page: number, limit: 100 });
    for (const { id } of items) seen.add(id);
  }
  expect(seen.size).toBe(all);
});

onServer('a run that is new is in the total of a long log at once', async () => {
  const log = runLog(test.database);
  const total = async () => (await log.page(workspaceId, { appId, page: 1, limit: 1 })).total;
  const before = await total();
  await query(`insert into workflow_runs (id, workspace_id, app_id, workflow_id, task_id, process_id, kind, triggered_from,
    created_by_role, created_by, status, created_at) select '${newId()}', workspace_id, app_id, workflow_id, task_id,
    process_id, kind, triggered_from, created_by_role, created_by, status, now() from workflow_runs
    where app_id = '${appId}' limit 1`);
  expect(await total()).toBe(before + 1);
});

onServer('end users find what they said without reading what others said', async () => {
  const endUserId = '00000000-0000-7000-8000-000000000501';
  const search = {
    workspaceId: '00000000-0000-7000-8000-000000000002',
    appId: '00000000-0000-7000-8000-0000000000a2',
  };
  const asked = { ...search, endUserId, from: 0, to: Date.now(), before: undefined, limit: 20 };
  const { found, scans } = await scanned(() =>
    new SearchStore(watched).find({ ...asked, words: words[501 % 8] ?? '' }),
  );
  expect(scans).toEqual([]);
  expect(found).toHaveLength(20);
});
