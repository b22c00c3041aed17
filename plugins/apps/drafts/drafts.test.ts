import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import type { TestClient } from '#http/testing/client.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
let client: TestClient;
beforeAll(async () => {
  platform = await sharedPlatform();
  client = platform.management;
});
afterAll(() => platform.dispose());

const SECRET = 'canary-of-the-draft';

/** A workflow with a secret variable, whose templates greet and tell how long the secret is: it leaves no run. */
function greeter({ greeting = 'Hello', secret = SECRET, name = 'Greeter' } = {}): string {
  return appDocument({
    mode: 'workflow',
    name,
    environmentVariables: [{ name: 'token', value_type: 'secret', value: secret }],
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'template-transform', { template: greeting, variables: [] }),
      node('length', 'template-transform', {
        template: '{{ token | length }}',
        variables: [{ variable: 'token', value_selector: ['env', 'token'] }],
      }),
      node('3', 'end', {
        outputs: [
          { variable: 'greeting', value_selector: ['2', 'output'] },
          { variable: 'length', value_selector: ['length', 'output'] },
        ],
      }),
    ],
    edges: chain('1', '2', 'length', '3'),
  });
}

const send = (path: string, method = 'GET', body?: object) =>
  client.request(`/console/api${path}`, { method, ...(body !== undefined && { body }) });
const draftOf = async (appId: string) => (await send(`/apps/${appId}/draft`)).body as { yaml: string; hash: string };
const outputs = async (key: string) => {
  const { body } = await platform.post(key, '/v1/workflows/run', { inputs: {}, user: 'u', response_mode: 'blocking' });
  return (body as { data: { outputs: unknown } }).data.outputs;
};

