import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { SourceBase } from '#plugins/dataset-sources/testing/source-base.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { FakeNotion, paragraph } from './testing/fake-notion.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

async function create() {
  const notion = new FakeNotion();
  const server = await notion.start();
  const workspaceId = await newWorkspace(platform);
  const ada = await newMember(platform, 'admin', workspaceId);
  const made = await platform.management.request('/console/api/connected-accounts', {
    headers: { 'x-workspace-id': workspaceId },
    body: { owner: 'workspace', service: 'notion', base_url: server.url, token: notion.token },
  });
  expect(made.status, made.text).toBe(201);
  const viewer = { accountId: ada.accountId, name: 'Ada', seesAll: true };
  const base = await SourceBase.create(platform.kernel, workspaceId, viewer);
  const source = (url: string) => ({ kind: 'notion', url, accountId: (made.body as { id: string }).id });
  const addressOf = (id: string) => `https://www.notion.so/Any-name-${id.replaceAll('-', '')}`;
  return { notion, server, base, source, addressOf };
}

it('a page with all below it becomes documents of Markdown; edits come by one search, what is gone by the weekly walk', async () => {
  const { notion, server, base, source, addressOf } = await create();
  await using _ = server;
  const handbook = notion.put('Handbook', null, [
    { id: 'h', type: 'heading_1', heading_1: { rich_text: [{ plain_text: 'Rules' }] } },
    {
      id: 'p',
      type: 'paragraph',
      paragraph: { rich_text: [{ plain_text: 'Water ' }, { plain_text: 'ferns', annotations: { bold: true } }] },
    },
    { id: 't', type: 'to_do', to_do: { rich_text: [{ plain_text: 'Feed' }], checked: true } },
    { id: 'c', type: 'child_page', child_page: { title: 'Deep' } },
  ]);
  const deep = notion.put('Deep', handbook, [paragraph('Deep text')]);
  notion.put('Elsewhere', null, [paragraph('Other')]);
  const { id, name, counts, status } = await base.read(source(addressOf(handbook)));
  expect({ status, name, counts }).toMatchObject({ status: 'completed', name: 'Handbook', counts: { added: 2 } });
  expect((await base.indexed()).map((each) => each.name).sort()).toEqual(['Deep', 'Handbook']);
  // Three calls a second.
  const span = (notion.times.at(-1) ?? 0) - (notion.times[0] ?? 0);
  expect(span).toBeGreaterThan((notion.times.length - 1) * 300);

  notion.edit(deep, { blocks: [paragraph('Deeper text')] });
  notion.put('New', deep, [paragraph('New text')]);
  notion.failures.push(429);
  expect(await base.again(id)).toMatchObject({ counts: { added: 1, changed: 1, unchanged: 1 } });
  await base.indexed();

  notion.edit(deep, { inTrash: true });
  expect(await base.again(id)).toMatchObject({ counts: { vanished: 0 } });
  await runQuery(
    platform.kernel.resolve(Database),
    `update dataset_sources set cursor = jsonb_set(cursor, '{walkedAt}', '1000') where id = '${id}'`,
  );
  expect(await base.again(id)).toMatchObject({ counts: { vanished: 1 } });
});

it('all pages that the account was given are a source, and nothing but Notion is', async () => {
  const { notion, server, base, source } = await create();
  await using _ = server;
  for (const title of ['One', 'Two', 'Three']) notion.put(title, null, [paragraph(title)]);
  const { id } = await base.read(source('https://www.notion.so/'));
  expect(await base.get(id)).toMatchObject({ name: 'Notion: Ferns Ltd', counts: { added: 3 } });
  for (const url of ['https://evil.example/', 'https://notion.so.evil.example/', 'https://www.notion.so/no-page']) {
    await expect(base.add(source(url)), url).rejects.toMatchObject({ field: 'url' });
  }
});
