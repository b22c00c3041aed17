import { describe, expect, it } from 'vitest';
import type { PathStep } from '#engine';
import { fromJson } from '#engine/run/values/value.ts';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { caught } from './testing/caught.ts';
import { documentsWith } from './testing/node-types.ts';

const documents = documentsWith();
const nodes = [node('1', 'start', { variables: [] }), node('2', 'end', { outputs: [] })];
const { tree } = documents.parse(appDocument({ mode: 'workflow', nodes, edges: chain('1', '2') }));

describe('the frame of a document', () => {
  it.each<[string, readonly PathStep[], unknown, string]>([
    ['kind', ['kind'], 'evil', 'kind'],
    ['kind', ['kind'], 5, 'kind'],
    ['a name that is no text', ['app', 'name'], 5, 'app.name'],
    ['a name that is a list', ['app', 'name'], ['a'], 'app.name'],
    ['a name with U+0000', ['app', 'name'], 'a\0b', 'app.name'],
    ['a description that is no text', ['app', 'description'], {}, 'app.description'],
    ['an icon that is no text', ['app', 'icon'], true, 'app.icon'],
    ['a key of every object', ['app', '__proto__'], { a: 1 }, 'app.__proto__'],
    ['a key of every object at the root', ['__proto__'], { a: 1 }, '__proto__'],
    ['dependencies', ['dependencies'], 5, 'dependencies'],
    ['features', ['workflow', 'features'], 5, 'workflow.features'],
  ])('refuses %s in an edit, and at publish', (_, path, set, field) => {
    expect(caught(() => documents.applied(tree, [{ path, set }]))).toMatchObject({
      code: 'engine.invalid_document',
      field,
    });
  });

  it('that was stored before it was checked is not published', () => {
    const stored = tree.replace('"kind":"app"', '"kind":"evil"');
    expect(stored).not.toBe(tree);
    return expect(documents.build(stored)).rejects.toMatchObject({ code: 'engine.invalid_document', field: 'kind' });
  });

  it('that was published before it was checked goes on', () => {
    expect(documents.compile(tree.replace('"kind":"app"', '"kind":"evil"')).mode).toBe('workflow');
  });

  it('may have a name that its author wrote as a number', () => {
    const named = documents.parse(documents.export(tree, { secrets: false }).replace(/name: .*/, 'name: 2048'));
    expect(named.name).toBe('2048');
    expect(documents.applied(named.tree, [{ path: ['app', 'description'], set: 'x' }]).name).toBe('2048');
  });
});

describe('numbers of a document', () => {
  const change = (path: readonly PathStep[], before: string, set: unknown) =>
    documents.applied(tree.replace('"kind":"app"', `"kind":"app","x":${before}`), [{ path, set }]).tree;

  it('keep the form they were written in, when an editor sends them as it read them', () => {
    expect(change(['x'], '{"temperature":1.0,"top_p":0.5}', { temperature: 1, top_p: 0.7 })).toContain(
      '"x":{"temperature":1.0,"top_p":0.7}',
    );
    expect(change(['x'], '[1.0,2]', [1, 2, 3])).toContain('"x":[1.0,2,3]');
    expect(change(['x'], '1.0', 2)).toContain('"x":2');
  });

  it('take the form in which they are sent', () => {
    expect(change(['x'], '1', (fromJson('[1.0]') as unknown[])[0])).toContain('"x":1.0');
  });
});

describe('a document of another family', () => {
  const n8n = { nodes: [{ type: 'n8n-nodes-base.start', parameters: {} }], connections: {} };
  const flowise = { nodes: [{ id: 'a', data: { inputParams: [], inputAnchors: [] } }], edges: [] };
  const langflow = { data: { nodes: [{ data: { node: { template: {} } } }], edges: [] }, name: 'x' };
  const coze = { nodes: [{ id: '1', type: '1', data: { nodeMeta: { title: 'x' } } }], edges: [] };
  const cozeClipboard = { type: 'coze-workflow-clipboard-data', json: { nodes: [], edges: [] } };
  it.each<[string, object]>([
    ['n8n', n8n],
    ['Flowise', flowise],
    ['Langflow', langflow],
    ['Coze', coze],
    ['Coze', cozeClipboard],
    ['a snippet (kind: snippet)', { kind: 'snippet', version: '0.2.0', snippet: {}, workflow: {} }],
    ['a knowledge pipeline (kind: rag_pipeline)', { kind: 'rag_pipeline', rag_pipeline: {}, workflow: {} }],
  ])('is refused, and named for what it is: %s', (name, document) => {
    expect(caught(() => documents.parse(JSON.stringify(document)))).toMatchObject({
      code: 'engine.invalid_document',
      field: 'kind',
      message: expect.stringContaining(name),
    });
  });
});