describe('saving a draft', () => {
  it('changes what is published next, and nothing before', async () => {
    const { appId, key } = await platform.importApp(greeter());
    const { hash } = await draftOf(appId);
    const saved = await send(`/apps/${appId}/draft`, 'PUT', { yaml: greeter({ greeting: 'Hi', name: 'Hier' }), hash });
    expect(saved).toMatchObject({ status: 200, body: { warnings: [] } });
    expect(await draftOf(appId)).toMatchObject({ hash: (saved.body as { hash: string }).hash });
    expect((await send(`/apps/${appId}`)).body).toMatchObject({ name: 'Hier', status: 'active' });
    expect(await outputs(key)).toMatchObject({ greeting: 'Hello' });
    await send(`/apps/${appId}/publish`, 'POST', { name: 'Spring', note: 'n' });
    expect(await outputs(key)).toMatchObject({ greeting: 'Hi' });
  });

  it('leaves an app the name it was imported under, and the one it has when a version comes back', async () => {
    const name = 'My own';
    const made = await send('/apps/import', 'POST', { yaml: greeter(), name, publish: true });
    const { id } = (made.body as { app: { id: string } }).app;
    const saveAsRead = async () => {
      const { yaml, hash } = await draftOf(id);
      expect((await send(`/apps/${id}/draft`, 'PUT', { yaml, hash })).status).toBe(200);
      return (await send(`/apps/${id}`)).body;
    };
    expect(await saveAsRead()).toMatchObject({ name });
    const [version] = ((await send(`/apps/${id}/versions`)).body as { data: { id: string }[] }).data;
    await send(`/apps/${id}`, 'PATCH', { name: 'Renamed', icon: '🌿' });
    expect((await send(`/apps/${id}/versions/${version?.id}/restore`, 'POST', {})).status).toBe(200);
    expect(await saveAsRead()).toMatchObject({ name: 'Renamed', icon: '🌿' });
    const { body } = await send(`/apps/${id}/changes?from=${version?.id}&to=draft`);
    expect((body as { data: { fields: { path: string }[] }[] }).data.flatMap(({ fields }) => fields)).toHaveLength(2);
  });

  it('over a state that is no more is refused, and changes nothing: the first of several wins', async () => {
    const { appId } = await platform.importApp(greeter());
    const { hash } = await draftOf(appId);
    const tries = Array.from({ length: 8 }, (_, index) =>
      send(`/apps/${appId}/draft`, 'PUT', { yaml: greeter({ greeting: `try ${index}` }), hash }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect((await draftOf(appId)).yaml).toContain(`try ${statuses.indexOf(200)}`);
    const late = await send(`/apps/${appId}/draft`, 'PUT', { yaml: greeter(), hash });
    expect(late).toMatchObject({ status: 409, body: { code: 'draft_changed' } });
    expect(late.text).toContain('read it again');
    expect((await send(`/apps/${appId}/draft`, 'PUT', { yaml: greeter(), hash: null })).status).toBe(200);
  });

  it('takes a renaming in between for a change, and a renaming loses no draft', async () => {
    const { appId } = await platform.importApp(greeter());
    const { hash } = await draftOf(appId);
    await Promise.all([
      ...Array.from({ length: 4 }, (_, index) => send(`/apps/${appId}`, 'PATCH', { name: `Name ${index}` })),
      send(`/apps/${appId}/draft`, 'PUT', { yaml: greeter({ greeting: 'Saved' }), hash: null }),
    ]);
    const after = await draftOf(appId);
    expect(after.hash).not.toBe(hash);
    expect(after.yaml).toContain('template: Saved');
  });

  it('of a document that is none, or of another mode, is refused', async () => {
    const { appId } = await platform.importApp(greeter());
    const before = await draftOf(appId);
    const put = (yaml: string) => send(`/apps/${appId}/draft`, 'PUT', { yaml, hash: before.hash });
    expect(await put('kind: nothing')).toMatchObject({ status: 400 });
    const chat = greeter().replace('"mode":"workflow"', '"mode":"advanced-chat"');
    expect(await put(chat)).toMatchObject({ status: 400, body: { code: 'mode_differs' } });
    const newer = greeter().replace('"version":"0.6.0"', '"version":"9.0.0"');
    expect(await put(newer)).toMatchObject({ status: 409, body: { code: 'confirmation_needed' } });
    expect(await draftOf(appId)).toEqual(before);
  });
});

describe('secrets of a draft', () => {
  it('are not shown, stay when they are left empty, and are what somebody writes', async () => {
    const { appId, key } = await platform.importApp(greeter());
    const { yaml, hash } = await draftOf(appId);
    expect(yaml).not.toContain(SECRET);
    const saved = await send(`/apps/${appId}/draft`, 'PUT', { yaml, hash });
    await send(`/apps/${appId}/publish`, 'POST');
    expect(await outputs(key)).toMatchObject({ length: `${SECRET.length}` });
    const next = (saved.body as { hash: string }).hash;
    await send(`/apps/${appId}/draft`, 'PUT', { yaml: greeter({ secret: 'another' }), hash: next });
    const changes = await send(`/apps/${appId}/changes`);
    expect(changes.body).toMatchObject({
      data: [
        {
          part: 'environment-variable',
          change: 'changed',
          id: 'token',
          title: 'token',
          fields: [{ path: 'value', change: 'changed', is_secret: true }],
        },
      ],
    });
    await send(`/apps/${appId}/publish`, 'POST');
    expect(await outputs(key)).toMatchObject({ length: `${'another'.length}` });
  });

  it('are exported for owners and admins only, and that is recorded', async () => {
    const { appId } = await platform.importApp(greeter());
    for (const [role, status] of [
      ['admin', 200],
      ['editor', 403],
      ['member', 403],
    ] as const) {
      const person = await newMember(platform, role, platform.workspaceId);
      const path = `/console/api/apps/${appId}/export-with-secrets`;
      const answer = await person.client.request(path, { method: 'POST' });
      expect([role, answer.status, answer.text.includes(SECRET)]).toEqual([role, status, status === 200]);
      if (status !== 200) continue;
      expect(answer.headers.get('cache-control')).toContain('no-store');
      const log = async () => (await send('/audit?limit=20')).text;
      await expect.poll(log).toContain('drafts.export-with-secrets');
      expect(await log()).toContain(person.email);
    }
    expect((await send(`/apps/${appId}/export`)).text).not.toContain(SECRET);
  });
});

describe('versions', () => {
  it('are compared with each other and with the draft, named and noted', async () => {
    const { appId } = await platform.importApp(greeter());
    expect((await send(`/apps/${appId}/changes`)).body).toMatchObject({ data: [] });
    await send(`/apps/${appId}/draft`, 'PUT', { yaml: greeter({ greeting: 'Hi' }), hash: null });
    const changed = (await send(`/apps/${appId}/changes`)).body as { data: object[] };
    const fields = [{ path: 'template', change: 'changed', before: 'Hello', after: 'Hi' }];
    expect(changed.data).toEqual([
      { part: 'node', change: 'changed', id: '2', title: 'template-transform 2', fields, authors: ['operator'] },
    ]);
    await send(`/apps/${appId}/publish`, 'POST', { name: 'Second' });
    const versions = async () =>
      ((await send(`/apps/${appId}/versions`)).body as { data: { id: string; name: string; note: string }[] }).data;
    const [second, first] = await versions();
    expect(second).toMatchObject({ name: 'Second', note: '' });
    const between = (from?: string, to?: string) => send(`/apps/${appId}/changes?from=${from}&to=${to}`);
    expect((await between(first?.id, second?.id)).body).toEqual({ ...changed, hash: null });
    expect((await between(second?.id, 'published')).body).toEqual({ data: [], hash: null });
    expect((await between('draft', '00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await between('draft', 'nonsense')).status).toBe(400);
    const path = `/apps/${appId}/versions/${first?.id}`;
    expect((await send(path, 'PATCH', { note: 'the beginning' })).status).toBe(200);
    expect((await versions())[1]).toMatchObject({ name: '', note: 'the beginning' });
    expect((await send(path, 'PATCH', {})).status).toBe(400);
  });

  it('of an app that was never published are not there to compare with', async () => {
    const { appId } = await platform.importApp(greetingWorkflow(), { publish: false });
    expect(await send(`/apps/${appId}/changes`)).toMatchObject({ status: 409, body: { code: 'not_published' } });
  });

  it('are made of the draft that was reviewed, or not at all', async () => {
    const { appId } = await platform.importApp(greeter());
    await send(`/apps/${appId}/draft`, 'PUT', { yaml: greeter({ greeting: 'Hi' }), hash: null });
    const { hash } = (await send(`/apps/${appId}/changes`)).body as { hash: string };
    expect(hash).toBe((await draftOf(appId)).hash);
    await send(`/apps/${appId}/draft`, 'PUT', { yaml: greeter({ greeting: 'Unseen' }), hash });
    const late = await send(`/apps/${appId}/publish`, 'POST', { hash });
    expect(late).toMatchObject({ status: 409, body: { code: 'draft_changed' } });
    expect(((await send(`/apps/${appId}/versions`)).body as { data: object[] }).data).toHaveLength(1);
    expect((await send(`/apps/${appId}/publish`, 'POST', { hash: 'none' })).status).toBe(400);
    const again = (await send(`/apps/${appId}/changes`)).body as { hash: string };
    expect((await send(`/apps/${appId}/publish`, 'POST', { hash: again.hash })).body).toMatchObject({ number: 2 });
  });

  it('tell who made each difference', async () => {
    const { appId } = await platform.importApp(greeter());
    const [ada, bob] = [
      await newMember(platform, 'editor', platform.workspaceId),
      await newMember(platform, 'editor', platform.workspaceId),
    ];
    const path = `/console/api/apps/${appId}`;
    const edit = async (person: typeof ada, operations: object[]) => {
      const { hash: base } = (await person.client.request(`${path}/draft/tree`)).body as { hash: string };
      const body = { base, client_id: 'c', operations };
      expect((await person.client.request(`${path}/draft/tree`, { method: 'PATCH', body })).status).toBe(200);
    };
    const node = (id: string, ...rest: string[]) => ['workflow', 'graph', 'nodes', { id }, ...rest];
    await edit(ada, [{ path: node('2', 'data', 'template'), set: 'Hi' }]);
    await edit(bob, [{ path: node('2', 'position'), set: { x: 9, y: 9 } }]);
    await edit(bob, [
      { path: ['workflow', 'graph', 'nodes', '-'], insert: { id: 'new', data: { type: 'answer', title: 'New' } } },
      { path: ['workflow', 'graph', 'edges', '-'], insert: { id: 'e9', source: '2', target: 'new' } },
    ]);
    const names = async () => {
      const { data } = (await send(`/apps/${appId}/changes`)).body as { data: { id: string; authors: string[] }[] };
      return Object.fromEntries(data.map(({ id, authors }) => [id, authors]));
    };
    const name = (person: typeof ada) => [expect.stringContaining(person.email.split('@')[0] ?? '')];
    expect(await names()).toEqual({ '2': name(ada), new: name(bob), '2/source → new': name(bob) });
  });

  it('are shown as trees, without secrets', async () => {
    const { appId } = await platform.importApp(greeter());
    await send(`/apps/${appId}/draft`, 'PUT', { yaml: greeter({ greeting: 'Hi' }), hash: null });
    const published = await send(`/apps/${appId}/tree`);
    expect([published.text.includes('Hello'), published.text.includes(SECRET)]).toEqual([true, false]);
    const draft = await send(`/apps/${appId}/tree?of=draft`);
    expect([draft.text.includes('"Hi"'), draft.text.includes(SECRET)]).toEqual([true, false]);
    const [version] = ((await send(`/apps/${appId}/versions`)).body as { data: { id: string }[] }).data;
    expect((await send(`/apps/${appId}/tree?of=${version?.id}`)).body).toEqual(published.body);
  });

  it('of other workspaces are out of reach', async () => {
    const { appId } = await platform.importApp(greeter());
    const own = await platform.importApp(greeter());
    const [foreign] = ((await send(`/apps/${own.appId}/versions`)).body as { data: { id: string }[] }).data;
    expect((await send(`/apps/${appId}/changes?from=${foreign?.id}`)).status).toBe(404);
    expect((await send(`/apps/${appId}/versions/${foreign?.id}`, 'PATCH', { note: 'x' })).status).toBe(404);
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    expect((await send(`/apps/${appId}/tree?of=${foreign?.id}`)).status).toBe(404);
    for (const path of ['draft', 'changes', 'tree']) {
      expect((await stranger.client.request(`/console/api/apps/${appId}/${path}`)).status).toBe(404);
    }
  });
});
