import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NodeTypes } from '#engine';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { rowsWith } from '#plugins/database/testing/rows-with.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import type { AppTables } from './tables.ts';

let platform: TestPlatform;
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  // Says what it was sent: whatever a run keeps of an answer may hold a credential.
  server = await startServer((request, response) => response.end(JSON.stringify(request.headers)));
  platform = await startPlatform({ env: { WEFT_EGRESS_ALLOW: '127.0.0.1' } });
});
afterAll(async () => {
  await platform.dispose();
  await server[Symbol.asyncDispose]();
});

/** In every text that is typed as a secret, so that one look finds any. */
const CANARY = 'canary';

/** Settings with something typed at every secret place, by type: one for each type that has such a place. */
const typed: Readonly<Record<string, (text: string) => object>> = {
  'http-request': (text) => ({
    ...{ method: 'get', url: server.url, headers: '', params: '', body: { type: 'none', data: [] } },
    authorization: { type: 'api-key', config: { type: 'custom', header: 'X-Key', api_key: text } },
  }),
};

const http = (text: string, config: object = {}) => {
  const settings = typed['http-request']?.(text) as { authorization: { config: object } };
  return { ...settings, authorization: { type: 'api-key', config: { ...settings.authorization.config, ...config } } };
};

const TEXTS = ['1-custom', '2-bearer', '3:basic', '4-beside'].map((text) => `${CANARY}-${text}`);

function document(texts: readonly string[] = TEXTS): string {
  const [custom = '', bearer = '', basic = '', beside = ''] = texts;
  return appDocument({
    mode: 'workflow',
    name: 'Caller',
    environmentVariables: [{ name: 'token', value_type: 'secret', value: 'of-the-environment' }],
    nodes: [
      node('1', 'start', { variables: [{ variable: 'user', label: 'u', type: 'text-input', required: false }] }),
      node('custom', 'http-request', http(custom)),
      node('bearer', 'http-request', http(bearer, { type: 'bearer' })),
      node('basic', 'http-request', http(basic, { type: 'basic' })),
      node('mixed', 'http-request', http(`Token {{#env.token#}}-${beside}-{{#1.user#}}`)),
      node('env', 'http-request', http('{{#env.token#}}')),
      node('end', 'end', { outputs: [{ variable: 'seen', value_selector: ['custom', 'body'] }] }),
    ],
    edges: chain('1', 'custom', 'bearer', 'basic', 'mixed', 'env', 'end'),
  });
}

const send = (path: string, method = 'GET', body?: object) =>
  platform.management.request(`/console/api${path}`, { method, ...(body !== undefined && { body }) });
interface Draft {
  readonly tree: { workflow: { graph: { nodes: { id: string; data: { authorization: { config: Config } } }[] } } };
  readonly hash: string;
  readonly problems: readonly { node_id: string; field: string; is_refused: boolean; message: string }[];
}
interface Config {
  readonly api_key: string;
}
const draftOf = async (appId: string) => (await send(`/apps/${appId}/draft/tree`)).body as Draft;
const keyOf = (draft: Draft, id: string) =>
  draft.tree.workflow.graph.nodes.find((each) => each.id === id)?.data.authorization.config.api_key ?? '';
const keyPath = (id: string) => ['workflow', 'graph', 'nodes', { id }, 'data', 'authorization', 'config', 'api_key'];
const change = async (appId: string, operations: readonly object[], base?: string) =>
  send(`/apps/${appId}/draft/tree`, 'PATCH', {
    ...{ base: base ?? (await draftOf(appId)).hash, client_id: 'a', operations },
  });
const run = async (appId: string) => {
  const answer = await send(`/apps/${appId}/draft/run`, 'POST', { inputs: { user: 'ada' } });
  return answer.body as { workflow_run_id: string; data: { status: string; error: string } };
};
/** What the server was sent by the last run, node by node. */
const sent = () => server.seen.slice(-5).map(({ headers }) => headers['x-key'] ?? headers.authorization);

const SENT = [
  TEXTS[0],
  `Bearer ${TEXTS[1]}`,
  `Basic ${Buffer.from(TEXTS[2] ?? '').toString('base64')}`,
  `Token of-the-environment-${TEXTS[3]}-ada`,
  'of-the-environment',
];

