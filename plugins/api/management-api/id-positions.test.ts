import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdOf, Public, type Route, Routes } from '#http';
import type { TestClient } from '#http/testing/client.ts';
import { pluginFolders } from '#kernel/testing/plugin-files.ts';
import { Database } from '#plugins/database/contract.ts';
import { tableSums } from '#plugins/database/testing/table-sums.ts';
import { idPlaces } from '#plugins/delivery-api/testing/id-positions.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Jobs, Tasks } from '#plugins/jobs/contract.ts';
import { withId } from '#plugins/knowledge-api/testing/send-case.ts';
import { browserOf } from '#plugins/members/testing/people.ts';
import { idOf, isFilter } from './testing/console-ids.ts';
import {
  type ConsoleOwner,
  consoleEnvironment,
  consoleOwner,
  consoleRequests,
  kinds,
  loadWitness,
  OBJECTS_FILE,
} from './testing/console-owner.ts';

const MARK = 'victims';

let platform: TestPlatform;
/** All there are, and those of them that are the console's. */
let every: readonly Route[];
let routes: readonly Route[];
let caller: ConsoleOwner;
let victim: ConsoleOwner;

beforeAll(async () => {
  platform = await startPlatform({ threads: 0, env: consoleEnvironment });
  await loadWitness(platform);
  every = platform.kernel.contributions(Routes).all();
  routes = every.filter(isConsole);
  caller = await consoleOwner(platform, 'mine');
  victim = await consoleOwner(platform, MARK);
  const { client } = await browserOf(platform, caller.person);
  clients = { bearer: caller.person.client, cookies: client };
});
afterAll(() => platform.dispose());

/** Routes that know who calls: by a role in a workspace, or as themselves. */
function isConsole({ path, access }: Route): boolean {
  return /^\/(console|assistant)\//.test(path) && access.authenticator !== Public.authenticator;
}

const label = ({ method, path }: Route) => `${method} ${path}`;
const isKind = (of: IdOf): of is string => typeof of === 'string';
const everything = () => tableSums(platform.kernel.resolve(Database));

/**
 * The same when nothing is under way any more: counters, jobs and deliveries of what the owners did are written a moment
 * after it, and are no effect of the requests that follow.
 */
async function settled(): Promise<Readonly<Record<string, string>>> {
  let last = await everything();
  for (let quiet = 0, attempt = 0; quiet < 3 && attempt < 60; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const next = await everything();
    quiet = isDeepStrictEqual(next, last) ? quiet + 1 : 0;
    last = next;
  }
  return last;
}

/** Ways in which the caller is known: a program's bearer, and a browser's cookies with the token against forged requests. */
const ways = ['bearer', 'cookies'] as const;
let clients: Readonly<Record<(typeof ways)[number], TestClient>>;

/** A request with the caller's own ids, but for one place. */
function send(client: TestClient, route: Route, foreign: string | null, headers: Record<string, string> = {}) {
  const idAt = (place: string): string | null => {
    const of = idOf(route, place);
    if (!isKind(of)) return null;
    return (place === foreign ? victim : caller).id(of);
  };
  const path = route.path.replaceAll(/:(\w+)/g, (_, param: string) => idAt(`params.${param}`) ?? 'demo');
  const [kind = '', field = ''] = foreign?.split('.') ?? [];
  const value = foreign === null ? null : idAt(foreign);
  const { query: given, body } = consoleRequests.get(label(route)) ?? {};
  const asked = { ...given, ...(kind === 'query' && value !== null && { [field]: value }) };
  const query = Object.keys(asked).length > 0 ? `?${new URLSearchParams(asked)}` : '';
  const sent = body === undefined ? undefined : { ...body, ...(kind === 'body' && { [field]: value }) };
  return client.request(path + query, { method: route.method, headers, body: sent });
}

it('of every place of every route in which an id may stand it is known what the id is of', () => {
  const folders = pluginFolders();
  const missing = routes.flatMap((route) =>
    idPlaces(route).flatMap((place) => {
      const of = idOf(route, place);
      if (!isKind(of) || kinds.has(of)) return [];
      const folder = folders.get(route.id.split('.')[0] ?? '');
      return [
        `${label(route)}: no plugin makes a "${of}" to try ${place} with. Add a maker to ${folder}/${OBJECTS_FILE}, ` +
          `or say in route() of "${route.id}" what it is of: ids: { '${place}': … }`,
      ];
    }),
  );
  expect(missing).toEqual([]);
  const places = routes.flatMap(({ id, ids = {}, ...route }) =>
    Object.keys(ids).map((place) => [`${id} has no ${place}`, idPlaces({ id, ...route }).includes(place)] as const),
  );
  expect(places.filter(([, isThere]) => !isThere)).toEqual([]);
});

