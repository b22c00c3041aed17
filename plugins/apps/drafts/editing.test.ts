import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

interface Draft {
  readonly tree: { readonly workflow: { readonly graph: { readonly nodes: readonly { id: string; data: object }[] } } };
  readonly hash: string;
  readonly problems: readonly { node_id: string | null; field: string; is_refused: boolean }[];
}

async function imported(yaml = greetingWorkflow()): Promise<string> {
  const { body } = await platform.management.request('/console/api/apps/import', { body: { yaml } });
  return (body as { app: { id: string } }).app.id;
}
const ask = (id: string, rest: string, method = 'GET', body?: object) =>
  platform.management.request(`/console/api/apps/${id}/draft/${rest}`, { method, ...(body && { body }) });
const tree = async (id: string) => (await ask(id, 'tree')).body as Draft;
const change = (id: string, base: string, operations: readonly object[], client = 'a') =>
  ask(id, 'tree', 'PATCH', { base, client_id: client, operations });
const yamlOf = async (id: string) => (await platform.management.request(`/console/api/apps/${id}/export`)).text;
const title = (nodeId: string, value: string) => ({
  path: ['workflow', 'graph', 'nodes', { id: nodeId }, 'data', 'title'],
  set: value,
});

describe('a draft changed by place', () => {
  it('keeps all that is not named as it was, and undone it is what it was', async () => {
    const odd = greetingWorkflow().replace(
      'kind: app',
      'kind: app\nx_unknown: {ratio: 1.0, big: 12345678901234567890}',
    );
    const id = await imported(odd);
    const before = await yamlOf(id);
    const { hash, tree: shown } = await tree(id);
    const [first] = shown.workflow.graph.nodes;
    const was = (first?.data as { title: string } | undefined)?.title ?? '';
    const changed = await change(id, hash, [title(first?.id ?? '', 'Begin')]);
    expect(changed.status, changed.text).toBe(200);
    expect(await yamlOf(id)).toContain('title: Begin');
    const next = (changed.body as { hash: string }).hash;
    expect((await change(id, next, [title(first?.id ?? '', was)])).status).toBe(200);
    expect(await yamlOf(id)).toBe(before);
  });

  it('takes what two people change in different places, and tells each what the other did', async () => {
    const id = await imported();
    const { hash, tree: shown } = await tree(id);
    const [one, two] = shown.workflow.graph.nodes.map((each) => each.id) as [string, string];
    expect((await change(id, hash, [title(one, 'Mine')], 'a')).status).toBe(200);
    const theirs = await change(id, hash, [title(two, 'Theirs')], 'b');
    expect(theirs.status, theirs.text).toBe(200);
    expect(theirs.body).toMatchObject({ others: [{ client_id: 'a', operations: [title(one, 'Mine')] }] });
    const yaml = await yamlOf(id);
    expect([yaml.includes('title: Mine'), yaml.includes('title: Theirs')]).toEqual([true, true]);
    const refused = await change(id, hash, [title(one, 'Late')], 'c');
    expect(refused.status).toBe(409);
    expect(await yamlOf(id)).toBe(yaml);
    const { body } = await ask(id, `changes?since=${hash}`);
    expect((body as { changes: object[] }).changes).toHaveLength(2);
  });

  it('may grow in one list by two people at a time', async () => {
    const id = await imported();
    const { hash } = await tree(id);
    const added = (name: string) => ({
      path: ['workflow', 'graph', 'nodes', '-'],
      insert: { id: name, data: { type: 'end', title: name, outputs: [] }, position: { x: 0, y: 0 } },
    });
    await Promise.all([change(id, hash, [added('n1')], 'a'), change(id, hash, [added('n2')], 'b')]);
    const ids = (await tree(id)).tree.workflow.graph.nodes.map((each) => each.id);
    expect(ids).toEqual(expect.arrayContaining(['n1', 'n2']));
  });

  it('tells problems by node and field', async () => {
    const nodes = [
      node('1', 'start', { variables: [] }),
      node('2', 'http-request', { method: 7 }),
      node('3', 'end', { outputs: [] }),
    ];
    const id = await imported(appDocument({ mode: 'workflow', nodes, edges: chain('1', '2', '3') }));
    const { problems } = await tree(id);
    expect(problems).toContainEqual(expect.objectContaining({ node_id: '2', is_refused: true }));
  });

  it('attack T11: changes of secret variables are told to nobody, nor shown', async () => {
    const id = await imported();
    const { hash } = await tree(id);
    const secret = { id: 'e1', name: 'token', value_type: 'secret', value: 'canary-of-a-draft' };
    const made = await change(id, hash, [{ path: ['workflow', 'environment_variables'], set: [secret] }]);
    expect(made.status, made.text).toBe(200);
    const told = await ask(id, `changes?since=${hash}`);
    expect((told.body as { changes: { operations: null }[] }).changes[0]?.operations).toBeNull();
    for (const text of [told.text, (await ask(id, 'tree')).text, await yamlOf(id)])
      expect(text).not.toContain('canary-of-a-draft');
    // What is left empty stays what it is.
    const next = (made.body as { hash: string }).hash;
    const renamed = [{ ...secret, value: '', description: 'kept' }];
    expect((await change(id, next, [{ path: ['workflow', 'environment_variables'], set: renamed }])).status).toBe(200);
    const open = await platform.management.request(`/console/api/apps/${id}/export-with-secrets`, { method: 'POST' });
    expect(open.text).toContain('canary-of-a-draft');
  });

  it('attack T11: a secret variable keeps its value under another name, and when it comes back; no other gets it', async () => {
    const id = await imported();
    const list = ['workflow', 'environment_variables'];
    const secret = { id: 'e1', name: 'token', value_type: 'secret', value: 'canary-of-a-name' };
    const open = async () =>
      (await platform.management.request(`/console/api/apps/${id}/export-with-secrets`, { method: 'POST' })).text;
    const then = async (operations: readonly object[]) => {
      const made = await change(id, (await tree(id)).hash, operations);
      expect(made.status, made.text).toBe(200);
      return open();
    };
    await then([{ path: list, set: [secret] }]);
    expect(await then([{ path: [...list, { id: 'e1' }, 'name'], set: 'key' }])).toContain('canary-of-a-name');
    expect(await then([{ path: [...list, { id: 'e1' }], remove: true }])).not.toContain('canary-of-a-name');
    const other = { ...secret, id: 'e2', name: 'key', value: '' };
    expect(await then([{ path: [...list, '-'], insert: other }])).not.toContain('canary-of-a-name');
    expect(await then([{ path: [...list, '-'], insert: { ...secret, value: '' } }])).toContain('canary-of-a-name');
  });

  it.each([
    ['another mode', [{ path: ['app', 'mode'], set: 'chat' }]],
    ['a workflow that is none', [{ path: ['workflow'], set: 'x' }]],
    ['a place that is not there', [{ path: ['nowhere', 'x'], set: 1 }]],
    ['two things at a time', [{ path: ['app', 'name'], set: 'x', remove: true }]],
  ])('attack T03: %s is refused, and nothing changes', async (_, operations) => {
    const id = await imported();
    const { hash } = await tree(id);
    expect((await change(id, hash, operations)).status).toBe(400);
    expect((await tree(id)).hash).toBe(hash);
  });
});

it('who has a draft open is told to the others', async () => {
  const id = await imported();
  const abort = new AbortController();
  const follow = (query: string, signal: AbortSignal) =>
    fetch(`${platform.url}/console/api/apps/${id}/draft/events${query}`, {
      headers: { authorization: `Bearer ${platform.token}`, 'x-workspace-id': platform.workspaceId },
      signal,
    });
  const answer = await follow('?follow=true', abort.signal);
  let seen = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) seen += decoder.decode(bytes);
  })().catch(() => {});
  const other = new AbortController();
  await follow('?follow=true&client_id=p1&node_id=7', other.signal);
  await expect.poll(() => seen).toMatch(/"client_id":"p1","name":"[^"]*","node_id":"7"/);
  other.abort();
  await expect.poll(() => seen).toMatch(/"people":\[\][\s\S]*"people":\[\{[\s\S]*"people":\[\]/);
  const { hash } = await tree(id);
  await change(id, hash, [{ path: ['app', 'description'], set: 'x' }], 'p2');
  await expect.poll(() => seen).toMatch(/"event":"changed".*"client_id":"p2"/);
  abort.abort();
  await reading;
});