/** Tables in which the text lies open. */
const tablesWith = (text: string) => rowsWith(platform.kernel.resolve(Database), text);

describe('what is typed into nodes as a credential', () => {
  it('has a sample here of every type of node that has such places', () => {
    const types = platform.kernel
      .contributions(NodeTypes)
      .all()
      .filter((type) => type.document?.mapSecrets !== undefined);
    expect(types.length).toBeGreaterThan(0);
    for (const { type, document: known } of types) {
      const texts: string[] = [];
      known?.mapSecrets?.({ type, ...typed[type]?.('typed') }, (text) => {
        texts.push(text);
        return text;
      });
      expect(texts, type).toContain('typed');
    }
  });

  it('attack T11: is sent by runs, and lies open in no answer and in no row', async () => {
    const { appId } = await platform.importApp(document());
    const { workflow_run_id: runId, data } = await run(appId);
    expect(data).toMatchObject({ status: 'succeeded' });
    expect(sent()).toEqual(SENT);
    const draft = await draftOf(appId);
    expect(draft.problems.filter((problem) => problem.is_refused)).toEqual([]);
    expect(keyOf(draft, 'env')).toBe('{{#env.token#}}');
    expect(keyOf(draft, 'mixed')).toMatch(
      /^Token \{\{#env\.token#\}\}\[__HIDDEN__:hidden_[0-9a-f]{16}\]\{\{#1\.user#\}\}$/,
    );
    // Changed by place, published again, copied, restored and run alone.
    const changed = await change(appId, [
      {
        path: ['workflow', 'graph', 'nodes', { id: 'custom' }, 'data'],
        set: { type: 'http-request', ...http(`${CANARY}-5`) },
      },
      { path: ['workflow', 'graph', 'nodes', '-'], insert: node('copy', 'http-request', http(`${CANARY}-6`)) },
    ]);
    // An editor puts these marks in place of what was typed.
    const now = await draftOf(appId);
    const marks = ['custom', 'copy'].map((id) => ({ path: keyPath(id), set: keyOf(now, id) }));
    expect(changed.body).toMatchObject({ hidden: marks });
    expect(marks[0]?.set).toMatch(/^\[__HIDDEN__:hidden_/);
    expect(changed.text).not.toContain(CANARY);
    await send(`/apps/${appId}/publish`, 'POST', { name: 'Second' });
    const versions = ((await send(`/apps/${appId}/versions`)).body as { data: { id: string }[] }).data;
    const copy = (await send(`/apps/${appId}/duplicate`, 'POST', {})).body as { app?: { id: string }; id?: string };
    const copyId = copy.app?.id ?? copy.id ?? '';
    const alone = await send(`/apps/${appId}/draft/nodes/custom/run`, 'POST', { values: {} });
    expect(alone.status, alone.text).toBe(200);
    expect(server.seen.at(-1)?.headers['x-key']).toBe(`${CANARY}-5`);
    const shown = [
      ...['draft', 'draft/tree', 'code', 'export', 'tree', 'versions', 'changes', 'draft/nodes', 'draft/pins'].map(
        (rest) => `/apps/${appId}/${rest}`,
      ),
      ...[appId, copyId].map((id) => `/apps/${id}/tree?of=draft`),
      `/apps/${copyId}/draft`,
      `/apps/${copyId}/export`,
      `/apps/${appId}/draft/changes?since=${draft.hash}`,
      `/apps/${appId}/changes?from=${versions.at(-1)?.id}&to=draft`,
      ...versions.flatMap(({ id }) => [`/apps/${appId}/versions/${id}/export`, `/apps/${appId}/tree?of=${id}`]),
      ...['', '/graph', '/nodes?values=true', '/events'].map((rest) => `/runs/${runId}${rest}`),
      '/audit?limit=100',
    ];
    for (const path of shown) {
      const answer = await send(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text, path).not.toContain(CANARY);
    }
    const told = (await send(`/apps/${appId}/draft/changes?since=${draft.hash}`)).body as {
      changes: { operations: object[] }[];
    };
    expect(told.changes[0]?.operations).toHaveLength(2);
    await send(`/apps/${appId}/versions/${versions.at(-1)?.id}/restore`, 'POST', {});
    expect((await run(appId)).data.status).toBe('succeeded');
    expect(sent()).toEqual(SENT);
    expect(await tablesWith(CANARY)).toEqual([]);
    expect(
      await tablesWith(
        Buffer.from(TEXTS[2] ?? '')
          .toString('base64')
          .slice(0, 12),
      ),
    ).toEqual([]);
    // Who may read secrets gets the document as it was written.
    const open = await send(`/apps/${appId}/export-with-secrets`, 'POST', {});
    for (const text of TEXTS) expect(open.text).toContain(text);
    expect(open.text).not.toContain('__HIDDEN__');
    expect(platform.log.map((line) => JSON.stringify(line)).join('\n')).not.toContain(CANARY);
  });

  it('attack T11: is no part of what a failed run tells', async () => {
    const text = `${CANARY}-failing`;
    const yaml = document()
      .replaceAll(server.url, 'http://127.0.0.1:1/')
      .replaceAll(TEXTS[0] ?? '', text);
    const { appId } = await platform.importApp(yaml);
    const { workflow_run_id: runId, data } = await run(appId);
    expect(data.status).toBe('failed');
    for (const rest of ['', '/nodes?values=true', '/events']) {
      expect((await send(`/runs/${runId}${rest}`)).text).not.toContain(CANARY);
    }
    expect(await tablesWith(text)).toEqual([]);
  });

  it('stays when the document is saved as it was shown, and is what somebody types', async () => {
    const { appId } = await platform.importApp(document());
    for (const read of [
      async () => ((await send(`/apps/${appId}/draft`)).body as { yaml: string }).yaml,
      async () => ((await send(`/apps/${appId}/code`)).body as { document: string }).document,
    ]) {
      const saved = await send(`/apps/${appId}/draft`, 'PUT', { yaml: await read(), hash: null });
      expect(saved.status, saved.text).toBe(200);
      await run(appId);
      expect(sent()).toEqual(SENT);
    }
    await change(appId, [{ path: keyPath('custom'), set: `${CANARY}-new` }]);
    await run(appId);
    expect(sent()[0]).toBe(`${CANARY}-new`);
  });

  it('goes along with a copy of its node, and comes back when its removal is taken back', async () => {
    const { appId } = await platform.importApp(document());
    const draft = await draftOf(appId);
    const own = draft.tree.workflow.graph.nodes.find(({ id }) => id === 'custom') ?? { data: {} };
    await change(appId, [{ path: ['workflow', 'graph', 'nodes', { id: 'env' }, 'data'], set: own.data }]);
    await run(appId);
    expect(sent()[4]).toBe(TEXTS[0]);
    await change(appId, [
      { path: keyPath('custom'), set: '' },
      { path: keyPath('env'), set: '' },
    ]);
    await change(appId, [{ path: keyPath('custom'), set: keyOf(draft, 'custom') }]);
    const { body } = await change(appId, [{ path: keyPath('env'), set: '{{#env.token#}}' }]);
    expect((body as Draft).problems.filter((problem) => problem.is_refused)).toEqual([]);
    await run(appId);
    expect(sent()).toEqual(SENT);
  });

  it('comes back with the draft when a version took its place and that is taken back', async () => {
    const { appId } = await platform.importApp(document());
    const [version] = ((await send(`/apps/${appId}/versions`)).body as { data: { id: string }[] }).data;
    await change(appId, [{ path: keyPath('custom'), set: `${CANARY}-of-the-draft` }]);
    const { yaml } = (await send(`/apps/${appId}/draft`)).body as { yaml: string };
    await send(`/apps/${appId}/versions/${version?.id}/restore`, 'POST', {});
    await run(appId);
    expect(sent()).toEqual(SENT);
    await send(`/apps/${appId}/draft`, 'PUT', { yaml, hash: null });
    await run(appId);
    expect(sent()[0]).toBe(`${CANARY}-of-the-draft`);
  });

  it('moves to a secret variable by its mark, without being shown', async () => {
    const { appId } = await platform.importApp(document());
    const draft = await draftOf(appId);
    const variable = { id: 'v', name: 'moved', value_type: 'secret', value: keyOf(draft, 'custom'), description: '' };
    const path = ['workflow', 'environment_variables', '-'];
    await change(appId, [
      { path, insert: variable },
      { path: keyPath('custom'), set: '{{#env.moved#}}' },
    ]);
    expect(keyOf(await draftOf(appId), 'custom')).toBe('{{#env.moved#}}');
    await run(appId);
    expect(sent()).toEqual(SENT);
    expect((await send(`/apps/${appId}/draft`)).text).not.toContain(CANARY);
  });

  it('attack T11: means nothing in another app, and says so where it is pasted', async () => {
    const { appId } = await platform.importApp(document());
    const mark = keyOf(await draftOf(appId), 'custom');
    const other = await platform.importApp(document([mark, 'own-text-2', 'own-text-3', 'own-text-4']), {
      publish: false,
    });
    const lost = (await draftOf(other.appId)).problems.filter((problem) => problem.is_refused);
    expect(lost).toMatchObject([{ node_id: 'custom', field: 'authorization.config.api_key' }]);
    expect(lost[0]?.message).toContain('Type it again');
    const published = await send(`/apps/${other.appId}/publish`, 'POST', {});
    expect([published.status, published.text]).toEqual([400, expect.stringContaining('Type it again')]);
    const open = await send(`/apps/${other.appId}/export-with-secrets`, 'POST', {});
    expect(open.text).not.toContain(CANARY);
    // Nor as the value of a variable, nor as a name that is none of the document's.
    const name = mark.slice('[__HIDDEN__:'.length, -1);
    const variable = { name, value_type: 'secret', value: mark, description: '', id: 'v' };
    await change(other.appId, [{ path: ['workflow', 'environment_variables', '-'], insert: variable }]);
    expect((await send(`/apps/${other.appId}/export-with-secrets`, 'POST', {})).text).not.toContain(CANARY);
  });

  it('attack T11: is given to no template that names it after its node has lost it', async () => {
    const { appId } = await platform.importApp(document());
    const name = keyOf(await draftOf(appId), 'custom').slice('[__HIDDEN__:'.length, -1);
    await change(appId, [
      { path: keyPath('custom'), set: '{{#env.token#}}' },
      { path: ['workflow', 'graph', 'nodes', { id: 'env' }, 'data', 'url'], set: `${server.url}/{{#env.${name}#}}` },
    ]);
    await run(appId);
    expect(server.seen.at(-1)?.url).not.toContain(CANARY);
  });

  it('attack T01: is not for members who may not edit', async () => {
    const { appId } = await platform.importApp(document());
    const member = await newMember(platform, 'member', platform.workspaceId);
    const paths = ['draft', 'draft/tree', 'code', 'tree', 'export', 'versions', 'changes'];
    for (const rest of paths) {
      const answer = await member.client.request(`/console/api/apps/${appId}/${rest}`);
      expect([rest, answer.status]).toEqual([rest, 403]);
    }
  });

  it('is sealed at the next start where it lies open in rows from before', async () => {
    const { appId, key } = await platform.importApp(document());
    const db = platform.kernel.resolve(Database).system<AppTables>();
    const clear = JSON.stringify(JSON.parse(document().replaceAll(CANARY, 'old-canary')));
    await db.updateTable('apps').set({ draft: clear, is_sealed: false }).where('id', '=', appId).execute();
    await db
      .updateTable('app_versions')
      .set({ document: clear, is_sealed: false })
      .where('app_id', '=', appId)
      .execute();
    // Until then it is read as if it were.
    for (const rest of ['draft', 'draft/tree', 'code', 'export', 'tree?of=published']) {
      expect((await send(`/apps/${appId}/${rest}`)).text, rest).not.toContain('old-canary');
    }
    const mark = keyOf(await draftOf(appId), 'custom');
    await platform.kernel.reload('apps');
    await expect.poll(() => tablesWith('old-canary')).toEqual([]);
    expect(keyOf(await draftOf(appId), 'custom')).toBe(mark);
    const old = SENT.map((text) => text?.replace(CANARY, 'old-canary'));
    old[2] = `Basic ${Buffer.from(TEXTS[2]?.replace(CANARY, 'old-canary') ?? '').toString('base64')}`;
    await run(appId);
    expect(sent()).toEqual(old);
    await platform.post(key, '/v1/workflows/run', { inputs: { user: 'ada' }, user: 'u', response_mode: 'blocking' });
    expect(sent()).toEqual(old);
  });
});
