import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

interface Clip {
  readonly nodes: readonly { readonly id: string; readonly data: Readonly<Record<string, unknown>> }[];
  readonly edges: readonly { readonly source: string; readonly target: string }[];
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const post = (path: string, body: object) =>
  platform.management.request(`/console/api/node-clips/${path}`, { method: 'POST', body });
const read = (yaml: string) => post('read', { yaml });

describe('copied nodes', () => {
  it('are written as YAML, and read again as they were', async () => {
    const nodes = [
      {
        id: '1',
        type: 'custom',
        position: { x: 1, y: -2.5 },
        data: { type: 'code', title: 'One', code: 'a: b\n# c\n' },
      },
      { id: '2', parentId: '1', data: { type: 'template-transform', template: '{{ yes }}', version: '1', on: 'no' } },
    ];
    const edges = [{ id: 'e', source: '1', sourceHandle: 'source', target: '2' }];
    const { status, body } = await post('write', { nodes, edges });
    expect(status).toBe(200);
    const { yaml } = body as { yaml: string };
    expect(yaml).toMatch(/^kind: nodes$/m);
    expect(yaml).not.toContain('{"');
    expect((await read(yaml)).body).toEqual({ nodes, edges });
  });

  it('keep their numbers as they were written', async () => {
    const exact = '{"nodes":[{"id":"1","data":{"type":"code","size":2.0,"seed":98765432109876543210}}],"edges":[]}';
    const headers = { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' };
    const send = (path: string, body: string) =>
      fetch(`${platform.url}/console/api/node-clips/${path}`, { method: 'POST', headers, body });
    const { yaml } = (await (await send('write', exact)).json()) as { yaml: string };
    expect(await (await send('read', JSON.stringify({ yaml }))).text()).toContain(
      '"size":2.0,"seed":98765432109876543210',
    );
  });

  it('are read of JSON, and of the document of an app', async () => {
    const clip = { workflow: { graph: { nodes: [{ id: 'a', data: { type: 'end' } }], edges: [] } } };
    expect(await read(JSON.stringify(clip))).toMatchObject({ status: 200, body: { nodes: [{ id: 'a' }], edges: [] } });
    const whole = (await read(greetingWorkflow())).body as Clip;
    expect(whole.nodes.map(({ data }) => data.type)).toContain('start');
    expect(whole.edges.length).toBeGreaterThan(0);
  });

  it.each(['hello', '- a\n- b', 'workflow: 7', 'workflow: {graph: {nodes: []}}', 'a: [', 'nodes: [{id: 1, data: {}}]'])(
    'are not found in other texts: %s',
    async (text) => {
      expect(await read(text)).toMatchObject({ status: 400, body: { code: 'no_nodes' } });
    },
  );

  it('attack T10: have no keys that reach prototypes, no loops, and only edges between themselves', async () => {
    const graph = `nodes: [{id: __proto__, data: {type: code}}, 7, {id: x}, {data: {}}]
    edges: [{source: __proto__, target: __proto__}, {source: __proto__, target: gone}]`;
    const { status, body } = await read(`workflow:\n  graph:\n    ${graph}`);
    expect(status).toBe(200);
    expect((body as Clip).nodes.map(({ id }) => id)).toEqual(['__proto__']);
    expect((body as Clip).edges).toHaveLength(1);
    const looped = 'workflow: {graph: {nodes: [&a {id: x, data: {again: *a}}]}}';
    expect((await read(looped)).status).toBe(400);
    expect(({} as { type?: string }).type).toBeUndefined();
  });
});
