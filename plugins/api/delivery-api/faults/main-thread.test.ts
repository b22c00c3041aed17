import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, edge, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import { type Route, Routes } from '#http';
import { formType, rawFile, rawForm } from '#http/testing/form.ts';
import { SendingThread, type ThreadBody } from '#http/testing/sending-thread.ts';
import { measureMainThread } from '#kernel/testing/main-thread-work.ts';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import { bodyShapes } from '#plugins/delivery-api/testing/hostile-bodies.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { knowledgeKey } from '#plugins/knowledge-api/testing/knowledge-client.ts';

/** Of a body, where its route says nothing. */
const USUAL = 1_048_576;
/** Largest body that is sent to every route that takes as much; those of runs have a test of their own. */
const LARGE = 8 * USUAL;

let platform: TestPlatform;
let sender: SendingThread;
let knowledge: string;
let apps: { readonly flow: ImportedApp; readonly chat: ImportedApp };

beforeAll(async () => {
  sender = new SendingThread();
  platform = await startPlatform();
  const form = [{ variable: 'any', label: 'Any', type: 'json_object', required: false }];
  const flow = appDocument({
    mode: 'workflow',
    nodes: [node('1', 'start', { variables: form }), node('2', 'end', { outputs: [] })],
    edges: chain('1', '2'),
  });
  const chat = appDocument({
    mode: 'advanced-chat',
    nodes: [node('1', 'start', { variables: [] }), node('2', 'answer', { answer: 'Hi' })],
    edges: chain('1', '2'),
  });
  apps = { flow: await platform.importApp(flow), chat: await platform.importApp(chat) };
  knowledge = await knowledgeKey(platform, platform.workspaceId);
}, 180_000);
afterAll(async () => {
  await sender.close();
  await platform.dispose();
});

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly body?: ThreadBody;
  readonly type?: string;
  readonly key?: string;
}

const nothing: ThreadBody = Buffer.alloc(0);

