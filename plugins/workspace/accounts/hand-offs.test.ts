import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newPerson, type Person } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
let person: Person;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());
beforeEach(async () => {
  person = await newPerson(platform);
});

const verifier = 'v'.repeat(43);
const challengeOf = (text: string) => createHash('sha256').update(text).digest('base64url');
const handOffs = '/console/api/sessions/hand-offs';
const query = <Row>(text: string) => runQuery<Row>(platform.kernel.resolve(Database), text);

async function codeFor(challenge = challengeOf(verifier)): Promise<string> {
  const { status, body } = await person.client.request(handOffs, { body: { challenge } });
  expect(status).toBe(201);
  return (body as { code: string }).code;
}

const redeem = (code: string, given = verifier) =>
  testClient(platform.url).request(`${handOffs}/redeem`, { body: { code, verifier: given } });

it('signs in once, whoever has the verifier', async () => {
  const code = await codeFor();
  const first = await redeem(code);
  expect(first).toMatchObject({ status: 200, body: { account: { email: person.email } } });
  const { access_token: token } = first.body as { access_token: string };
  expect((await testClient(platform.url, token).request('/console/api/account')).status).toBe(200);
  expect(await redeem(code)).toMatchObject({ status: 401, body: { code: 'hand_off_over' } });
});

it('attack T02: refuses who lacks the verifier, and uses nothing up by that', async () => {
  const code = await codeFor();
  expect((await redeem(code, 'w'.repeat(43))).status).toBe(401);
  expect((await redeem(code, challengeOf(verifier))).status).toBe(401);
  const [id] = code.split('.');
  for (const forged of [
    '',
    'x',
    `${id}.${'A'.repeat(40)}`,
    code.slice(0, -1),
    `${crypto.randomUUID()}.${code.slice(37)}`,
  ]) {
    expect((await redeem(forged)).status).toBeGreaterThanOrEqual(400);
  }
  for (const challenge of ['', 'plain', `${challengeOf(verifier)}=`, `${'a'.repeat(42)}/`]) {
    expect((await person.client.request(handOffs, { body: { challenge } })).status).toBe(400);
  }
  expect((await redeem(code)).status).toBe(200);
});

it('ends with its time, and with the session that allowed it', async () => {
  const late = await codeFor();
  await query(
    `update account_tokens set expires_at = now() - interval '1 second' where account_id = '${person.accountId}'`,
  );
  expect((await redeem(late)).status).toBe(401);
  const orphan = await codeFor();
  await person.client.request('/console/api/sessions/current', { method: 'DELETE' });
  expect((await redeem(orphan)).status).toBe(401);
  expect(
    (await testClient(platform.url).request(handOffs, { body: { challenge: challengeOf(verifier) } })).status,
  ).toBe(401);
});

it('attack T02: proves no more than the session it comes from, and personal keys hand nothing on', async () => {
  const old = '2001-02-03 04:05:06+00';
  await query(`update account_sessions set created_at = '${old}' where account_id = '${person.accountId}'`);
  expect((await redeem(await codeFor())).status).toBe(200);
  const rows = await query<{ count: number }>(
    `select count(*)::integer as count from account_sessions where account_id = '${person.accountId}' and created_at = '${old}'`,
  );
  expect(rows).toEqual([{ count: 2 }]);
  const { body } = await person.client.request('/console/api/account/keys', { body: { name: 'k' } });
  const key = testClient(platform.url, (body as { api_key: string }).api_key);
  expect((await key.request(handOffs, { body: { challenge: challengeOf(verifier) } })).status).toBe(403);
});
