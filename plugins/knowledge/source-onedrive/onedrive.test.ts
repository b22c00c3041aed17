import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, registerService } from '#plugins/connected-accounts/testing/connecting.ts';
import { startOAuthService } from '#plugins/connected-accounts/testing/oauth-service.ts';
import { SourceBase } from '#plugins/dataset-sources/testing/source-base.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { browserOf, newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { FakeGraph } from './testing/fake-graph.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

async function create() {
  const graph = new FakeGraph();
  const service = await startOAuthService();
  const contents = await startServer((request, response) => void graph.content(request, response));
  graph.contents = contents.url;
  service.handlers.push(graph.handle);
  const workspaceId = await newWorkspace(platform);
  const headers = { 'x-workspace-id': workspaceId };
  await registerService(platform.management, service, { provider: 'microsoft', headers });
  const ada = await newMember(platform, 'admin', workspaceId);
  const browser = await browserOf(platform, ada);
  const { id: accountId } = await connect(browser, service, { service: 'microsoft', capabilities: ['files.read'] });
  const viewer = { accountId: ada.accountId, name: 'Ada', seesAll: true };
  const base = await SourceBase.create(platform.kernel, workspaceId, viewer);
  const source = (id: string) => ({
    kind: 'onedrive',
    url: `https://example-my.sharepoint.com/personal/ada/${id}`,
    accountId,
  });
  return { graph, base, source, service, contents };
}

it('a folder of OneDrive is walked, then told of by one call; what is too old is listed again', async () => {
  const { graph, base, source, service, contents } = await create();
  await using _ = service;
  await using __ = contents;
  const handbook = graph.put('Handbook', 'root');
  const rules = graph.put('Rules', handbook);
  const [a, b] = [graph.put('a.md', handbook, '# A'), graph.put('b.md', rules, '# B')];
  graph.put('other.md', 'root', '# Other');
  graph.failures.push();
  const { id, name, counts } = await base.read(source(handbook));
  expect({ name, counts }).toMatchObject({ name: 'Handbook', counts: { added: 2 } });
  expect(contents.seen.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
  await base.indexed();

  graph.calls.length = 0;
  expect(await base.again(id)).toMatchObject({ counts: { unchanged: 2 } });
  expect(graph.calls).toHaveLength(1);

  graph.change(a, { content: '# A anew' });
  graph.change(rules, { parent: 'root' });
  graph.put('c.md', handbook, '# C');
  graph.failures.push(429);
  expect(await base.again(id)).toMatchObject({ counts: { added: 1, changed: 1, vanished: 1 } });
  await base.indexed();

  graph.oldest = graph.log.length + 1;
  graph.remove(a);
  graph.change(rules, { parent: handbook });
  expect(await base.again(id)).toMatchObject({ status: 'completed', counts: { vanished: 1 } });
  expect((await base.all()).filter(({ enabled }) => enabled).map((each) => each.name)).toEqual(
    expect.arrayContaining(['b.md', 'c.md']),
  );
  graph.oldest = 0;
  graph.remove(b);
  expect(await base.again(id)).toMatchObject({ counts: { vanished: 1 } });
});

it('attack T06: an address of a source leads to Microsoft and nowhere else', async () => {
  const { base, source, service, contents } = await create();
  await using _ = service;
  await using __ = contents;
  for (const url of ['https://evil.example/x', 'https://sharepoint.com.evil.example/x']) {
    await expect(base.add({ ...source('root'), url }), url).rejects.toMatchObject({ field: 'url' });
  }
});
