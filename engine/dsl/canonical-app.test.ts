import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Float, fromJson, isMapping, toJson } from '#engine/run/values/value.ts';
import { readEnvironment } from '#kernel';
import { caught } from './testing/caught.ts';
import { documentsWith } from './testing/node-types.ts';
import { listAt, type Mapping, mappingAt } from './tree.ts';

/** The samples beside this test, and a folder of real documents when `WEFT_CORPUS` names one. */
const folders = [join(import.meta.dirname, 'samples'), readEnvironment().WEFT_CORPUS].filter(
  (folder) => folder !== undefined && existsSync(folder),
);
const files = folders.flatMap((folder) =>
  readdirSync(folder ?? '')
    .filter((name) => name.endsWith('.yml'))
    .map((name) => ({ name, text: readFileSync(join(folder ?? '', name), 'utf8') })),
);
const documents = documentsWith();

const graphOf = (tree: string) => mappingAt(mappingAt(fromJson(tree), 'workflow'), 'graph');

/** A tree as another editor would have saved it: lists and keys in another order, all of it drawn elsewhere. */
function shuffled(text: string): string {
  const tree = fromJson(text) as Mapping;
  const workflow = mappingAt(tree, 'workflow');
  const graph = mappingAt(workflow, 'graph');
  if (!Array.isArray(graph.nodes)) return toJson(Object.fromEntries(Object.entries(tree).reverse()));
  const nodes = graph.nodes.map((node, index) =>
    isMapping(node)
      ? { ...Object.fromEntries(Object.entries(node).reverse()), position: { x: index, y: -index }, selected: true }
      : node,
  );
  const edges = listAt(graph, 'edges').map((edge, index) =>
    isMapping(edge) ? { ...edge, id: `edge-${index}` } : edge,
  );
  const moved = { viewport: { zoom: 3, x: 1, y: 2 }, edges: edges.reverse(), nodes: nodes.reverse() };
  return toJson({ ...tree, workflow: { ...workflow, graph: { ...graph, ...moved } } });
}

/** What callers get of a tree, or why they get nothing. */
function meaning(tree: string): unknown {
  const result = caught(() => documents.compile(tree));
  // Of several nodes with one id any may be the one that is named.
  if (result instanceof Error)
    return result.message
      .replaceAll(/, one of them '[^']*'| \(workflow\.[^)]*\)/g, '')
      .split('\n')
      .sort();
  const compiled = documents.compile(tree);
  const graph = fromJson(compiled.graph.text) as { nodes: { id: string }[]; edges: object[] };
  const bySort = (list: readonly object[]) => list.map((item) => toJson(item)).sort();
  return { roots: bySort(compiled.roots), ids: graph.nodes.map(({ id }) => id).sort(), edges: bySort(graph.edges) };
}

describe('canonical documents', () => {
  for (const { name, text } of files.filter((file) => !/^kind: rag_pipeline$/m.test(file.text))) {
    it(`${name}: comes back as the same bytes, drawn as it was, and means the same`, () => {
      const { tree } = documents.parse(text);
      const first = documents.canonical(tree);
      const read = documents.parse(first.document).tree;
      const again = documents.drawn(read, { layout: first.layout });
      const second = documents.canonical(again);
      expect(second.document).toBe(first.document);
      expect(documents.canonical(read).document).toBe(first.document);
      expect(meaning(again)).toEqual(meaning(tree));
      const exported = documents.parse(documents.export(tree, { secrets: false })).tree;
      const changes = documents.compare(exported, again).filter(({ part, fields }) => !isKept(part, fields));
      if (!name.startsWith('neg-')) expect(changes).toEqual([]);
      const drawn = documents.drawn(tree, {});
      expect(second.layout).toBe(documents.canonical(drawn).layout);
      for (const key of ['nodes', 'edges']) {
        // Two edges between the same handles are one.
        expect(listAt(graphOf(again), key).length).toBe(
          key === 'nodes' ? listAt(graphOf(tree), key).length : listAt(graphOf(read), key).length,
        );
      }
    });

    it(`${name}: neither the order nor the place of things on the screen makes a difference`, () => {
      const { tree } = documents.parse(text);
      expect(documents.canonical(shuffled(tree)).document).toBe(documents.canonical(tree).document);
    });
  }
});