/** The first round is not measured: what is compiled meanwhile is not work over contents. */
async function longestOf(requests: (round: number) => readonly Sent[]) {
  const first = requests(0);
  let round = 0;
  let sent: readonly Sent[] = [];
  const sendAll = async (each: readonly Sent[]) => {
    const statuses: number[] = [];
    for (const { path, method = 'POST', body = nothing, type = 'application/json', key } of each) {
      const headers = {
        authorization: `Bearer ${key ?? platform.token}`,
        ...(body !== nothing && { 'content-type': type }),
      };
      const { status } = await sender.send(platform.url + path, { method, headers, body });
      statuses.push(status);
    }
    return statuses;
  };
  await sendAll(first);
  const next = async () => {
    round += 1;
    sent = requests(round);
  };
  return measureMainThread(() => sendAll(sent), next);
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const hostile = new URL('../testing/hostile-bodies.ts', import.meta.url).href;
const id = '0190a000-0000-7000-8000-000000000000';

function keyFor({ path, access }: Route): string {
  if (!path.startsWith('/v1/')) return platform.token;
  if (access.authenticator === DatasetKeyAccess.authenticator) return knowledge;
  return /^\/v1\/(?:workflow|batches)/.test(path) ? apps.flow.key : apps.chat.key;
}

/** Writing YAML of 36,000 members is one piece of 80 ms; nobody's nodes have as many. */
const exempted = 'drafts.write-clip';

/** Routes that read a body, which is no form with files. */
function takingJson(): Route[] {
  const all = platform.kernel.contributions(Routes).all();
  return all.filter((each) => each.body !== undefined && (each.bodyType ?? 'json') === 'json' && each.id !== exempted);
}

describe('the main thread while every route is sent the largest body it takes', () => {
  it.each(bodyShapes)('has no long task: %s', { timeout: 240_000 }, async (shape) => {
    expect(takingJson().length).toBeGreaterThan(100);
    const requests = takingJson().map((route) => ({
      path: route.path.replaceAll(/:\w+/g, id),
      method: route.method,
      body: { module: hostile, with: [route.body, shape, Math.min(route.bodyLimit ?? USUAL, LARGE)] },
      key: keyFor(route),
    }));
    const { longest, limit, where, result } = await longestOf((round) =>
      round === 0 && shape !== bodyShapes[0] ? [] : requests,
    );
    expect(result).not.toContain(0);
    expect(longest, where.join('\n')).toBeLessThan(limit);
  });
});

/** Values of runs, as JSON; most of what one request may bring. */
const values: Readonly<Record<string, () => string>> = {
  'escapes of 12 million bytes': () => `"${'\\u4e2d'.repeat(2_000_000)}"`,
  'quotes of 7 million bytes': () => `"${'\\"'.repeat(3_500_000)}"`,
  'blanks before them': () => `${' '.repeat(12_000_000)}1`,
  '39,000 members': () => `{${Array.from({ length: 39_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
  '95,000 lists': () => `[${'[],'.repeat(79_000)}1]`,
  'numbers of 4,300 digits': () => `[${`${'7'.repeat(4_300)},`.repeat(49)}1]`,
  'a number of millions of digits': () => '7'.repeat(8_000_000),
};

describe('the main thread while a run is given', () => {
  it.each(Object.entries(values))('%s: has no long task', { timeout: 120_000 }, async (_, value) => {
    const body = Buffer.from(`{"user":"u1","response_mode":"blocking","inputs":{"any":{"a":${value()}}}}`);
    const { longest, limit, where } = await longestOf(() => [{ path: '/v1/workflows/run', body, key: apps.flow.key }]);
    expect(longest, where.join('\n')).toBeLessThan(limit);
  });
});

/** Files with rows, and their types. */
const tables: Readonly<Record<string, () => readonly [string, string, string | Buffer]>> = {
  '700,000 columns': () => ['a.csv', 'text/csv', `${'c,'.repeat(700_000)}\n${'x,'.repeat(700_000)}`],
  '900,000 empty cells': () => ['a.csv', 'text/csv', `any${','.repeat(449)}\n${`${','.repeat(449)}\n`.repeat(2_000)}`],
  'millions of numbers': () => ['a.json', 'application/json', `[${'1,'.repeat(4_500_000)}1]`],
  'brackets only': () => ['a.json', 'application/json', '['.repeat(4_000_000)],
  'one number': () => ['a.json', 'application/json', `[${'7'.repeat(9_000_000)}]`],
  'no UTF-8': () => ['a.json', 'application/json', Buffer.from(`[{"any":"${'é'.repeat(9_000_000)}"}]`, 'latin1')],
};

describe('the main thread while a table is read', () => {
  it.each(Object.entries(tables))('of %s: has no long task', { timeout: 120_000 }, async (_, table) => {
    const [name, type, content] = table();
    const parts = [
      { headers: ['Content-Disposition: form-data; name="user"'], content: 'u1' },
      rawFile(`name="file"; filename="${name}"`, content, type),
    ];
    const { longest, limit, where } = await longestOf(() => [
      { path: '/v1/batches/preview', body: rawForm(parts), type: formType, key: apps.flow.key },
    ]);
    expect(longest, where.join('\n')).toBeLessThan(limit);
  });

  it.each(['\n', ',', 'a,b\n'])('of annotations, only %j: has no long task', { timeout: 120_000 }, async (piece) => {
    const csv = `question,answer\n${piece.repeat(2_000_000 / piece.length)}`;
    const path = `/console/api/apps/${apps.chat.appId}/annotations/import`;
    const { longest, limit, where } = await longestOf(() => [{ path, body: json({ csv }) }]);
    expect(longest, where.join('\n')).toBeLessThan(limit);
  });
});

describe('the main thread while tools are made of an OpenAPI document of 10 MB', () => {
  it('has no long task', { timeout: 120_000 }, async () => {
    const text = { type: 'string', description: 'What it is about, told at length for models.' };
    const properties = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`p${index}`, text]));
    const content = { 'application/json': { schema: { type: 'object', properties } } };
    const get = (index: number) => ({ operationId: `get${index}`, responses: { 200: { description: 'ok', content } } });
    const paths = Object.fromEntries(Array.from({ length: 1_900 }, (_, index) => [`/${index}`, { get: get(index) }]));
    const document = JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'Large' },
      servers: [{ url: 'https://example.com' }],
      paths,
    });
    expect(document.length).toBeGreaterThan(9_000_000);
    const { longest, limit, where, result } = await longestOf((round) => [
      { path: '/console/api/custom-tools/preview', body: json({ document }) },
      { path: '/console/api/custom-tools', body: json({ document, name: `Large ${round}` }) },
      { path: '/console/api/custom-tools', method: 'GET' },
    ]);
    expect(result).toEqual([200, 201, 200]);
    expect(longest, where.join('\n')).toBeLessThan(limit);
  });
});

/** Drafts larger than what people draw. */
const drafts: Readonly<Record<string, () => string>> = {
  '3,000 notes': () => {
    const document = JSON.parse(greetingWorkflow());
    const note = JSON.stringify({ root: { children: [{ text: 'n'.repeat(500) }], type: 'root' } });
    const data = { type: '', title: '', text: note, theme: 'blue', width: 240, height: 80 };
    const notes = Array.from({ length: 3_000 }, (_, at) => ({
      id: `n${at}`,
      type: 'custom-note',
      position: { x: 0, y: 0 },
      data,
    }));
    document.workflow.graph.nodes.push(...notes);
    return JSON.stringify(document);
  },
  '2,000 nodes side by side': () => {
    const ids = Array.from({ length: 2_000 }, (_, at) => `n${at}`);
    const variables = [{ variable: 'name', value_selector: ['s', 'name'] }];
    const nodes = ids.map((each) => node(each, 'template-transform', { template: 'Hello {{ name }}', variables }));
    const start = node('s', 'start', { variables: [{ variable: 'name', label: 'N', type: 'text-input' }] });
    const edges = ids.flatMap((each) => [edge('s', each), edge(each, 'e')]);
    return appDocument({ mode: 'workflow', nodes: [start, ...nodes, node('e', 'end', { outputs: [] })], edges });
  },
};

describe('the main thread while a draft is imported, edited and published', () => {
  it.each(Object.entries(drafts))('of %s: has no long task', { timeout: 240_000 }, async (_, draft) => {
    const yaml = draft();
    const { appId } = await platform.importApp(greetingWorkflow());
    const app = `/console/api/apps/${appId}`;
    const { longest, limit, where, result } = await longestOf(() => [
      { path: '/console/api/apps/import/plan', body: json({ yaml }) },
      { path: `${app}/draft`, method: 'PUT', body: json({ yaml, hash: null }) },
      { path: `${app}/draft`, method: 'GET' },
      { path: `${app}/draft/tree`, method: 'GET' },
      { path: `${app}/publish`, body: json({}) },
      { path: `${app}/changes`, method: 'GET' },
    ]);
    expect(result).toEqual([200, 200, 200, 200, 200, 200]);
    expect(longest, where.join('\n')).toBeLessThan(limit);
    const operations = Array.from({ length: 2_000 }, (_, at) => ({
      path: ['workflow', 'graph', 'nodes', { id: `n${at}` }, 'position', 'x'],
      set: at,
    }));
    let change = {};
    const edited = await measureMainThread(
      () =>
        sender.send(`${platform.url}${app}/draft/tree`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' },
          body: json(change),
        }),
      async () => {
        const { body } = await platform.management.request(`${app}/draft`);
        change = { base: (body as { hash: string }).hash, client_id: 'c1', operations };
      },
    );
    expect(edited.result.status).toBe(200);
    expect(edited.longest, edited.where.join('\n')).toBeLessThan(edited.limit);
  });
});
