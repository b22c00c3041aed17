import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { OAuthClients } from './contract.ts';
import { addressTrouble } from './redirect-addresses.ts';
import type { OAuthClientTables } from './tables.ts';

let platform: TestPlatform;
let service: Server;
let address = '';
/** What the service says, and the last form it was sent. */
let says: unknown = { error: 'invalid_grant' };
let sent = new URLSearchParams();
const all = '/console/api/installation/oauth-clients';
const secret = 'a-secret-that-nobody-is-shown-4716';
const set = (provider: string, body: object) =>
  platform.management.request(`${all}/${provider}`, { method: 'PUT', body });

beforeAll(async () => {
  service = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      sent = new URLSearchParams(text);
      response.end(JSON.stringify(says));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  platform = await startPlatform({
    threads: 0,
    env: {
      WEFT_EGRESS_ALLOW: '127.0.0.1',
      WEFT_GOOGLE_CLIENT_ID: 'configured',
      WEFT_GOOGLE_CLIENT_SECRET: secret,
      WEFT_GOOGLE_DOMAINS: 'Example.com',
      WEFT_GITHUB_CLIENT_ID: 'without-a-secret',
    },
  });
});
afterAll(async () => {
  service.close();
  await platform.dispose();
});

it('counts what the configuration names, which nobody changes from outside', async () => {
  const clients = platform.kernel.resolve(OAuthClients);
  expect(await clients.of('google')).toMatchObject({
    clientId: 'configured',
    clientSecret: secret,
    domains: ['example.com'],
  });
  expect(await clients.of('github')).toBeNull();
  expect(await clients.of('constructor')).toBeNull();
  expect(await set('google', { client_id: 'mine', client_secret: 'x' })).toMatchObject({ status: 409 });
  const removed = await platform.management.request(`${all}/google`, { method: 'DELETE' });
  expect(removed).toMatchObject({ status: 409, body: { code: 'in_configuration' } });
});

it('is set, asked at the service and removed; the secret is sealed and told nowhere', async () => {
  const clients = platform.kernel.resolve(OAuthClients);
  const values = { client_id: 'weft', client_secret: secret, base_url: `${address}/`, domains: ['Example.COM'] };
  expect(await set('gitlab', values)).toMatchObject({
    status: 200,
    body: { set_by: 'installation', base_url: address, domains: ['example.com'], client_id: 'weft' },
  });
  expect(await clients.of('gitlab')).toMatchObject({ clientSecret: secret, baseUrl: address });
  const asked = () => platform.management.request(`${all}/gitlab/test`, { method: 'POST' });
  expect((await asked()).body).toMatchObject({ result: 'accepted', says: 'invalid_grant' });
  expect(sent.get('client_secret')).toBe(secret);
  expect(sent.get('redirect_uri')).toBe(`${platform.url}/console/api/sign-in/callback`);
  says = { error: 'invalid_client', error_description: secret };
  expect((await asked()).body).toMatchObject({ result: 'refused', says: 'invalid_client' });
  says = { error: `<b>${secret}` };
  expect((await asked()).body).toMatchObject({ result: 'unclear', says: '' });

  const listed = await platform.management.request(all);
  const database = platform.kernel.resolve(Database).system<OAuthClientTables>();
  const rows = await database.selectFrom('oauth_clients').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify([listed.text, rows, platform.log])).not.toContain(secret);
  expect((await clients.list()).map(({ provider }) => provider)).toEqual(['google', 'gitlab']);
  expect((await platform.management.request(`${all}/gitlab`, { method: 'DELETE' })).status).toBe(204);
  expect(await clients.of('gitlab')).toBeNull();
});

it('sends a stored secret to no other address or client, and takes no address with a trick', async () => {
  await set('gitlab', { client_id: 'weft', client_secret: secret, base_url: address });
  for (const other of [{ base_url: 'http://127.0.0.1:9' }, {}, { base_url: address, client_id: 'other' }]) {
    const answer = await set('gitlab', { client_id: 'weft', ...other });
    expect(answer).toMatchObject({ status: 400, body: { code: 'secret_needed' } });
  }
  expect((await set('gitlab', { client_id: 'weft', base_url: address, domains: ['a.example'] })).status).toBe(200);
  const whole = { client_id: 'weft', client_secret: secret };
  for (const base_url of [
    'ftp://a.example',
    'http://a.example',
    'https://u:p@a.example',
    'https://a.example/?x',
    'x',
  ]) {
    expect(await set('gitlab', { ...whole, base_url })).toMatchObject({
      status: 400,
      body: { code: 'invalid_client' },
    });
  }
  expect((await set('gitlab', { ...whole, base_url: 'https://169.254.169.254' })).status).toBe(403);
  expect((await set('microsoft', { ...whole, base_url: 'https://evil.example' })).status).toBe(400);
  for (const domains of [['@a.example'], ['com'], ['*.example.com']]) {
    expect((await set('gitlab', { ...whole, base_url: address, domains })).status).toBe(400);
  }
});

it('is for whoever runs the server alone', async () => {
  const owner = await newMember(platform, 'owner', platform.workspaceId);
  expect((await owner.client.request(all)).status).toBe(403);
  expect((await owner.client.request(`${all}/github`, { method: 'PUT', body: { client_id: 'x' } })).status).toBe(403);
});

it('says which sites Google and Microsoft take no redirect addresses of', () => {
  const google = (site: string) => addressTrouble('google', site);
  expect(google('https://weft.example')).toBe('not_public');
  expect(google('https://weft.acme.com')).toBeNull();
  expect(google('http://localhost:3000')).toBeNull();
  expect(google('http://127.0.0.1:3000')).toBeNull();
  expect(google('http://weft.acme.com')).toBe('not_https');
  expect(google('https://10.0.0.1')).toBe('raw_ip');
  expect(google('https://[fd00::1]')).toBe('raw_ip');
  expect(google('https://weft.internal')).toBe('not_public');
  expect(google('https://weft')).toBe('not_public');
  expect(addressTrouble('microsoft', 'http://weft.acme.com')).toBe('not_https');
  expect(addressTrouble('microsoft', 'https://weft.internal')).toBeNull();
  expect(addressTrouble('gitlab', 'http://10.0.0.1')).toBeNull();
});
