import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { LogClient, say } from './testing/log-client.ts';

let platform: TestPlatform;
let app: ImportedApp;
let logs: LogClient;
/** Texts of questions, in the order in which they were rated. */
const rated = [
  ['ada', 'like', null],
  ['bob', 'dislike', '=wrong'],
  ['ada', 'dislike', ' '],
  ['eve', 'like', 'clear'],
] as const;

beforeAll(async () => {
  platform = await sharedPlatform();
  app = await platform.importApp(rememberingChat());
  logs = new LogClient(platform.management, app.appId);
  for (const [index, [user, rating, content]] of rated.entries()) {
    const said = await say(platform, app, { query: `q${index}`, user });
    const path = `/v1/messages/${said.message}/feedbacks`;
    expect((await platform.post(app.key, path, { user, rating, content })).status).toBe(200);
  }
}, 60_000);
afterAll(() => platform.dispose());

const found = async (query: Record<string, string>) => (await logs.all('feedbacks', query)).map((item) => item.query);

it.each([
  [{}, ['q3', 'q2', 'q1', 'q0']],
  [{ limit: '1' }, ['q3', 'q2', 'q1', 'q0']],
  [{ rating: 'dislike', limit: '1' }, ['q2', 'q1']],
  [{ has_text: 'true' }, ['q3', 'q1']],
  [{ has_text: 'false' }, ['q2', 'q0']],
  [{ user: 'ada' }, ['q2', 'q0']],
  [{ rating: 'like', has_text: 'true', user: 'ada' }, []],
  [{ from: '1700000000' }, ['q3', 'q2', 'q1', 'q0']],
  [{ to: '1700000000' }, []],
  [{ from: '8000000000' }, []],
])('opinions chosen by %j are %j', async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

it('shows what an opinion is about, and counts all', async () => {
  const { status, body } = await logs.request('feedbacks?has_text=true&rating=dislike');
  expect([status, body]).toMatchObject([
    200,
    {
      counts: { like: 2, dislike: 2 },
      data: [{ rating: 'dislike', content: '=wrong', user: 'bob', query: 'q1', answer: expect.stringContaining('q1') }],
    },
  ]);
  const [item] = (body as { data: { run_id: string; message_id: string }[] }).data;
  const runs = await logs.page('runs', { feedback: 'dislike', user: 'bob' });
  expect(runs.data).toMatchObject([{ id: item?.run_id, message_id: item?.message_id }]);
});

it('saves them as a table without formulas, and as lines of JSON', async () => {
  const table = await logs.request('feedbacks/export?rating=dislike');
  expect(table.status).toBe(200);
  const lines = table.text.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^id,created_at,updated_at,rating,content,/);
  expect(lines[2]).toContain(",dislike,'=wrong,user,bob,");
  const json = await logs.request('feedbacks/export?format=jsonl');
  const items = json.text.trim().split('\n');
  expect(items.map((line) => JSON.parse(line).content)).toEqual(['clear', ' ', '=wrong', null]);
});

it.each(['rating=love', 'from=9&to=8', 'has_text=maybe', 'cursor=1', 'limit=0', 'page=2'])(
  'refuses %s',
  async (query) => {
    expect((await logs.request(`feedbacks?${query}`)).status).toBe(400);
  },
);
