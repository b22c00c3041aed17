import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import type { MemberTables } from './tables.ts';
import { newMember, PASSWORD, type Person } from './testing/people.ts';

let platform: TestPlatform;
let app: ImportedApp;

beforeAll(async () => {
  platform = await sharedPlatform();
  app = await platform.importApp(modelChat({ completion_params: { pace_ms: 100 } }));
});
afterAll(() => platform.dispose());

const api = (path: string) => `/console/api${path}`;
const member = () => newMember(platform, 'member', platform.workspaceId);

const asked = { inputs: {}, query: 'word '.repeat(600), response_mode: 'streaming' };

/** A stream that goes on for longer than the test, past its first message. */
async function follow(token: string, path = 'run'): Promise<EventReader> {
  const client = testClient(platform.url, token);
  const reader = new EventReader(await client.open(api(`/apps/${app.appId}/${path}`), { body: asked }));
  await reader.until(({ event }) => event === 'message');
  return reader;
}

async function expectEnded(reader: EventReader, why: string): Promise<void> {
  const message = expect.stringContaining(why);
  expect((await reader.rest()).at(-1)).toMatchObject({ event: 'error', status: 401, code: 'session_ended', message });
}

/** A person's key that is over after so many seconds. */
async function newKey(person: Person, seconds: number): Promise<string> {
  const body = { name: 'k', expires_at: Math.floor(Date.now() / 1000) + seconds };
  const made = await person.client.request(api('/account/keys'), { body });
  return (made.body as { api_key: string }).api_key;
}

describe('attack T20: a stream ends when', () => {
  it('its reader was removed and no notification came', async () => {
    const person = await member();
    const reader = await follow(person.token);
    const db = platform.kernel.resolve(Database).system<MemberTables>();
    await db.deleteFrom('memberships').where('account_id', '=', person.accountId).execute();
    await expectEnded(reader, 'no longer belong');
  });

  it('its reader was removed by an id in upper case', async () => {
    const person = await member();
    const reader = await follow(person.token);
    const path = api(`/members/${person.accountId.toUpperCase()}`);
    expect((await platform.management.request(path, { method: 'DELETE' })).status).toBe(204);
    await expectEnded(reader, 'no longer belong');
  });

  it('its reader may no longer do what it is for: demoted while it is read', async () => {
    const editor = await newMember(platform, 'editor', platform.workspaceId);
    const reader = await follow(editor.token, 'draft/run');
    const path = api(`/members/${editor.accountId}`);
    expect((await platform.management.request(path, { method: 'PATCH', body: { role: 'member' } })).status).toBe(200);
    await expectEnded(reader, 'role in this workspace is member');
    expect((await editor.client.request(api(`/apps/${app.appId}/draft/run`), { body: asked })).status).toBe(403);
  });

  it('but not when its reader has another role that may read it: promoted, or demoted to one that may', async () => {
    const person = await member();
    const short = { ...asked, query: 'word '.repeat(20) };
    const client = testClient(platform.url, person.token);
    const reader = new EventReader(await client.open(api(`/apps/${app.appId}/run`), { body: short }));
    const path = api(`/members/${person.accountId}`);
    for (const role of ['editor', 'admin', 'member']) {
      await reader.until(({ event }) => event === 'message');
      expect((await platform.management.request(path, { method: 'PATCH', body: { role } })).status).toBe(200);
    }
    expect((await reader.rest()).at(-1)).toMatchObject({ event: 'workflow_finished' });
  });

  it.each(['changed', 'set anew with a link'])('the password of its reader is %s elsewhere', async (way) => {
    const person = await member();
    const other = await testClient(platform.url).request(api('/sessions'), {
      body: { email: person.email, password: PASSWORD },
    });
    const reader = await follow(person.token);
    const password = 'green-walrus-12-tables';
    const client = testClient(platform.url, (other.body as { access_token: string }).access_token);
    if (way === 'changed') {
      const body = { password, current_password: PASSWORD };
      expect((await client.request(api('/account/password'), { method: 'PUT', body })).status).toBe(200);
    } else {
      const program = await follow(await newKey(person, 3_600));
      const token = await platform.kernel.resolve(Accounts).passwordReset(person.accountId);
      const body = { token, password };
      expect((await client.request(api('/password-resets/confirm'), { body })).status).toBe(200);
      // Whoever had the account may have made the key.
      await expectEnded(program, 'personal key');
    }
    await expectEnded(reader, 'signed out');
  });

  it('the personal key it began with is over', async () => {
    await expectEnded(await follow(await newKey(await member(), 3)), 'personal key is over');
  });

  it('its reader signs out, also of those that were asked for at the same time', async () => {
    const person = await member();
    const signedIn = await testClient(platform.url).request(api('/sessions'), {
      body: { email: person.email, password: PASSWORD },
    });
    const token = (signedIn.body as { access_token: string }).access_token;
    // What is kept in memory is forgotten, as after a start.
    const readers = await Promise.all([1, 2, 3].map(() => follow(token)));
    const client = testClient(platform.url, token);
    expect((await client.request(api('/sessions/current'), { method: 'DELETE' })).status).toBe(204);
    for (const reader of readers) await expectEnded(reader, 'signed out');
  });

  it('but not when its session is renewed', async () => {
    const person = await member();
    const signedIn = await testClient(platform.url).request(api('/sessions'), {
      body: { email: person.email, password: PASSWORD },
    });
    const { access_token: token, refresh_token: refresh } = signedIn.body as Record<string, string>;
    const reader = await follow(token ?? '');
    const renewed = await testClient(platform.url).request(api('/sessions/refresh'), {
      body: { refresh_token: refresh },
    });
    await reader.until(({ event }) => event === 'message');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await reader.until(({ event }) => event === 'message');
    const { access_token: next } = renewed.body as Record<string, string>;
    await testClient(platform.url, next).request(api('/sessions/current'), { method: 'DELETE' });
    await expectEnded(reader, 'signed out');
  });
});
