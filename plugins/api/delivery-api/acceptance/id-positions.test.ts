import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Public, Routes } from '#http';
import { Database } from '#plugins/database/contract.ts';
import { tableSums } from '#plugins/database/testing/table-sums.ts';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import {
  type Expected,
  idPlaces,
  type RequestValues,
  type RouteCase,
  routeCases,
  strangers,
} from '#plugins/delivery-api/testing/id-positions.ts';
import {
  foreignApps,
  type ObjectKind,
  type Owner,
  ownedApps,
  ownerOf,
} from '#plugins/delivery-api/testing/owned-objects.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

let platform: TestPlatform;
let mine: Owner;
const others = new Map<string, Owner>();

beforeAll(async () => {
  platform = await startPlatform({ threads: 0 });
  const apps = await ownedApps(platform);
  mine = await ownerOf(platform, apps, 'u1');
  others.set("another user's", await ownerOf(platform, apps, 'u2'));
  others.set("another app's", await ownerOf(platform, await ownedApps(platform), 'u1'));
  others.set("another workspace's", await ownerOf(platform, await foreignApps(platform), 'u1'));
});
afterAll(() => platform.dispose());

/** All that is stored. */
const everything = () => tableSums(platform.kernel.resolve(Database));

/** A copy of the request with another value in one place. */
function withId(values: RequestValues, at: string, id: string): RequestValues {
  const copy = structuredClone(values);
  const steps = at.split('.');
  const last = steps.pop() ?? '';
  let place = copy as Record<string, unknown>;
  for (const step of steps) {
    place[step] ??= {};
    place = place[step] as Record<string, unknown>;
  }
  place[last] = id;
  return copy;
}

async function send({ route, app }: RouteCase, values: RequestValues): Promise<Expected & { readonly text: string }> {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.params?.[name] ?? ''));
  const query = new URLSearchParams(values.query).toString();
  const headers: Record<string, string> = { authorization: `Bearer ${mine.apps[app].key}` };
  let body: string | FormData | null = null;
  if (values.isForm === true) {
    body = new FormData();
    body.append('file', new File(['x'], 'x.txt', { type: 'text/plain' }));
    body.append('user', mine.user);
  } else if (values.body !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(values.body);
  }
  const answer = await fetch(`${platform.url}${path}${query === '' ? '' : `?${query}`}`, { method, headers, body });
  const text = await answer.text();
  const isJson = text !== '' && answer.headers.get('content-type') === 'application/json';
  const { code } = (isJson ? JSON.parse(text) : {}) as { code?: string };
  return { status: answer.status, text, ...(code !== undefined && answer.status >= 400 && { code }) };
}

function idsOf(whose: string): Readonly<Record<ObjectKind, string>> {
  const owner = whose === 'mine' ? mine : others.get(whose);
  if (owner === undefined) throw new Error(`nobody is ${whose}`);
  return owner.objects;
}

const positions = routeCases.flatMap((each) =>
  each.ids.flatMap(({ at, of, instead }) =>
    typeof of === 'string'
      ? strangers.map((whose) => ({ name: `${each.route} ${at}, ${whose}`, each, at, of, whose, instead }))
      : [],
  ),
);

describe('the table of ids', () => {
  it('has every place of every route in which an id may stand', () => {
    // Keys of knowledge bases open no app, and have a table of their own: knowledge-api/testing/knowledge-cases.ts.
    const others: readonly string[] = [Public.authenticator, DatasetKeyAccess.authenticator];
    const routes = platform.kernel
      .contributions(Routes)
      .all()
      .filter(({ path, access }) => path.startsWith('/v1') && !others.includes(access.authenticator));
    const known = new Map(routeCases.map((each) => [each.route, each.ids.map(({ at }) => at)]));
    const missing = routes.flatMap((route) => {
      const name = `${route.method} ${route.path}`;
      const places = known.get(name);
      if (places === undefined) return [`${name}: add a case to testing/id-positions.ts`];
      return idPlaces(route)
        .filter((place) => !places.includes(place))
        .map((place) => `${name}: add its ${place} to testing/id-positions.ts`);
    });
    expect(missing).toEqual([]);
    const there = routes.map(({ method, path }) => `${method} ${path}`);
    expect([...known.keys()].filter((name) => !there.includes(name))).toEqual([]);
  });

  it('gives a reason for each answer that is not 404', () => {
    const unexplained = routeCases.flatMap(({ route, ids }) =>
      ids.filter(({ instead, because }) => instead !== undefined && !because).map(({ at }) => `${route} ${at}`),
    );
    expect(unexplained).toEqual([]);
  });
});

describe('attack T01: an id of somebody else', () => {
  let before: Readonly<Record<string, string>>;
  beforeAll(async () => {
    before = await everything();
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['workflow_runs', 'messages', 'conversations', 'uploaded_files']),
    );
  });

  const refused = positions.filter(({ instead, whose }) => instead?.[whose]?.isShared !== true);
  const shared = positions.filter((position) => !refused.includes(position));

  async function expectAnswer({ each, at, of, whose, instead }: (typeof positions)[number]): Promise<void> {
    const { isShared, ...expected } = instead?.[whose] ?? { status: 404, code: 'not_found', isShared: undefined };
    const answer = await send(each, withId(each.request(idsOf('mine')), at, idsOf(whose)[of]));
    expect(answer, answer.text.slice(0, 300)).toMatchObject(expected);
    if (isShared !== true) expect(answer.text).not.toContain('a secret of');
  }

  it.each(refused)('is refused: $name', expectAnswer);

  it('has no effect: not a row of any table has changed', async () => {
    expect(await everything()).toEqual(before);
  });

  it.each(shared)('is the app’s as much as theirs: $name', expectAnswer);
});

describe('an id that nobody has', () => {
  const unknown = '0190a000-0000-7000-8000-000000000000';
  it.each(positions.filter(({ whose }) => whose === "another app's"))(
    'is answered as one of somebody else: $name',
    async ({ each, at, instead }) => {
      const { status } = await send(each, withId(each.request(idsOf('mine')), at, unknown));
      // Of files of other apps it is told that they are there.
      const likeTheirs = instead?.["another app's"]?.status ?? 404;
      expect(status).toBe(likeTheirs === 403 ? 404 : likeTheirs);
    },
  );
});

it.each(routeCases)('a text that is no id breaks nothing in any place of $route', async (each) => {
  for (const { at } of each.ids) {
    for (const wrong of ['nope', 'a\u0000b', '🪴']) {
      const { status, text } = await send(each, withId(each.request(idsOf('mine')), at, wrong));
      expect(status, `${at} ${wrong}: ${text.slice(0, 300)}`).toBeLessThan(500);
    }
  }
});

describe('one’s own ids', () => {
  it.each(routeCases)('are taken by $route', async (each) => {
    const answer = await send(each, each.request(idsOf('mine')));
    expect(answer.status, answer.text.slice(0, 300)).toBe(each.answer ?? 200);
    expect(answer.code).not.toBe('not_found');
  });
});
