import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { failingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { LogClient, type LogItem, say } from './testing/log-client.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const logsOf = (app: ImportedApp) => new LogClient(platform.management, app.appId);
const greet = (app: ImportedApp, name: string, user = 'u1') =>
  platform.post(app.key, '/v1/workflows/run', { inputs: { name }, user, response_mode: 'blocking' });

describe('conversations', () => {
  it('are listed by last activity, with what was said, thought and spent', async () => {
    const app = await platform.importApp(rememberingChat());
    const logs = logsOf(app);
    const ferns = await say(platform, app, { query: 'How often do I water ferns?' });
    const roses = await say(platform, app, { query: 'And roses?', user: 'bob' });
    await say(platform, app, { query: 'More on ferns', conversation: ferns.conversation });
    const like = { rating: 'like', user: 'ada', content: 'clear' };
    expect((await platform.post(app.key, `/v1/messages/${ferns.message}/feedbacks`, like)).status).toBe(200);
    const all = await logs.all('conversations');
    expect(all).toMatchObject([
      { id: ferns.conversation, user: 'ada', source: 'service-api', messages: 2, errors: 0, likes: 1, dislikes: 0 },
      { id: roses.conversation, user: 'bob', messages: 1, likes: 0 },
    ]);
    expect(await logs.ids('conversations', { sort: 'updated_at' })).toEqual(all.map(({ id }) => id).reverse());
    expect(await logs.ids('conversations', { limit: '1' })).toEqual(all.map(({ id }) => id));
    const path = `conversations/${ferns.conversation}`;
    expect((await logs.request(path)).body).toMatchObject({ id: ferns.conversation, messages: 2, inputs: {} });
    const { data } = (await logs.request(`${path}/messages`)).body as { data: LogItem[] };
    expect(data).toMatchObject([
      {
        id: ferns.message,
        query: 'How often do I water ferns?',
        feedbacks: [{ from_source: 'user', rating: 'like', content: 'clear' }],
        annotation: null,
      },
      { query: 'More on ferns', feedbacks: [] },
    ]);
    const trace = await platform.management.request(`/console/api/runs/${data[0]?.run_id}/nodes`);
    expect((trace.body as { data: unknown[] }).data.length).toBe(3);
    const first = (await logs.request(`${path}/messages?limit=1`)).body as { data: LogItem[]; has_more: boolean };
    expect([first.data.length, first.has_more]).toEqual([1, true]);
    const rest = await logs.request(`${path}/messages?limit=1&after=${ferns.message}`);
    expect(rest.body).toMatchObject({ data: [{ query: 'More on ferns' }], has_more: false });
  });

  it('are chosen by user, source, feedback, status, version, tokens and time', async () => {
    const app = await platform.importApp(rememberingChat());
    const logs = logsOf(app);
    const [one, two] = [
      await say(platform, app, { query: 'One', user: 'ada' }),
      await say(platform, app, { query: 'Two', user: 'bob' }),
    ];
    await platform.post(app.key, `/v1/messages/${two.message}/feedbacks`, { rating: 'dislike', user: 'bob' });
    const [{ version_id: version } = { version_id: '' }] = await logs.all('runs');
    const now = Math.floor(Date.now() / 1000);
    const cases: [Record<string, string>, string[]][] = [
      [{ user: 'ada' }, [one.conversation]],
      [{ user: 'nobody' }, []],
      [{ source: 'service-api' }, [two.conversation, one.conversation]],
      [{ source: 'web-app' }, []],
      [{ source: 'debugging' }, []],
      [{ feedback: 'dislike' }, [two.conversation]],
      [{ feedback: 'like' }, []],
      [{ feedback: 'none' }, [one.conversation]],
      [{ annotated: 'false' }, [two.conversation, one.conversation]],
      [{ annotated: 'true' }, []],
      [{ status: 'error' }, []],
      [{ status: 'normal' }, [two.conversation, one.conversation]],
      [{ version_id: String(version) }, [two.conversation, one.conversation]],
      [{ version_id: one.message }, []],
      [{ min_tokens: '1' }, []],
      [{ max_tokens: '0' }, [two.conversation, one.conversation]],
      [{ min_price: '0.01' }, []],
      [{ max_seconds: '600' }, [two.conversation, one.conversation]],
      [{ from: String(now - 60), to: String(now + 60) }, [two.conversation, one.conversation]],
      [{ to: String(now - 60) }, []],
      [{ error: 'boom' }, []],
    ];
    for (const [query, ids] of cases)
      expect({ query, ids: await logs.ids('conversations', query) }).toEqual({ query, ids });
    const pages = { feedback: 'any', limit: '1' };
    expect(await logs.ids('conversations', pages)).toEqual([two.conversation]);
  });
});

describe('runs', () => {
  it('are chosen by how they ended, who asked and what went wrong', async () => {
    const app = await platform.importApp(failingWorkflow());
    const logs = logsOf(app);
    await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user: 'ada' });
    await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user: 'bob' });
    const all = await logs.all('runs');
    expect(all).toMatchObject([
      { status: 'failed', user: 'bob', source: 'service-api', message_id: null, annotated: false },
      { status: 'failed', user: 'ada' },
    ]);
    const ids = all.map(({ id }) => id);
    const cases: [Record<string, string>, string[]][] = [
      [{ status: 'failed' }, ids],
      [{ status: 'failed', limit: '1', sort: 'created_at' }, [...ids].reverse()],
      [{ status: 'succeeded' }, []],
      [{ status: 'running' }, []],
      [{ user: 'ada' }, ids.slice(1)],
      [{ user: 'ada', end_user_id: String(all[0]?.end_user_id) }, []],
      [{ end_user_id: String(all[0]?.end_user_id) }, ids.slice(0, 1)],
      [{ error: 'BOOM AT' }, ids],
      [{ error: 'boom_at' }, []],
      [{ error: '%' }, []],
      [{ source: 'debugging' }, []],
      [{ feedback: 'any' }, []],
      [{ feedback: 'none', limit: '1' }, ids],
      [{ min_seconds: '1000' }, []],
      [{ max_price: '0', max_tokens: '0' }, ids],
    ];
    for (const [query, found] of cases) {
      expect({ query, ids: await logs.ids('runs', query) }).toEqual({ query, ids: found });
    }
  });

  it('say the names of members who run the app in the console', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const person = await newMember(platform, 'admin', platform.workspaceId);
    const path = `/console/api/apps/${app.appId}/draft/run`;
    await person.client.request(path, { body: { inputs: { name: 'Ada' } } });
    await greet(app, 'Bob', person.accountId);
    expect(await logsOf(app).all('runs')).toMatchObject([
      { user: person.accountId, user_name: null, source: 'service-api' },
      { user: person.accountId, user_name: 'Ada', source: 'debugging' },
    ]);
  });

  it('of conversations say which message they wrote', async () => {
    const app = await platform.importApp(rememberingChat());
    const said = await say(platform, app, { query: 'Hello' });
    await platform.post(app.key, `/v1/messages/${said.message}/feedbacks`, { rating: 'like', user: 'ada' });
    const runs = { message_id: said.message, conversation_id: said.conversation, likes: 1, dislikes: 0 };
    expect(await logsOf(app).all('runs', { feedback: 'like' })).toMatchObject([runs]);
    expect(await logsOf(app).all('runs', { annotated: 'true' })).toEqual([]);
  });
});

