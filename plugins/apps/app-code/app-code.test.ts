import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { knownBases } from '#plugins/node-knowledge/testing/known-bases.ts';

interface Item {
  readonly key: string;
  readonly action: string;
  readonly app_id: string;
  readonly state: string;
  readonly number: number | null;
  readonly publishes: boolean;
  readonly takes_over: boolean;
  readonly layout_changed: boolean;
  readonly problems: readonly string[];
  readonly missing: readonly { kind: string; name: string; places: string[]; message: string }[];
  readonly changes: readonly { part: string; id: string }[];
  readonly error: { code: string } | null;
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ extra: [knownBases(dataset)] });
});
afterAll(() => platform.dispose());

/** Somebody in a workspace of their own, with what they ask for. */
async function owner() {
  const workspace = await newWorkspace(platform);
  const person = await newMember(platform, 'owner', workspace);
  return { workspace, person, ...calls(person) };
}

function calls({ client }: Pick<Person, 'client'>) {
  const post = async (path: string, body: object) => {
    const answer = await client.request(`/console/api/${path}`, { method: 'POST', body });
    return {
      status: answer.status,
      text: answer.text,
      body: answer.body as { code?: string; message?: string; data: Item[] },
    };
  };
  const get = async (path: string) => (await client.request(`/console/api/${path}`)).body as Record<string, unknown>;
  return {
    get,
    post,
    plan: (documents: object[], more: object = {}) => post('app-code/plan', { documents, ...more }),
    apply: (documents: object[], more: object = {}) => post('app-code/apply', { documents, ...more }),
  };
}

const greeting = (file: string, name = file) => ({
  file: `${file}.yml`,
  yaml: greetingWorkflow().replace('"Greeting"', JSON.stringify(name)),
});

/** A workflow with a model, a knowledge base and a secret. */
const demanding = (provider = 'team', dataset = 'handbook') => ({
  file: 'demanding.yml',
  yaml: `
version: 0.6.0
kind: app
app: {name: Demanding, mode: workflow}
workflow:
  environment_variables:
  - {name: SEARCH_KEY, value_type: secret, value: ''}
  graph:
    nodes:
    - {id: s, data: {type: start, title: Start, variables: []}}
    - {id: k, data: {type: knowledge-retrieval, title: Look up, dataset_ids: [${dataset}], query_variable_selector: [s, q], retrieval_mode: multiple, multiple_retrieval_config: {top_k: 2}}}
    - {id: m, data: {type: llm, title: Write, model: {provider: ${provider}, name: writer, mode: chat}, prompt_template: [{role: user, text: hi}]}}
    - {id: e, data: {type: end, title: End, outputs: []}}
    edges:
    - {source: s, target: k}
    - {source: k, target: m}
    - {source: m, target: e}
`,
});
const dataset = '0196d2b0-1111-7000-8000-000000000001';
const environment = `
kind: environment
models:
  team/writer: {provider: demo, model: demo-chat}
datasets:
  handbook: ${dataset}
secrets:
  SEARCH_KEY: STAGING_SEARCH_KEY
`;
const canary = 'canary-7f3a9c-secret';

