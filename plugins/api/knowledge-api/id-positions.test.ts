import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Routes } from '#http';
import { Database } from '#plugins/database/contract.ts';
import { tableSums } from '#plugins/database/testing/table-sums.ts';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import { idPlaces } from '#plugins/delivery-api/testing/id-positions.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { type KnowledgeCase, knowledgeCases, type Stranger, strangers } from './testing/knowledge-cases.ts';
import { KnowledgeClient } from './testing/knowledge-client.ts';
import { type KnowledgeKind, type KnowledgeOwner, knowledgeOwner } from './testing/knowledge-owner.ts';
import { sendCase, withId } from './testing/send-case.ts';

let platform: TestPlatform;
let mine: KnowledgeOwner;
const others = new Map<Stranger, KnowledgeOwner>();

beforeAll(async () => {
  platform = await startPlatform({ threads: 0, env: { WEFT_EGRESS_ALLOW: '127.0.0.1' } });
  const { workspaceId } = platform;
  const client = await KnowledgeClient.of(platform);
  mine = await knowledgeOwner(platform, client, { workspaceId, name: 'mine' });
  others.set("another base's", await knowledgeOwner(platform, client, { workspaceId, name: 'a neighbour' }));
  const values = { name: 'Neighbour', plan: 'unlimited', ownerName: 'Eve' };
  const { id } = await platform.kernel.resolve(Workspaces).create(values);
  const theirs = await KnowledgeClient.of(platform, id);
  others.set("another workspace's", await knowledgeOwner(platform, theirs, { workspaceId: id, name: 'Eve' }));
}, 180_000);
afterAll(() => platform.dispose());

const everything = () => tableSums(platform.kernel.resolve(Database));

interface Attempt {
  readonly name: string;
  readonly each: KnowledgeCase;
  readonly at: string;
  readonly of: KnowledgeKind;
  readonly position: KnowledgeCase['ids'][number];
}

const attempts: readonly Attempt[] = knowledgeCases.flatMap((each) =>
  each.ids.flatMap((position) =>
    typeof position.of === 'string'
      ? [{ name: `${each.route} ${position.at}`, each, at: position.at, of: position.of, position }]
      : [],
  ),
);
const refused = attempts.flatMap((attempt) =>
  strangers
    .filter((whose) => whose === "another workspace's" || attempt.position.isOfWorkspace !== true)
    .map((whose) => ({ ...attempt, name: `${attempt.name}, ${whose}`, whose })),
);

const send = (each: KnowledgeCase, values: Parameters<typeof sendCase>[2]) =>
  sendCase({ url: platform.url, key: mine.client.key }, each, values);
const notFound = { status: 404, code: 'not_found' };

describe('the table of ids', () => {
  it('has every place of every route in which an id may stand', () => {
    const routes = platform.kernel
      .contributions(Routes)
      .all()
      .filter(({ access }) => access.authenticator === DatasetKeyAccess.authenticator);
    const known = new Map(knowledgeCases.map((each) => [each.route, each.ids.map(({ at }) => at)]));
    const missing = routes.flatMap((route) => {
      const name = `${route.method} ${route.path}`;
      const places = known.get(name)?.map((at) => at.replaceAll(/\.0(?=\.|$)/g, ''));
      if (places === undefined) return [`${name}: add a case to testing/knowledge-cases.ts`];
      const wanted = idPlaces(route).map((at) => at.replaceAll(/\.0(?=\.|$)/g, ''));
      return wanted
        .filter((at) => !places.includes(at))
        .map((at) => `${name}: add its ${at} to testing/knowledge-cases.ts`);
    });
    expect(missing).toEqual([]);
    const there = routes.map(({ method, path }) => `${method} ${path}`);
    expect([...known.keys()].filter((name) => !there.includes(name))).toEqual([]);
    expect(there.length).toBeGreaterThan(45);
  });

  it('gives a reason for each answer that is not 404', () => {
    const unexplained = attempts.filter(({ position }) => position.instead !== undefined && !position.because);
    expect(unexplained.map(({ name }) => name)).toEqual([]);
  });
});

describe('attack T01: an id of somebody else', () => {
  let before: Readonly<Record<string, string>>;
  beforeAll(async () => {
    before = await everything();
    const tables = ['datasets', 'dataset_documents', 'dataset_segments', 'dataset_child_chunks', 'knowledge_entries'];
    expect(Object.keys(before)).toEqual(expect.arrayContaining(tables));
  });

  it.each(refused)('is refused: $name', async ({ each, at, of, whose, position }) => {
    const id = others.get(whose)?.objects[of] ?? '';
    const answer = await send(each, withId(each.request(mine.objects), at, id));
    const { status, code } = position.instead ?? notFound;
    expect(answer, answer.text.slice(0, 300)).toMatchObject({ status, ...(code !== undefined && { code }) });
    expect(answer.text).not.toContain('a secret of a neighbour');
    expect(answer.text).not.toContain('a secret of Eve');
  });

  it.each(attempts)('is answered as one that nobody has: $name', async ({ each, at, position }) => {
    const unknown = '0190a000-0000-7000-8000-000000000000';
    const { status } = await send(each, withId(each.request(mine.objects), at, unknown));
    expect(status).toBe((position.instead ?? notFound).status);
  });

  it.each(attempts)('is refused as what is no id: $name', async ({ each, at, position }) => {
    // A filter by what is no id finds nothing, as one by an id that nobody has.
    const least = position.instead?.status === 200 ? 200 : 400;
    for (const wrong of ['nope', 'a\u0000b', '🪴']) {
      const { status, text } = await send(each, withId(each.request(mine.objects), at, wrong));
      expect(status, `${wrong}: ${text.slice(0, 300)}`).toBeGreaterThanOrEqual(least);
      expect(status, `${wrong}: ${text.slice(0, 300)}`).toBeLessThan(500);
    }
  });

  it('has no effect: not a row of any table has changed', async () => {
    expect(await everything()).toEqual(before);
  });
});

describe('one’s own ids', () => {
  it.each(knowledgeCases)('are taken by $route', async (each) => {
    // A document that was just replaced is worked on for a moment.
    await vi.waitFor(
      async () => {
        const answer = await send(each, each.request(mine.objects));
        expect(answer.status, answer.text.slice(0, 300)).toBe(each.answer ?? 200);
      },
      { timeout: 10_000, interval: 25 },
    );
  });
});
