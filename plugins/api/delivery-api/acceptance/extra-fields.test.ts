import { beforeAll, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { rowsWith } from '#plugins/database/testing/rows-with.ts';
import { routeCases } from '#plugins/delivery-api/testing/id-positions.ts';
import { type Owner, ownedApps, ownerOf } from '#plugins/delivery-api/testing/owned-objects.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

const MARK = '5afe0bad-0000-4000-8000-00000bad5afe';
const WORD = 'set-by-the-caller';
/** What the server decides. The runtime API ignores fields it does not know: its clients send some of their own. */
const extras = {
  workspace_id: MARK,
  workspaceId: MARK,
  tenant_id: MARK,
  app_id: MARK,
  appId: MARK,
  owner_id: MARK,
  ownerId: MARK,
  created_by: MARK,
  end_user_id: MARK,
  run_id: MARK,
  id: MARK,
  role: WORD,
  plan: WORD,
  status: WORD,
  from_source: WORD,
  invoke_from: WORD,
  createdAt: 1,
  created_at: 1,
};

let platform: TestPlatform;
let owner: Owner;
beforeAll(async () => {
  platform = await sharedPlatform();
  owner = await ownerOf(platform, await ownedApps(platform), 'u1');
});

const taking = routeCases.filter(({ request, route }) => {
  const names = new Proxy({}, { get: () => 'x' }) as Owner['objects'];
  return route.startsWith('P') && request(names).isForm !== true && request(names).body !== undefined;
});

it('attack T03: what the server decides is not taken from the body of any request to an app', async () => {
  const wrong: string[] = [];
  for (const { route, app, request, answer: expected = 200 } of taking) {
    const [method = '', pattern = ''] = route.split(' ');
    const { params = {}, body = {} } = request(owner.objects);
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const own = Object.fromEntries(Object.entries(extras).filter(([name]) => !(name in body)));
    const answer = await fetch(platform.url + path, {
      method,
      headers: { authorization: `Bearer ${owner.apps[app].key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...own, ...body }),
    });
    const text = await answer.text();
    if (answer.status !== expected || text.includes(MARK) || text.includes(WORD)) {
      wrong.push(`${route}: ${answer.status} ${text.slice(0, 200)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(taking.length).toBeGreaterThan(8);
  const database = platform.kernel.resolve(Database);
  for (const mark of [MARK, WORD]) expect(await rowsWith(database, mark)).toEqual([]);
  expect((await rowsWith(database, owner.apps.chat.appId)).length).toBeGreaterThan(3);
});
