import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const weft = (...argv: string[]) => typing([], ...argv);

/** The same where somebody types; no lines: nobody sits there. */
const typing = (lines: readonly string[], ...argv: string[]) =>
  runWeft(platform, argv, lines.length > 0 ? { lines, secrets: {} } : {});

it('finds conversations and runs, page by page', async () => {
  const chat = await platform.importApp(rememberingChat());
  for (const user of ['ada', 'bob']) {
    const body = { inputs: {}, query: `${user} on ferns`, user };
    expect((await platform.post(chat.key, '/v1/chat-messages', body)).status).toBe(200);
  }
  const first = await weft('logs', 'conversations', chat.appId, '--limit', '1', '--from', '2020-01-01');
  expect([first.code, first.err]).toEqual([0, '']);
  expect(first.out).toMatch(/bob +1 +0 +- +\+0 -0 +bob on ferns/);
  const cursor = /--cursor (\S+)/.exec(first.out)?.[1] ?? '';
  expect((await weft('logs', 'conversations', chat.appId, '--limit', '1', '--cursor', cursor)).out).toContain('ada on');
  expect((await weft('logs', 'conversations', chat.appId, '--user', 'ada')).out).not.toContain('bob');
  const flow = await platform.importApp(failingWorkflow());
  await platform.post(flow.key, '/v1/workflows/run', { inputs: {}, user: 'eve' });
  expect((await weft('logs', 'runs', flow.appId, '--error', 'boom')).out).toMatch(/failed +eve .*boom at noon/);
  expect((await weft('logs', 'runs', flow.appId, '--status', 'wrong')).code).not.toBe(0);
  const untimely = await weft('logs', 'runs', flow.appId, '--from', 'yesterday');
  expect(untimely).toMatchObject({ code: 2, err: expect.stringContaining("'yesterday' is no time: write 2026-01-31") });
});

it('shows and saves what was said, and removes it when it is sure', async () => {
  const chat = await platform.importApp(rememberingChat());
  const body = { inputs: {}, query: 'How often\nferns?', user: 'ada' };
  const said = await platform.post(chat.key, '/v1/chat-messages', body);
  const { conversation_id: conversation = '' } = said.body as Record<string, string>;
  const shown = await weft('logs', 'messages', chat.appId, conversation);
  expect([shown.code, shown.err]).toEqual([0, '']);
  expect(shown.out).toMatch(/> How often.*ferns\?.*metric: How often/s);
  for (const [file, more] of [
    ['said.csv', []],
    ['said.jsonl', ['--user', 'ada']],
    ['runs.csv', ['--runs']],
  ] as const) {
    const saved = await weft('logs', 'export', chat.appId, file, ...more);
    expect([saved.code, saved.err]).toEqual([0, '']);
    expect(await readFile(join(platform.home, file), 'utf8')).toContain('How often');
    // What is there is not written over.
    expect((await weft('logs', 'export', chat.appId, file, ...more)).code).not.toBe(0);
  }
  const { message_id: message } = said.body as Record<string, string>;
  const opinion = { rating: 'dislike', content: 'no\nferns', user: 'ada' };
  expect((await platform.post(chat.key, `/v1/messages/${message}/feedbacks`, opinion)).status).toBe(200);
  const opinions = await weft('feedback', 'list', chat.appId, '--text', 'yes', '--from', '2020-01-01');
  expect(opinions).toMatchObject({ code: 0, err: '' });
  expect(opinions.out).toMatch(/0 liked, 1 disliked.*dislike +ada +[0-9a-f-]{36} +How often ferns\? +no ferns/s);
  expect((await weft('feedback', 'list', chat.appId, '--rating', 'like')).out).not.toContain('ada');
  expect((await weft('feedback', 'list', chat.appId, '--text', 'much')).code).toBe(2);
  expect(await weft('feedback', 'export', chat.appId, 'opinions.csv')).toMatchObject({ code: 0, err: '' });
  expect(await readFile(join(platform.home, 'opinions.csv'), 'utf8')).toContain('"no\nferns"');
  const erase = ['logs', 'erase-conversation', chat.appId, conversation] as const;
  expect((await weft(...erase)).err).toContain('--yes');
  expect((await typing(['n'], ...erase)).err).toContain('Nothing was changed');
  expect((await weft('logs', 'messages', chat.appId, conversation)).code).toBe(0);
  expect(await typing(['y'], ...erase)).toMatchObject({ code: 0, err: '' });
  await expect.poll(async () => (await weft('logs', 'messages', chat.appId, conversation)).code).not.toBe(0);
  const path = `/console/api/apps/${chat.appId}/conversations?user=ada`;
  await platform.post(chat.key, '/v1/chat-messages', body);
  const listed = await platform.management.request(path);
  const { end_user_id: user = '' } = (listed.body as { data: Record<string, string>[] }).data[0] ?? {};
  expect(await weft('logs', 'erase-user', chat.appId, user, '--yes')).toMatchObject({ code: 0, err: '' });
  await expect
    .poll(async () => ((await platform.management.request(path)).body as { data: unknown[] }).data)
    .toEqual([]);
});