it('requests that plugins give for these tests are of routes there are', () => {
  const there = new Set(routes.map(label));
  expect([...consoleRequests.keys()].filter((name) => !there.has(name))).toEqual([]);
});

describe('attack T01: an id of another workspace', () => {
  let before: Readonly<Record<string, string>>;
  beforeAll(async () => {
    before = await settled();
    const tables = ['apps', 'workflow_runs', 'webhook_endpoints', 'annotations', 'memberships', 'human_input_forms'];
    expect(Object.keys(before)).toEqual(expect.arrayContaining(tables));
  });

  it.each(ways)('is refused in every place of every route: %s', async (way) => {
    const wrong: string[] = [];
    let tried = 0;
    for (const route of routes) {
      for (const place of idPlaces(route)) {
        const of = idOf(route, place);
        if (!isKind(of)) continue;
        tried += 1;
        const { status, text } = await send(clients[way], route, place);
        const isRight = isFilter(place, of) ? status === 200 : status === 403 || status === 404;
        if (!isRight || text.includes(MARK)) wrong.push(`${label(route)} ${place}: ${status} ${text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(60);
  });

  it.each(ways)('is refused as the workspace of a request, with ids that are right there: %s', async (way) => {
    const wrong: string[] = [];
    const headers = { 'x-workspace-id': victim.id('workspace') };
    for (const route of routes.filter(({ access }) => access.authenticator === 'management')) {
      const { status, text } = await send(clients[way], route, null, headers);
      if (status !== 403 || text.includes(MARK)) wrong.push(`${label(route)}: ${status} ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is touched by no job of the caller’s workspace, whatever its payload names', async () => {
    const jobs = platform.kernel.resolve(Jobs);
    const [workspaceId, appId] = [victim.id('workspace'), victim.id('app')];
    /** Payloads of each task that jobs of a workspace have, of the victim's objects; null: the witness of these tests. */
    const payloads: Readonly<Record<string, readonly object[] | null>> = {
      'app-purge.purge': [{ workspaceId, appId: victim.id('deletedApp') }],
      'batches.remove': [{ workspaceId, batchId: victim.id('app') }],
      'batches.run': [{ workspaceId, batchId: victim.id('app') }],
      'billing-invoices.tell-order': [{ workspaceId, plan: 'team', receiver: 0 }],
      'dataset-indexing.turn': [{ workspaceId, slot: 0 }],
      'dataset-sources.start': [
        { workspaceId, sourceId: victim.id('datasetSource') },
        { workspaceId: caller.id('workspace'), sourceId: victim.id('datasetSource') },
      ],
      'dataset-sources.step': [
        { workspaceId, sourceId: victim.id('datasetSource'), run: 1, step: 1 },
        { workspaceId: caller.id('workspace'), sourceId: victim.id('datasetSource'), run: 1, step: 1 },
      ],
      'datasets.remove': [
        { workspaceId, datasetId: victim.id('dataset') },
        { workspaceId: caller.id('workspace'), datasetId: victim.id('dataset') },
      ],
      'erasure.erase': [
        { workspaceId, appId, of: 'end-user', id: victim.id('endUser') },
        { workspaceId, appId, of: 'conversation', id: victim.id('conversation') },
      ],
      'human-input.send-letters': [
        { workspaceId, formId: victim.id('form') },
        { workspaceId: caller.id('workspace'), formId: victim.id('form') },
      ],
      'notices.send': [{ workspaceId, accountId: victim.id('account'), at: Date.now() }],
      'plugin-events.tell': [
        {
          ...{ installationId: victim.id('pluginInstallation'), appId: victim.id('app'), runId: victim.id('run') },
          ...{ type: 'run.succeeded', at: Date.now() },
        },
      ],
      'repositories.sync': [
        { workspaceId, linkId: victim.id('repository'), beganBy: 'poll' },
        { workspaceId: caller.id('workspace'), linkId: victim.id('repository'), beganBy: 'poll' },
      ],
      'triggers.start': [{ firingId: victim.id('firing') }],
      'webhooks.announce': [{ appId, runId: victim.id('run'), type: 'run.succeeded', at: Date.now() }],
      'webhooks.deliver': [{ id: victim.id('delivery') }],
      'witness-job.tell': null,
      // Jobs of the system: only whoever writes the queue's tables makes others.
      'workspace-deletion.follow': [{ workspaceId }],
      'workspace-deletion.purge': [{ workspaceId }],
      'workspace-deletion.stop': [{ workspaceId }],
    };
    const tasks = platform.kernel.contributions(Tasks).all();
    expect(tasks.map(({ id }) => id).sort()).toEqual(Object.keys(payloads).sort());
    for (const [task, each] of Object.entries(payloads)) {
      for (const payload of each ?? []) {
        const added = jobs.enqueue({ task, payload, workspaceId: caller.id('workspace'), maxAttempts: 1 });
        if (Reflect.get(payload, 'workspaceId') === workspaceId)
          await expect(added, task).rejects.toThrow('another workspace');
        else await added;
      }
    }
    const left = async () => {
      const { ready, running } = await jobs.depth();
      return ready + running;
    };
    await expect.poll(left, { timeout: 30_000 }).toBe(0);
  });

  it('has no effect: not a row of any table has changed, and the other is still signed in', async () => {
    expect(await everything()).toEqual(before);
    expect((await victim.person.client.request('/console/api/account')).status).toBe(200);
    const headers = { authorization: `Bearer ${victim.id('personalKeyText')}` };
    expect((await victim.person.client.request('/console/api/apps', { headers })).status).toBe(200);
    const log = await victim.person.client.request('/console/api/audit?limit=100');
    expect(log.text).not.toContain(caller.person.email);
  });
});

/** A run of the draft is followed by who started it; the owner's run here is one of the published app. */
const ofOtherRuns = [
  'GET /console/api/apps/:app_id/draft/runs/:run_id/events',
  // Asks a service with an account, and the kind names none.
  'GET /console/api/dataset-sources/:kind/places',
  // Files of a repository that nobody answers for: there are none.
  'GET /console/api/repositories/:repository_id/apps/:key',
  // Ask that repository's server.
  'GET /console/api/repositories/:repository_id/branches',
  'GET /console/api/repositories/:repository_id/folders',
];

it('attack T16: one’s own ids are taken by every route that reads, which changes nothing', async () => {
  const before = await settled();
  const wrong: string[] = [];
  // What whoever runs the server reads is no matter of roles.
  const own = ({ method, permission }: Route) => method === 'GET' && permission !== 'installation.manage';
  for (const route of routes.filter((each) => own(each) && !ofOtherRuns.includes(label(each)))) {
    const { status, text } = await send(caller.person.client, route, null);
    if (status !== 200) wrong.push(`${label(route)}: ${status} ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
  expect(await everything()).toEqual(before);
}, 90_000);

/** Texts that are no id of anything: of another form, a number, one that no database takes, one that is not of ASCII. */
const wrongIds = ['nope', '7', 'a\u0000b', '🪴'];
/** Where a text that names nothing is right. */
const namesNothing: Readonly<Record<string, string>> = {
  'GET /console/api/providers/:provider/apps': 'no app uses a provider that is not there',
  'DELETE /console/api/apps/:app_id/draft/nodes/:node_id/pin': 'a node that is not pinned is not pinned',
};

/** As `send`, with a text in one place; to any route of the server. Streams are given up as soon as they begin. */
async function sendWrong(route: Route, place: string, wrong: string): Promise<{ status: number; isPage: boolean }> {
  const own = (at: string) => {
    const of = idOf(route, at);
    return isKind(of) && kinds.has(of) ? caller.id(of) : 'demo';
  };
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, own(`params.${name}`)]);
  const { query, body } = consoleRequests.get(label(route)) ?? {};
  const right = { params: Object.fromEntries(inPath), ...(query && { query }), ...(body && { body }) };
  const values = withId(right, place, wrong);
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.params?.[name] ?? ''));
  const secret = route.permission === 'installation.manage' ? platform.token : caller.person.token;
  const gone = new AbortController();
  const answer = await fetch(`${platform.url}${path}?${new URLSearchParams(values.query)}`, {
    method: route.method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    redirect: 'manual',
    signal: gone.signal,
    ...(values.body !== undefined && { body: JSON.stringify(values.body) }),
  });
  const { status, headers } = answer;
  gone.abort();
  return { status, isPage: headers.get('content-type')?.startsWith('text/html') === true };
}

it('a text that is no id is refused in every place of every route of the server, and none fails over it', async () => {
  const wrong: string[] = [];
  for (const route of every) {
    for (const place of idPlaces(route)) {
      for (const id of wrongIds) {
        const { status, isPage } = await sendWrong(route, place, id);
        const isTaken = status < 400 && place.startsWith('params.') && !isPage && !(label(route) in namesNothing);
        if (isTaken || status >= 500) wrong.push(`${label(route)} ${place} ${id}: ${status}`);
      }
    }
  }
  expect(wrong).toEqual([]);
}, 300_000);