/** What an export resets and a canonical document keeps, or leaves out: settings of triggers. */
function isKept(part: string, fields: readonly { readonly path: string }[]): boolean {
  const ofTriggers = /^(config|webhook_url|webhook_debug_url|subscription_id)/;
  return part === 'node' && fields.every(({ path }) => ofTriggers.test(path));
}

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8');

describe('drafts made of canonical documents', () => {
  const chores = documents.parse(sample('approval-workflow.yml')).tree;

  it('have only what draws from a layout, wherever it stands in one', () => {
    const plain = documents.canonical(chores);
    const bad = [
      'kind: layout',
      'nodes:',
      '  list:',
      '    position: {x: 7, y: 8, data: {code: stolen}}',
      '    type: custom-note',
      '    parentId: each',
      '    data: {code: return 1, selected: true, type: answer}',
      '  nobody: {position: {x: 1, y: 1}}',
      'edges:',
      '  start -> list: {source: nobody, target: nobody, sourceHandle: x, id: own}',
      'workflow: {graph: {nodes: []}}',
    ].join('\n');
    const drawn = documents.drawn(documents.parse(plain.document).tree, { layout: bad });
    expect(documents.canonical(drawn).document).toBe(plain.document);
    expect(drawn).not.toContain('stolen');
    expect(drawn).toContain('"own"');
  });

  it('refuse a layout that is none', () => {
    for (const layout of ['kind: app', '- 1', 'a: &a [*a]', '&a [1]\n---\n2', 'kind: !!js/function x']) {
      expect(caught(() => documents.drawn(chores, { layout }))).toMatchObject({ code: 'engine.invalid_document' });
    }
  });

  it('stay where the draft before had them, and new nodes get a place', () => {
    const { document } = documents.canonical(chores);
    const drawn = documents.drawn(documents.parse(document).tree, { current: chores });
    expect(documents.canonical(drawn).layout).toBe(documents.canonical(documents.drawn(chores, {})).layout);
    const alone = graphOf(documents.drawn(documents.parse(document).tree, {}));
    const places = listAt(alone, 'nodes').map(
      (node) => `${toJson(mappingAt(node, 'position'))}${mappingAt(node, 'data').isInIteration}`,
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it('keep the credentials that were chosen in the draft before, while the same provider is asked', () => {
    const tool = (extra: object) =>
      toJson({
        app: { name: 'T', mode: 'workflow' },
        workflow: {
          graph: { nodes: [{ id: 't', data: { type: 'tool', title: 'T', provider_id: 'a', ...extra } }], edges: [] },
        },
      });
    const current = tool({ credential_id: 'chosen' });
    expect(documents.canonical(current).document).not.toContain('chosen');
    expect(documents.drawn(tool({}), { current })).toContain('"credential_id":"chosen"');
    expect(documents.drawn(tool({ provider_id: 'b' }), { current })).not.toContain('chosen');
  });

  it('keep the order of keys where it means something, and number kinds everywhere', () => {
    const document = (schema: object, data: object) =>
      documents.canonical(
        toJson({
          app: { mode: 'workflow', name: 'S' },
          workflow: { graph: { nodes: [{ id: 'n', data: { type: 'llm', ...data, structured_output: { schema } } }] } },
        }),
      ).document;
    const [reason, answer] = [{ reason: { type: 'string' } }, { answer: { type: 'string' } }];
    expect(document({ properties: { ...reason, ...answer } }, {})).not.toBe(
      document({ properties: { ...answer, ...reason } }, {}),
    );
    expect(document({}, { b: 1, a: 2 })).toBe(document({}, { a: 2, b: 1 }));
    expect(document({}, { a: new Float(1) })).toContain('a: 1.0\n');
  });

  it('read from the start to the end', () => {
    const { document } = documents.canonical(chores);
    expect(document.match(/^ {4}- id: .*|^ {4}- source: .*/gm)?.map((line) => line.slice(6))).toEqual([
      ...['id: start', 'id: list', 'id: each', 'id: eachstart', 'id: line', 'id: ask', 'id: given', 'id: kept'],
      ...['source: start', 'source: list', 'source: each', 'source: eachstart', 'source: ask', 'source: ask'],
    ]);
    expect(document).not.toMatch(/position|viewport|selected|targetHandle|sourceType/);
  });
});
