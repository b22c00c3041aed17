import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { Public, type Route, Routes } from '#http';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { textsOf } from '#plugins/database/testing/texts-of.ts';
import { routeCases } from '#plugins/delivery-api/testing/id-positions.ts';
import { type Owner, ownedApps, ownerOf } from '#plugins/delivery-api/testing/owned-objects.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { newPerson, PASSWORD } from '#plugins/members/testing/people.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { startSamlProvider } from '#plugins/sso/testing/saml-provider.ts';
import { type Collector, startCollector } from '#plugins/telemetry/testing/collector.ts';
import { archiveTexts } from '#plugins/workspace-export/testing/archive-texts.ts';
import { idOf } from './testing/console-ids.ts';
import type { ConsoleOwner } from './testing/console-owner.ts';
import { consoleEnvironment, consoleOwner, consoleRequests, loadWitness } from './testing/console-owner.ts';
import { documentWithSecrets } from './testing/secret-documents.ts';

let platform: TestPlatform;
let collector: Collector;
/** Where webhooks lead. */
let receiver: LocalServer;
let owner: ConsoleOwner;
let user: Owner;
const called = '/called-by-a-run';
/** Secrets by what they are. */
const secrets = new Map<string, string>();
/** What was answered, by what was asked. */
const answers = new Map<string, string>();

/** Secrets of whoever runs the server. Neither mail server nor Stripe listens: what they are needed for fails, and tells why. */
const installation = {
  'master key': randomBytes(32).toString('base64'),
  'previous master key': randomBytes(32).toString('hex'),
  'password for mail': 'canary-mail-4711',
  'Stripe key': 'sk_test_canary4711',
  'secret of Stripe events': 'whsec_canary4711canary4711',
  'token for metrics': 'canary-metrics-4711',
  'key of the collector': 'canary-collector-4711',
};

