import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Public, type Route, Routes } from '../../http/contract.ts';
import type { TestClient } from '../../http/testing/client.ts';
import { Database } from '../database/contract.ts';
import { tableSums } from '../database/testing/table-sums.ts';
import { idPlaces } from '../delivery-api/testing/id-positions.ts';
import { startPlatform, type TestPlatform } from '../delivery-api/testing/platform.ts';
import { Jobs, Tasks } from '../jobs/contract.ts';
import { browserOf } from '../members/testing/people.ts';
import { bodies, type IdOf, idOf, listed, queries } from './testing/id-places.ts';
import {
  type ConsoleKind,
  type ConsoleOwner,
  consoleEnvironment,
  consoleOwner,
  loadWitness,
} from './testing/owned-objects.ts';

const MARK = 'victims';

let platform: TestPlatform;
let routes: readonly Route[];
let caller: ConsoleOwner;
let victim: ConsoleOwner;

beforeAll(async () => {
  platform = await startPlatform({ env: consoleEnvironment });
  await loadWitness(platform);
  routes = platform.kernel.contributions(Routes).all().filter(isConsole);
  caller = await consoleOwner(platform, 'mine');
  victim = await consoleOwner(platform, MARK);
  const { client } = await browserOf(platform, caller.person);
  clients = { bearer: caller.person.client, cookies: client };
}, 60_000);
afterAll(() => platform.dispose());

/** Routes that know who calls: by a role in a workspace, or as himself. */
function isConsole({ path, access }: Route): boolean {
  return /^\/(console|assistant)\//.test(path) && access.authenticator !== Public.authenticator;
}

const label = ({ method, path }: Route) => `${method} ${path}`;
const isKind = (of: IdOf | undefined): of is ConsoleKind => typeof of === 'string';
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
  const name = label(route);
  const idAt = (place: string): string | null => {
    const of = idOf(name, place);
    if (!isKind(of)) return null;
    return (place === foreign ? victim : caller).objects[of];
  };
  const path = route.path.replaceAll(/:(\w+)/g, (_, param: string) => idAt(`params.${param}`) ?? 'demo');
  const [kind = '', field = ''] = foreign?.split('.') ?? [];
  const value = foreign === null ? null : idAt(foreign);
  const asked = { ...queries[name], ...(kind === 'query' && value !== null && { [field]: value }) };
  const query = Object.keys(asked).length > 0 ? `?${new URLSearchParams(asked)}` : '';
  const given = bodies[name];
  const body = given === undefined ? undefined : { ...given, ...(kind === 'body' && { [field]: value }) };
  return client.request(path + query, { method: route.method, headers, body });
}

it('every place of every route in which an id may stand is known', () => {
  const missing = routes.flatMap((route) =>
    idPlaces(route)
      .filter((place) => idOf(label(route), place) === undefined)
      .map((place) => `${label(route)}: say in testing/id-places.ts what its ${place} is of`),
  );
  expect(missing).toEqual([]);
});

describe('attack T01: an id of another workspace', () => {
  let before: Readonly<Record<string, string>>;
  beforeAll(async () => {
    before = await settled();
    const tables = ['apps', 'workflow_runs', 'webhook_endpoints', 'annotations', 'memberships', 'human_input_forms'];
    expect(Object.keys(before)).toEqual(expect.arrayContaining(tables));
  }, 60_000);

  it.each(ways)('is refused in every place of every route: %s', async (way) => {
    const wrong: string[] = [];
    let tried = 0;
    for (const route of routes) {
      for (const place of idPlaces(route)) {
        if (!isKind(idOf(label(route), place))) continue;
        tried += 1;
        const { status, text } = await send(clients[way], route, place);
        const isRight = listed.has(place) ? status === 200 : status === 403 || status === 404;
        if (!isRight || text.includes(MARK)) wrong.push(`${label(route)} ${place}: ${status} ${text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(60);
  });

  it.each(ways)('is refused as the workspace of a request, with ids that are right there: %s', async (way) => {
    const wrong: string[] = [];
    const headers = { 'x-workspace-id': victim.objects.workspace };
    for (const route of routes.filter(({ access }) => access.authenticator === 'management')) {
      const { status, text } = await send(clients[way], route, null, headers);
      if (status !== 403 || text.includes(MARK)) wrong.push(`${label(route)}: ${status} ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is touched by no job of the caller’s workspace, whatever its payload names', async () => {
    const jobs = platform.kernel.resolve(Jobs);
    const { objects } = victim;
    const { workspace: workspaceId, app: appId } = objects;
    /** Payloads of each task that jobs of a workspace have, of the victim's objects; null: the witness of these tests. */
    const payloads: Readonly<Record<string, readonly object[] | null>> = {
      'app-purge.purge': [{ workspaceId, appId: objects.deletedApp }],
      'erasure.erase': [
        { workspaceId, appId, of: 'end-user', id: objects.endUser },
        { workspaceId, appId, of: 'conversation', id: objects.conversation },
      ],
      'human-input.send-letters': [
        { workspaceId, formId: objects.form },
        { workspaceId: caller.objects.workspace, formId: objects.form },
      ],
      'webhooks.announce': [{ appId, runId: objects.run, type: 'run.succeeded', at: Date.now() }],
      'webhooks.deliver': [{ id: objects.delivery }],
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
        const added = jobs.enqueue({ task, payload, workspaceId: caller.objects.workspace, maxAttempts: 1 });
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
  }, 60_000);

  it('has no effect: not a row of any table has changed, and the other is still signed in', async () => {
    expect(await everything()).toEqual(before);
    expect((await victim.person.client.request('/console/api/account')).status).toBe(200);
    const headers = { authorization: `Bearer ${victim.personalKey}` };
    expect((await victim.person.client.request('/console/api/apps', { headers })).status).toBe(200);
    const log = await victim.person.client.request('/console/api/audit?limit=100');
    expect(log.text).not.toContain(caller.person.email);
  });
});

it('attack T16: one’s own ids are taken by every route that reads, which changes nothing', async () => {
  const before = await settled();
  const wrong: string[] = [];
  // What whoever runs the server reads is no matter of roles.
  const own = ({ method, permission }: Route) => method === 'GET' && permission !== 'installation.manage';
  for (const route of routes.filter(own)) {
    const { status, text } = await send(caller.person.client, route, null);
    if (status !== 200) wrong.push(`${label(route)}: ${status} ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
  expect(await everything()).toEqual(before);
}, 90_000);