describe('a search', () => {
  const eventually = (ask: () => Promise<unknown>) => expect.poll(ask, { interval: 100 });

  it('finds words of questions and answers in any script, by their beginnings, in any order', async () => {
    const app = await platform.importApp(rememberingChat());
    const logs = logsOf(app);
    const french = await say(platform, app, { query: "L'Été à la Café: 100% d'eau, s'il vous plaît" });
    const japanese = await say(platform, app, { query: '東京タワーの営業時間を教えて' });
    const thai = await say(platform, app, { query: 'สวัสดีครับ ผมชื่อสมชาย' });
    await eventually(() => logs.ids('conversations', { search: 'สมชาย' })).toEqual([thai.conversation]);
    const cases: [string, string[]][] = [
      ['cafe ete', [french.conversation]],
      ['CAF', [french.conversation]],
      ['afe', []],
      ['cafe tower', []],
      ['タワー', [japanese.conversation]],
      ['営業 東京', [japanese.conversation]],
      ['京', [japanese.conversation]],
      ['東京都', []],
      // The answer says it.
      ['metric 営業', [japanese.conversation]],
    ];
    for (const [search, ids] of cases) {
      expect({ search, ids: await logs.ids('conversations', { search }) }).toEqual({ search, ids });
    }
    expect(await logs.ids('conversations', { search: 'metric', limit: '1' })).toEqual([
      thai.conversation,
      japanese.conversation,
      french.conversation,
    ]);
    expect(await logs.ids('conversations', { search: 'metric', user: 'bob' })).toEqual([]);
    expect((await logs.all('runs', { search: 'cafe' })).map((run) => run.message_id)).toEqual([french.message]);
    expect(await logs.ids('runs', { search: 'cafe', to: '1000000' })).toEqual([]);
  });

  it('finds inputs, outputs and failures of workflows', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const failing = await platform.importApp(failingWorkflow());
    await greet(app, 'Ada Lovelace');
    await greet(app, 'Charles Babbage');
    await platform.post(failing.key, '/v1/workflows/run', { inputs: {}, user: 'u1' });
    await eventually(async () => (await logsOf(app).all('runs', { search: 'lovelace hello' })).length).toBe(1);
    await eventually(async () => (await logsOf(failing).all('runs', { search: 'boom noon' })).length).toBe(1);
    expect(await logsOf(failing).ids('runs', { search: 'lovelace' })).toEqual([]);
    const page = await logsOf(app).page('runs', { search: 'hello', limit: '1' });
    expect(page.data.length).toBe(1);
    expect(await logsOf(app).ids('runs', { search: 'hello', limit: '1' })).toEqual(
      await logsOf(app).ids('runs', { search: 'hello' }),
    );
  });
});