describe('apps as code', () => {
  it('are made, published with a note, and left alone the second time', async () => {
    const { apply, plan, get } = await owner();
    const first = await apply([greeting('one')], { note: 'a1b2c3d' });
    expect(first.body.data).toMatchObject([{ key: 'one', action: 'create', number: 1, error: null }]);
    const id = first.body.data[0]?.app_id;
    expect(await get(`apps/${id}/versions`)).toMatchObject({ data: [{ number: 1, note: 'a1b2c3d' }] });
    expect((await apply([greeting('one')], { note: 'next' })).body.data).toMatchObject([
      { action: 'unchanged', number: null, app_id: id },
    ]);
    expect((await get(`apps/${id}/versions`)).data).toHaveLength(1);
    const changed = { ...greeting('one'), yaml: greeting('one').yaml.replace('Hello', 'Welcome') };
    const [item] = (await plan([changed])).body.data;
    expect(item).toMatchObject({ action: 'update', publishes: true, changes: [{ part: 'node' }] });
    expect((await get(`apps/${id}/versions`)).data).toHaveLength(1);
    expect((await apply([changed])).body.data).toMatchObject([{ action: 'update', number: 2 }]);
  });

  it('can stay drafts, and be published later without a change', async () => {
    const { apply, get } = await owner();
    const [made] = (await apply([greeting('quiet')], { publish: false })).body.data;
    expect(made).toMatchObject({ action: 'create', number: null });
    expect(await get(`apps/${made?.app_id}`)).toMatchObject({ status: 'draft' });
    expect((await apply([greeting('quiet')], { publish: false })).body.data[0]?.action).toBe('unchanged');
    expect((await apply([greeting('quiet')])).body.data).toMatchObject([{ action: 'publish', number: 1 }]);
  });

  it('move between workspaces: what one shows, another takes, and shows the same', async () => {
    const [staging, production] = [await owner(), await owner()];
    const [made] = (await staging.apply([greeting('moving')])).body.data;
    const shown = await staging.get(`apps/${made?.app_id}/code`);
    expect(shown).toMatchObject({ key: 'moving', document: expect.stringContaining('key: moving\n') });
    const sent = { file: 'other-name.yml', yaml: shown.document, layout: shown.layout };
    const [taken] = (await production.apply([sent])).body.data;
    expect(taken).toMatchObject({ key: 'moving', action: 'create' });
    expect(await production.get(`apps/${taken?.app_id}/code`)).toEqual(shown);
    expect((await staging.plan([sent])).body.data).toMatchObject([{ action: 'unchanged', app_id: made?.app_id }]);
    // Ids of another workspace lead nowhere.
    expect(await production.get(`apps/${made?.app_id}/code`)).toMatchObject({ code: 'not_found' });
  });

  it('are only drawn anew by a layout, which publishes nothing', async () => {
    const { apply, get } = await owner();
    const [made] = (await apply([greeting('drawn')])).body.data;
    const { layout } = (await get(`apps/${made?.app_id}/code`)) as { layout: string };
    const moved = { ...greeting('drawn'), layout: layout.replace(/x: -?\d+/, 'x: 4321') };
    expect((await apply([moved])).body.data).toMatchObject([{ action: 'update', number: null }]);
    expect((await get(`apps/${made?.app_id}/code`)).layout).toContain('x: 4321');
    expect((await apply([moved])).body.data).toMatchObject([{ action: 'unchanged' }]);
    expect((await apply([greeting('drawn')])).body.data[0]?.action).toMatch(/unchanged|update/);
    const bad = { ...greeting('drawn'), layout: 'kind: app' };
    expect((await apply([bad])).body).toMatchObject({ code: 'blocked' });
  });

  it('take over the one app of their name that no file has named, and never one of several', async () => {
    const { post, plan, apply } = await owner();
    const yaml = greeting('known', 'Known').yaml;
    const { app } = (await post('apps/import', { yaml })).body as unknown as { app: { id: string } };
    const [item] = (await plan([{ file: 'known.yml', yaml }])).body.data;
    expect(item).toMatchObject({ action: 'update', takes_over: true, app_id: app.id });
    await apply([{ file: 'known.yml', yaml }]);
    expect((await plan([{ file: 'known.yml', yaml }])).body.data[0]).toMatchObject({
      action: 'unchanged',
      takes_over: false,
    });
    const rivals = [greeting('first', 'Both'), greeting('second', 'Both')];
    await post('apps/import', { yaml: greeting('x', 'Both').yaml });
    expect((await plan(rivals)).body.data.map(({ action }) => action)).toEqual(['refused', 'refused', 'unlisted']);
    for (const _ of [1, 2]) await post('apps/import', { yaml: greeting('twin', 'Twin').yaml });
    expect((await plan([greeting('twin', 'Twin')])).body.data[0]).toMatchObject({ action: 'refused' });
  });

  it('tell what is missing with the nodes that need it, and take nothing then', async () => {
    const { plan, apply, get } = await owner();
    const [item] = (await plan([demanding()])).body.data;
    expect(item?.missing).toEqual([
      expect.objectContaining({ kind: 'dataset', name: 'handbook', places: ["node 'Look up' (k)"] }),
      expect.objectContaining({ kind: 'secret', name: 'SEARCH_KEY' }),
      expect.objectContaining({ kind: 'model', name: 'team/writer', places: ["node 'Write' (m)"] }),
    ]);
    const refused = await apply([greeting('fine'), demanding()]);
    expect(refused).toMatchObject({ status: 409, body: { code: 'blocked' } });
    expect(await get('apps')).toMatchObject({ data: [] });
    expect((await apply([demanding()], { allow_missing: true })).body.data[0]).toMatchObject({ action: 'create' });
  });

  it('get models, knowledge bases and secrets of the workspace; secrets are told nowhere', async () => {
    const { plan, apply, get, post } = await owner();
    const secrets = { STAGING_SEARCH_KEY: canary };
    const asked = (await plan([demanding()], { environment })).body as unknown as { variables: string[] };
    expect(asked.variables).toEqual(['STAGING_SEARCH_KEY']);
    const planned = await plan([demanding()], { environment, secrets });
    expect(planned.body.data[0]).toMatchObject({ action: 'create', missing: [] });
    const applied = await apply([demanding()], { environment, secrets });
    const id = applied.body.data[0]?.app_id;
    const shown = await get(`apps/${id}/code`);
    expect(shown.document).toContain(dataset);
    expect(shown.document).toContain('name: demo-chat');
    expect((await apply([demanding()], { environment, secrets })).body.data[0]?.action).toBe('unchanged');
    // Without a value at hand the one that is kept stays.
    expect((await plan([demanding()], { environment })).body.data[0]).toMatchObject({
      action: 'unchanged',
      missing: [],
    });
    const other = await plan([demanding()], { environment, secrets: { STAGING_SEARCH_KEY: `${canary}-2` } });
    expect(other.body.data[0]).toMatchObject({
      action: 'update',
      changes: [{ part: 'environment-variable', fields: [{ path: 'value', is_secret: true }] }],
    });
    const rotated = await apply([demanding()], { environment, secrets: { STAGING_SEARCH_KEY: `${canary}-2` } });
    expect(rotated.body.data[0]).toMatchObject({ action: 'update', number: 2 });
    const bad = await apply([{ ...demanding(), layout: 'kind: x' }], { environment, secrets });
    const texts = [planned, applied, other, rotated, bad].map(({ text }) => text);
    const rest = await Promise.all(['audit', 'apps', `apps/${id}/versions`].map((path) => get(path)));
    expect(JSON.stringify([...texts, shown, rest])).not.toContain(canary);
    expect(JSON.stringify((await post(`apps/${id}/export-with-secrets`, {})).text)).toContain(`${canary}-2`);
  });

  it('refuse secrets in files, without repeating them', async () => {
    const { plan, apply } = await owner();
    const inline = { ...demanding(), yaml: demanding().yaml.replace("value: ''", `value: ${canary}`) };
    const planned = await plan([inline], { environment });
    expect(planned.body.data[0]).toMatchObject({
      action: 'refused',
      problems: [expect.stringContaining('SEARCH_KEY')],
    });
    const file = await plan([demanding()], { environment: `kind: environment\nsecrets: {SEARCH_KEY: ${canary}}` });
    expect(file).toMatchObject({ status: 400, body: { code: 'invalid_environment' } });
    expect(planned.text + file.text + (await apply([inline])).text).not.toContain(canary);
  });

  it('refuse what is no document, no environment and no key, and change nothing', async () => {
    const { plan, apply, get } = await owner();
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghij'.split('').map((name, index) => `${name}: &${name} [${`*${'abcdefghi'[index]},`.repeat(9)}]`),
    ].join('\n');
    const bad = [
      'app: [',
      bomb,
      'a: &a [*a]',
      'app: !!js/function x',
      '- 1',
      '__proto__: {a: 1}',
      'kind: rag_pipeline',
    ];
    for (const yaml of bad) {
      expect((await plan([{ file: 'bad.yml', yaml }])).body.data[0]).toMatchObject({ action: 'refused' });
      expect(await apply([greeting('good'), { file: 'bad.yml', yaml }])).toMatchObject({ status: 409 });
      expect(await plan([greeting('good')], { environment: yaml })).toMatchObject({ status: 400 });
    }
    const keyed = (key: string) => ({
      file: 'a.yml',
      yaml: greeting('a').yaml.replace('"name":', `"key": ${JSON.stringify(key)}, "name":`),
    });
    for (const key of ['../x', 'a/b', ' ', '-x', 'x'.repeat(101)]) {
      expect((await plan([keyed(key)])).body.data[0]).toMatchObject({ action: 'refused' });
    }
    expect((await plan([greeting('same'), { ...greeting('x'), file: 'same.yaml' }])).body.data).toMatchObject([
      { action: 'refused' },
      { action: 'refused' },
    ]);
    expect((await plan([{ ...greeting('a'), path: '/etc/passwd' }])).status).toBe(400);
    expect(await get('apps')).toMatchObject({ data: [] });
  });

  it('apply only over the state that the plan told', async () => {
    const { plan, apply, post } = await owner();
    const [made] = (await apply([greeting('raced')])).body.data;
    const changed = { ...greeting('raced'), yaml: greeting('raced').yaml.replace('Hello', 'Moin') };
    const [item] = (await plan([changed])).body.data;
    const expected = { raced: item?.state };
    await post(`apps/${made?.app_id}/publish`, {});
    expect(await apply([changed], { expected })).toMatchObject({ status: 409, body: { code: 'plan_changed' } });
    expect((await plan([greeting('raced')])).body.data[0]).toMatchObject({ action: 'unchanged' });
  });

  it('are made once, however many apply them at the same time', async () => {
    const { apply, get } = await owner();
    const documents = [greeting('race-a'), greeting('race-b')];
    const answers = await Promise.all(Array.from({ length: 6 }, () => apply(documents)));
    const outcomes = answers.flatMap(({ body }) => body.data);
    expect(outcomes.filter(({ error }) => error !== null)).toEqual([]);
    expect(outcomes.filter(({ action, number }) => action === 'create' && number === 1)).toHaveLength(2);
    const { data } = (await get('apps')) as { data: { id: string }[] };
    expect(data).toHaveLength(2);
    for (const { id } of data) expect((await get(`apps/${id}/versions`)).data).toHaveLength(1);
  });

  it('go when they are pruned, never otherwise, and only those that files named', async () => {
    const { apply, plan, get, post } = await owner();
    await post('apps/import', { yaml: greeting('by-hand', 'By hand').yaml });
    await apply([greeting('stays'), greeting('goes')]);
    expect((await plan([greeting('stays')])).body.data.map(({ action }) => action)).toEqual(['unchanged', 'unlisted']);
    await apply([greeting('stays')]);
    expect((await get('apps')).data).toHaveLength(3);
    expect((await apply([greeting('stays')], { prune: true })).body.data).toMatchObject([
      { key: 'stays', action: 'unchanged' },
      { key: 'goes', action: 'delete' },
    ]);
    expect(((await get('apps')).data as { name: string }[]).map(({ name }) => name).sort()).toEqual([
      'By hand',
      'stays',
    ]);
    // It can be brought back, and is made anew or taken over then, never twice.
    expect((await apply([greeting('goes')])).body.data[0]).toMatchObject({ action: 'create' });
  });

  it('are for those who edit apps', async () => {
    const { workspace } = await owner();
    const member = calls(await newMember(platform, 'member', workspace));
    expect(await member.plan([greeting('no')])).toMatchObject({ status: 403 });
    expect(await member.apply([greeting('no')])).toMatchObject({ status: 403 });
    const nobody = testClient(platform.url);
    expect(await nobody.request('/console/api/app-code/plan', { method: 'POST', body: {} })).toMatchObject({
      status: 401,
    });
  });
});