function installationEnvironment(): Record<string, string> {
  return {
    WEFT_SECRET_KEY: installation['master key'],
    WEFT_PREVIOUS_SECRET_KEYS: installation['previous master key'],
    SMTP_URL: `smtp://weft:${installation['password for mail']}@127.0.0.1:9`,
    WEFT_STRIPE_SECRET_KEY: installation['Stripe key'],
    WEFT_STRIPE_WEBHOOK_SECRET: installation['secret of Stripe events'],
    WEFT_STRIPE_PRICES: JSON.stringify({ team: 'price_team' }),
    WEFT_STRIPE_API_URL: 'http://127.0.0.1:9',
    WEFT_METRICS_TOKEN: installation['token for metrics'],
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-key=${installation['key of the collector']}`,
    WEFT_TRACE_CONTENT: 'true',
  };
}

beforeAll(async () => {
  collector = await startCollector();
  receiver = await startServer((_, response) => response.writeHead(204).end());
  const egress = { WEFT_EGRESS_ALLOW: '127.0.0.1' };
  platform = await startPlatform({ env: { ...consoleEnvironment, ...egress, ...installationEnvironment() } });
  for (const [what, secret] of Object.entries(installation)) keep(what, secret);
  await loadWitness(platform);
  await platform.kernel.load(new URL('../../tools/tool-credentials/testing/secret-tool/', import.meta.url));
  owner = await consoleOwner(platform, 'mine');
  user = await ownerOf(platform, await ownedApps(platform), 'u1');
  await plant();
}, 120_000);
afterAll(async () => {
  await platform.dispose();
  await collector[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

/** Events of a run are told as its caller was told them; a form's token opens nothing without a key of the app. */
const asSent = /\/runs\/[^/]+\/events$/;

type Fields = Readonly<Record<string, string>>;

/** Asks for something that must work; its answer may show the secret, this once. */
async function make(
  path: string,
  body: object | undefined,
  method = 'POST',
  client = owner.person.client,
): Promise<Fields> {
  const answer = await client.request(`/console/api/${path}`, { method, body });
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return (answer.body ?? {}) as Fields;
}

function keep(what: string, secret: string | undefined): void {
  if (secret === undefined || secret.length < 10) throw new Error(`there is no ${what}`);
  secrets.set(what, secret);
}

/** One secret in each place that holds any, in the workspace of `owner`. */
async function plant(): Promise<void> {
  const canary = (what: string) => {
    keep(what, `canary-${what.replaceAll(' ', '-')}-4711`);
    return secrets.get(what) as string;
  };
  const credentials = { openai_api_key: canary('provider credential'), openai_api_base: 'http://127.0.0.1:9' };
  await make('providers/openai', { credentials }, 'PUT');
  await make('tools/secret-tool', { credentials: { key: canary('tool credential') } }, 'PUT');
  const value = canary('environment secret');
  const key = canary('key typed into a node');
  const yaml = documentWithSecrets({ value, key, url: `${receiver.url}${called}` });
  const imported = await make('apps/import', { yaml, publish: true, key_name: 'k' });
  keep('app key', imported.api_key);
  await plantWaiting(canary('secret of an import that waits'), canary('header of an import that waits'));
  const { id: appId } = imported.app as unknown as { id: string };
  const hook = await make(`apps/${appId}/webhooks`, { url: receiver.url });
  keep('secret of a webhook that is called', hook.secret);
  const runs = testClient(platform.url, secrets.get('app key'));
  answers.set('a run', (await runs.request('/v1/workflows/run', { body: { inputs: {}, user: 'u1' } })).text);
  const { person } = owner;
  const connection = `sso/connections/${owner.id('connection')}`;
  await make(connection, { client_secret: canary('client secret of a sign-in') }, 'PATCH');
  await plantSaml();
  keep(
    'webhook secret',
    (await make(`apps/${owner.id('app')}/webhooks/${owner.id('webhook')}/rotate`, undefined)).secret,
  );
  keep('form token', owner.id('formToken'));
  keep('personal key', owner.id('personalKeyText'));
  keep('password', PASSWORD);
  keep('access token', person.token);
  const session = await make('sessions', { email: person.email, password: PASSWORD });
  keep('refresh token', session.refresh_token);
  const invited = await make('invitations', { email: 'new@example.com', role: 'member' });
  keep('invitation', invited.link?.split('#')[1]);
  const other = await newPerson(platform);
  keep('reset link', (await make('accounts/reset-link', { email: other.email }, 'POST', platform.management)).token);
  keep('second factor', (await make('account/second-factor', { current_password: PASSWORD })).secret);
  keep('management token', platform.token);
}

/** A document that waits to be confirmed, with a secret variable and a key typed into a node. */
async function plantWaiting(value: string, header: string): Promise<void> {
  const call = { title: 'Call', method: 'get', url: 'https://example.com/', headers: `X-Api-Key: ${header}` };
  const yaml = appDocument({
    mode: 'workflow',
    name: 'Waiting',
    environmentVariables: [{ id: 'e1', name: 'secret', value_type: 'secret', value, description: '' }],
    nodes: [node('1', 'start', { variables: [] }), node('2', 'http-request', call)],
    edges: chain('1', '2'),
  });
  const later = yaml.replace('"version":"0.6.0"', '"version":"9.0.0"');
  expect(later).not.toBe(yaml);
  const waiting = await make('apps/import', { yaml: later });
  expect(waiting.import_id).toBeDefined();
  answers.set('an import that waits', JSON.stringify(waiting));
  answers.set('its plan', JSON.stringify(await make('apps/import/plan', { yaml: later })));
}

/** A SAML provider; the key of our side of it is made here, and told to nobody. Lines at its start are of the public part. */
async function plantSaml(): Promise<void> {
  const provider = await startSamlProvider(async () => '');
  const body = { kind: 'saml', name: 'Theirs', metadata: provider.metadata() };
  await provider.close();
  const { id = '' } = await make('sso/connections', body);
  const query = `select workspace_id, sealed_secret from sso_connections where id = '${id}'`;
  const [row] = await runQuery<Fields>(platform.kernel.resolve(Database), query);
  const purpose = `sso.client-secret/${id}`;
  const key = platform.kernel.resolve(Secrets).open(row?.workspace_id ?? '', purpose, row?.sealed_secret ?? '');
  expect(key).toContain('PRIVATE KEY');
  keep('private key of a SAML provider', key.split('\n')[15]);
  const { text } = await testClient(platform.url).request(`/console/api/sso/${id}/metadata`);
  expect(text).toContain('EntityDescriptor');
  answers.set('metadata of SAML', text);
}

const routes = (of: RegExp): readonly Route[] => {
  const isRead = ({ method, access }: Route) => method === 'GET' && access.authenticator !== Public.authenticator;
  const all = platform.kernel.contributions(Routes).all();
  return all.filter((route) => isRead(route) && of.test(route.path));
};

function expectNone(): void {
  const found: string[] = [];
  const log = inspect(platform.log, { depth: null, maxArrayLength: null, maxStringLength: null });
  const texts = new Map([...answers, ['the log', log]]);
  for (const [asked, text] of texts) {
    for (const [what, secret] of secrets) {
      if (what === 'form token' && asSent.test(asked)) continue;
      const forms = [secret, Buffer.from(secret).toString('base64').slice(0, -4), encodeURIComponent(secret)];
      if (forms.some((form) => text.includes(form))) found.push(`${asked} shows the ${what}`);
    }
  }
  expect(found).toEqual([]);
}

it('attack T11: no route of the console that reads shows a secret', async () => {
  for (const route of routes(/^\/(console|assistant)\//)) {
    const name = `${route.method} ${route.path}`;
    // Followed by who started it, or there only where a service answers or two sides disagree: their own tests look for secrets.
    if (/\/draft\/runs\/|\/places$|\/apps\/:key$|:repository_id\/(branches|folders)$/.test(name)) continue;
    const path = route.path.replaceAll(/:(\w+)/g, (_, param: string) => {
      const of = idOf(route, `params.${param}`);
      return typeof of === 'string' ? owner.id(of) : 'openai';
    });
    const client = route.permission === 'installation.manage' ? platform.management : owner.person.client;
    const asked = `${path}?${new URLSearchParams(consoleRequests.get(name)?.query)}`;
    const { status, text, headers } = await client.request(asked);
    expect(status, `${name}: ${text}`).toBe(200);
    answers.set(name, text + JSON.stringify([...headers]));
  }
  const apps = await owner.person.client.request('/console/api/apps');
  const list = (apps.body as { data: { id: string; name: string }[] }).data;
  const app = `/console/api/apps/${list.find(({ name }) => name === 'With a secret')?.id}`;
  const versions = await owner.person.client.request(`${app}/versions`);
  const version = (versions.body as { data: { id: string }[] }).data[0]?.id;
  const paths = ['', '/export', '/versions', `/versions/${version}/export`, '/keys'].map((end) => app + end);
  // All else that is told of the app, too; some of it an app has only when it is made.
  for (const { path } of routes(/^\/console\/api\/apps\/:app_id\/[^:]*$/)) {
    const { text } = await owner.person.client.request(path.replace('/console/api/apps/:app_id', app));
    answers.set(`${path} of the app`, text);
  }
  expect(answers.get('/console/api/apps/:app_id/tree of the app')).toContain('__HIDDEN__');
  const { data } = (await owner.person.client.request('/console/api/runs')).body as { data: { id: string }[] };
  expect(data.length).toBeGreaterThan(1);
  for (const { id } of data)
    paths.push(
      `/console/api/runs/${id}`,
      `/console/api/runs/${id}/graph`,
      `/console/api/runs/${id}/events`,
      `/console/api/runs/${id}/nodes?values=true`,
    );
  for (const path of paths) {
    const { status, text } = await owner.person.client.request(path);
    expect(status, `${path}: ${text}`).toBe(200);
    answers.set(path, text);
  }
  expect(answers.get('a run')).toContain('succeeded');
  const sent = receiver.seen.find(({ url }) => url === called);
  expect(sent?.headers.authorization).toBe(`Bearer ${secrets.get('key typed into a node')}`);
  expect([...answers.values()].join()).toContain('With a secret');
  expectNone();
});

it('attack T11: no archive, plan, draft run or figure shows a secret', async () => {
  const { client } = owner.person;
  const list = (await client.request('/console/api/apps')).body as { data: { id: string; name: string }[] };
  const app = `/console/api/apps/${list.data.find(({ name }) => name === 'With a secret')?.id}`;
  const archive = await client.open('/console/api/workspace/export', { method: 'POST' });
  expect(archive.status).toBe(200);
  const files = archiveTexts(await archive.arrayBuffer());
  for (const [path, text] of files) answers.set(`archive ${path}`, text);
  expect(files.size).toBeGreaterThan(8);
  // A variable that stops being a secret must not be told as what it was.
  const { yaml } = (await client.request(`${app}/draft`)).body as { yaml: string };
  const open = yaml.replace('value_type: secret', 'value_type: string');
  expect(open).not.toBe(yaml);
  const documents = [{ file: 'with-a-secret.yml', yaml: open }];
  const asks: readonly (readonly [string, string, object?])[] = [
    ['GET', `${app}/draft`],
    ['GET', `${app}/code`],
    ['POST', `${app}/draft/nodes/2/run`, {}],
    ['POST', `${app}/draft/nodes/call/run`, {}],
    ['GET', `${app}/draft/nodes`],
    ['POST', '/console/api/app-code/plan', { documents }],
    ['POST', '/console/api/apps/import/plan', { yaml: open }],
    ['POST', '/console/api/app-code/apply', { documents, publish: false, allow_missing: true }],
    ['GET', `${app}/changes`],
    ['GET', `${app}/export`],
  ];
  for (const [method, path, body] of asks) {
    const { status, text } = await client.request(path, { method, body });
    expect(status, `${path}: ${text}`).toBe(200);
    answers.set(`${method} ${path}`, text);
  }
  expect(answers.get(`GET ${app}/changes`)).toContain('is_secret');
  const metrics = await testClient(platform.url, secrets.get('token for metrics')).request('/metrics');
  expect(metrics.text).toContain('weft_http_request_duration_seconds');
  answers.set('metrics', metrics.text);
  expectNone();
});

it('attack T11: no route of the runtime API that reads shows a secret', async () => {
  const reading = routes(/^\/v1\//).map(({ path }) => `GET ${path}`);
  for (const each of routeCases.filter(({ route }) => reading.includes(route))) {
    const { params = {}, query = {} } = each.request(user.objects);
    const path = each.route.slice(4).replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const keys = [user.apps[each.app].key, secrets.get('app key') ?? ''];
    for (const key of keys) {
      const answer = await testClient(platform.url, key).request(`${path}?${new URLSearchParams(query)}`);
      answers.set(`${each.route} ${key === keys[0] ? '' : 'with another key'}`, answer.text);
    }
  }
  expect(reading.length).toBeGreaterThan(15);
  for (const app of Object.values(user.apps)) keep(`key of ${app.appId}`, app.key);
  expectNone();
});

it('attack T11: no error repeats the secret it is about', async () => {
  const { client, email } = owner.person;
  const wrong = (what: string) => secrets.get(what) ?? '';
  const asks: readonly (readonly [string, string, object])[] = [
    ['PUT', 'providers/openai', { credentials: { nonsense: wrong('provider credential') } }],
    ['PUT', 'providers/none', { credentials: { openai_api_key: wrong('provider credential') } }],
    ['POST', 'providers/openai/test', {}],
    ['PUT', 'tools/none', { credentials: { key: wrong('tool credential') } }],
    ['PUT', 'tools/secret-tool', { credentials: { nonsense: wrong('tool credential') } }],
    ['POST', 'sessions', { email, password: `${wrong('password')}x` }],
    ['POST', 'sessions', { email, password: [wrong('password')] }],
    ['POST', 'sessions/refresh', { refresh_token: `${wrong('refresh token')}x` }],
    ['POST', 'invitations/show', { token: `${wrong('invitation')}x` }],
    ['POST', 'invitations/join', { token: wrong('invitation'), name: 'N', password: 'short' }],
    ['POST', 'password-resets/confirm', { token: wrong('reset link'), password: 'short' }],
    ['PUT', 'account/password', { password: wrong('password'), current_password: 'wrong' }],
    ['POST', `sso/connections/${owner.id('connection')}/test`, {}],
    // Neither Stripe nor the mail server can be reached.
    ['POST', 'billing/subscription', { plan: 'team', provider: 'stripe' }],
  ];
  for (const [method, path, body] of asks) {
    const answer = await client.request(`/console/api/${path}`, { method, body });
    expect(answer.status, `${path}: ${answer.text}`).toBeGreaterThanOrEqual(400);
    answers.set(`${method} ${path} ${Object.keys(body)}`, answer.text);
  }
  for (const [what, secret] of secrets) {
    const answer = await testClient(platform.url, `${secret}x`)
      .request('/console/api/apps')
      .catch(() => null);
    if (answer !== null) answers.set(`the ${what} as a key`, answer.text + JSON.stringify([...answer.headers]));
  }
  expectNone();
});

/** Fields for secrets; what is sent in others may be told, such as the name of something new. */
const secretField = /password|secret|token|credentials|code/;

/** Bodies of a route that are wrong, with a secret somewhere. */
function mistakes({ body }: Route, secret: string): readonly (string | object)[] {
  const { properties = {}, required = [] } = (body ?? {}) as { properties?: object; required?: readonly string[] };
  const names = Object.keys(properties);
  const filled = Object.fromEntries(required.map((name) => [name, null]));
  return [
    ...names.flatMap((name) => [{ [name]: { x: secret } }, { [name]: [secret] }]),
    ...names.filter((name) => secretField.test(name)).map((name) => ({ ...filled, [name]: `${secret}\0` })),
    { ...filled, nonsense: secret },
    { ...filled, nonsense: { deep: [secret] } },
    [secret],
    JSON.stringify(secret),
    `{"password": ${secret}`,
    `{"password": "${secret}`,
  ];
}

it('attack T11: no route that changes something repeats what it refuses', async () => {
  const secret = 'canary-sent-by-mistake-4711';
  const all = platform.kernel.contributions(Routes).all();
  const taking = all.filter(
    ({ method, path, body }) => method !== 'GET' && /^\/(console|v1)\//.test(path) && body !== undefined,
  );
  expect(taking.length).toBeGreaterThan(70);
  let refused = 0;
  for (const route of taking) {
    const name = `${route.method} ${route.path}`;
    const path = route.path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000');
    const isRuntime = route.path.startsWith('/v1/');
    const key = isRuntime ? user.apps.chat.key : owner.person.token;
    const token = route.permission === 'installation.manage' ? platform.token : key;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const mistake of mistakes(route, secret)) {
      const body = typeof mistake === 'string' ? mistake : JSON.stringify(mistake);
      const answer = await fetch(platform.url + path, { method: route.method, headers, body });
      const text = (await answer.text()) + JSON.stringify([...answer.headers]);
      if (answer.status >= 400) refused += 1;
      if (text.includes(secret)) answers.set(`${name} ${body}`, text);
    }
  }
  keep('secret that was sent by mistake', secret);
  expect(refused).toBeGreaterThan(700);
  expectNone();
}, 120_000);

it('attack T11: no message to others, trace, job or row of the audit log holds a secret', async () => {
  await expect.poll(() => receiver.seen.length, { timeout: 30_000 }).toBeGreaterThan(0);
  // Traces tell what nodes were given and made.
  await expect.poll(() => collector.bodies.join().includes('weft.node.'), { timeout: 30_000 }).toBe(true);
  for (const { body, url, headers } of receiver.seen.filter((each) => each.url !== called)) {
    answers.set(`webhook ${headers['webhook-id']}`, url + body.toString() + JSON.stringify(headers));
  }
  answers.set('traces', collector.bodies.join());
  const stored = await textsOf(platform.kernel.resolve(Database));
  for (const table of ['audit_entries', '_private_jobs', 'webhook_deliveries', 'sso_connections', 'pending_imports']) {
    const texts = stored.filter((each) => each.table === table).map(({ text }) => text);
    expect(texts.length, table).toBeGreaterThan(0);
  }
  const tables = Map.groupBy(stored, ({ table, column }) => `${table}.${column}`);
  for (const [name, rows] of tables) answers.set(`rows of ${name}`, rows.map(({ text }) => text).join('\n'));
  expectNone();
}, 90_000);
