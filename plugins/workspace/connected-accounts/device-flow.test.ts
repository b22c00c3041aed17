import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runWeft } from '#plugins/cli/testing/run-weft.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { registerService } from './testing/connecting.ts';
import { type OAuthService, startOAuthService } from './testing/oauth-service.ts';

const device = '/console/api/connected-accounts/device';
const wish = { service: 'gitlab', capabilities: ['repositories'] };

let platform: TestPlatform;
let service: OAuthService;
let workspaceId: string;
let ada: Person;

beforeAll(async () => {
  platform = await sharedPlatform();
});
beforeEach(async () => {
  service = await startOAuthService();
  workspaceId = await newWorkspace(platform);
  const headers = { 'x-workspace-id': workspaceId };
  await registerService(platform.management, service, { provider: 'gitlab', headers });
  ada = await newMember(platform, 'admin', workspaceId);
});
afterEach(() => service[Symbol.asyncDispose]());

interface Begun {
  readonly id: string;
  readonly user_code: string;
  readonly url: string;
}
const begin = async () => (await ada.client.request(device, { body: wish })).body as Begun;
const look = (id: string, { client }: Pick<Person, 'client'> = ada) =>
  client.request(`${device}/look`, { body: { id } });

it('connects the account once its code was typed at the service, and no sooner or twice', async () => {
  const { id, user_code: code, url } = await begin();
  expect(url).toBe(`${service.url}/device`);
  expect(await look(id)).toMatchObject({ status: 200, body: { account: null } });
  service.typeCode(code);
  expect(await look(id)).toMatchObject({
    body: { account: { label: 'ada@example.com', owner: 'me', state: 'ready' } },
  });
  expect((await look(id)).body).toMatchObject({ code: 'attempt_over' });
});

it('attack T02: is looked for by who began it alone', async () => {
  const { id, user_code: code } = await begin();
  service.typeCode(code);
  const [ben, eve] = [
    await newMember(platform, 'admin', workspaceId),
    await newMember(platform, 'admin', await newWorkspace(platform)),
  ];
  for (const other of [ben, eve]) expect((await look(id, other)).body).toMatchObject({ code: 'attempt_over' });
  expect((await look('none')).status).toBe(400);
  expect((await look(id)).body).toMatchObject({ account: { owner: 'me' } });
});

it('says why it can’t be done', async () => {
  const { id } = await begin();
  service.refuses = 'access_denied';
  expect((await look(id)).body).toMatchObject({ code: 'refused' });
  expect((await look(id)).body).toMatchObject({ code: 'attempt_over' });
  service.codesAt = 'https://elsewhere.example.com';
  expect((await ada.client.request(device, { body: wish })).body).toMatchObject({ code: 'refused' });
  const headers = { 'x-workspace-id': workspaceId };
  await registerService(platform.management, service, { headers });
  const google = { service: 'google', capabilities: ['sheets'] };
  expect((await ada.client.request(device, { body: google })).body).toMatchObject({ code: 'no_device_flow' });
});

it('is what weft accounts connect --device waits for', async () => {
  const env = { WEFT_TOKEN: ada.token, WEFT_WORKSPACE: workspaceId };
  const connecting = runWeft(platform, ['accounts', 'connect', 'gitlab', '--device'], { env });
  await expect.poll(() => service.codesGiven).toBe(1);
  service.typeCode();
  expect(await connecting).toMatchObject({ code: 0, out: 'Connected ada@example.com.\n' });
});
