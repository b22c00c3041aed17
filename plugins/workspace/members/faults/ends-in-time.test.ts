import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { type JsonAnswer, type TestClient, testClient } from '#http/testing/client.ts';
import { serverQuery } from '#plugins/database/testing/server-query.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { PASSWORD } from '#plugins/members/testing/people.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';

/** Milliseconds between two messages of the stream, so that time is counted in them. */
const PACE = 100;
/** Messages of a second, three times: where all is slow, so is the stream, though not always alike. It has 600. */
const MAX = (3 * 1_000) / PACE;

describe.skipIf(inject('testDatabaseUrl') === '')('attack T20: a stream of another process', () => {
  let installation: Installation;
  let operator: TestClient;
  let addresses: readonly [string, string];
  let appId: string;

  beforeAll(async () => {
    installation = await testInstallation();
  });
  afterAll(() => installation.dispose());

  it('can be opened', async () => {
    const first = await installation.start();
    const second = await installation.startOther();
    addresses = [first.address, second.address];
    operator = await managementClient(first, installation);
    const yaml = modelChat({ completion_params: { pace_ms: PACE } });
    const made = await operator.request('/console/api/apps/import', { body: { yaml, publish: true } });
    expect(made.status, made.text).toBe(201);
    appId = (made.body as { app: { id: string } }).app.id;
  }, 120_000);

  /** An editor who follows a run of the draft at the second process, past its first message. */
  async function reading() {
    const email = `${crypto.randomUUID()}@example.com`;
    const invited = await operator.request('/console/api/invitations', { body: { email, role: 'editor' } });
    const token = (invited.body as { link: string }).link.split('#')[1];
    const nobody = testClient(addresses[1]);
    const body = { token, name: 'Ada', password: PASSWORD };
    expect((await nobody.request('/console/api/invitations/join', { body })).status).toBe(201);
    const signIn = async () => {
      const answer = await nobody.request('/console/api/sessions', { body: { email, password: PASSWORD } });
      return answer.body as { access_token: string; account: { id: string } };
    };
    const [session, elsewhere] = [await signIn(), await signIn()];
    const asked = { inputs: {}, query: 'word '.repeat(600), response_mode: 'streaming' };
    const client = testClient(addresses[1], session.access_token);
    const reader = new EventReader(await client.open(`/console/api/apps/${appId}/draft/run`, { body: asked }));
    await reader.until(({ event }) => event === 'message');
    return {
      reader,
      memberId: session.account.id,
      member: `/console/api/members/${session.account.id}`,
      elsewhere: elsewhere.access_token,
    };
  }

  const directly = (statement: string) => serverQuery(installation.env.DATABASE_URL ?? '', statement);

  it.each<[string, (place: Awaited<ReturnType<typeof reading>>) => Promise<JsonAnswer | null>]>([
    ['was removed', ({ member }) => operator.request(member, { method: 'DELETE' })],
    [
      'was removed, though no process is told',
      async ({ memberId }) => {
        await directly(`delete from memberships where account_id = '${memberId}'`);
        return null;
      },
    ],
    [
      'was signed out, though no process is told',
      async ({ memberId }) => {
        await directly(`delete from account_sessions where account_id = '${memberId}'`);
        return null;
      },
    ],
    ['was demoted', ({ member }) => operator.request(member, { method: 'PATCH', body: { role: 'member' } })],
    [
      'changed their password elsewhere',
      ({ elsewhere }) =>
        testClient(addresses[0], elsewhere).request('/console/api/account/password', {
          method: 'PUT',
          body: { password: 'green-walrus-12-tables', current_password: PASSWORD },
        }),
    ],
  ])(
    'has no more than the messages of a moment for a reader who %s',
    async (_way, act) => {
      const place = await reading();
      const ended = place.reader.rest();
      const answer = await act(place);
      if (answer !== null) expect(answer.status, answer.text).toBeLessThan(300);
      const before = place.reader.events.length;
      expect((await ended).at(-1)).toMatchObject({ event: 'error', status: 401, code: 'session_ended' });
      expect(place.reader.events.length - before).toBeLessThanOrEqual(MAX);
    },
    120_000,
  );
});
