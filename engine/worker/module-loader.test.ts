import { describe, expect, it } from 'vitest';
import { loadModules } from './module-loader.ts';

const address = (path: string): string => new URL(path, import.meta.url).href;
const engine = address('../pool/testing/scripted-engine.ts');

function nodeType(type: string, module: string) {
  return { id: `${type}@1`, type, version: '1', traits: { root: true }, module: address(module) };
}

describe('loading what a thread needs', () => {
  it('makes each service once, with its settings', async () => {
    const services = [{ id: 'test.counting', module: address('./testing/counting-service.ts'), settings: { a: 1 } }];
    const loaded = await loadModules({ engine, nodeTypes: [], services });
    expect(loaded.services.get('test.counting')).toEqual({ settings: { a: 1 }, made: 1 });
    expect(loaded.problems).toEqual([]);
  });

  it('finds the code and traits of node types', async () => {
    const loaded = await loadModules({ engine, nodeTypes: [nodeType('pass', '../bench/nodes/pass.ts')], services: [] });
    const kind = loaded.kinds('pass', '1');
    expect(kind?.traits).toEqual({ root: true });
    expect(
      kind?.implementation.compile(
        { from: ['a', 'b'] },
        { id: 'n', type: 'pass', version: '1', title: '', parent: null, data: {} },
      ),
    ).toEqual(['a', 'b']);
  });

  it('makes a node with the options of its type', async () => {
    const made = nodeType('made', './testing/made-node.ts');
    const nodeTypes = [
      { ...made, options: { most: 3 } },
      { ...made, type: 'plain' },
      { ...nodeType('pass', '../bench/nodes/pass.ts'), options: {} },
    ];
    const { kinds, problems } = await loadModules({ engine, nodeTypes, services: [] });
    const graphNode = { id: 'n', type: 'made', version: '1', title: '', parent: null, data: {} };
    expect(kinds('made', '1')?.implementation.compile({}, graphNode)).toEqual({ most: 3 });
    expect(kinds('plain', '1')?.implementation.compile({}, graphNode)).toBe('the default');
    expect(problems).toEqual([expect.stringContaining('exports no function create')]);
  });

  it('names what can’t be loaded and loads the rest', async () => {
    const nodeTypes = [
      nodeType('missing', './testing/nowhere.ts'),
      nodeType('broken', './testing/no-node.ts'),
      nodeType('pass', '../bench/nodes/pass.ts'),
    ];
    const loaded = await loadModules({ engine, nodeTypes, services: [] });
    expect(loaded.problems.toSorted()).toEqual([
      expect.stringMatching(/^The node type broken@1 could not be loaded: .*exports no node with compile and run$/),
      expect.stringMatching(/^The node type missing@1 could not be loaded: /),
    ]);
    expect(loaded.kinds('broken', '1')).toBeUndefined();
    expect(loaded.kinds('pass', '1')).toBeDefined();
  });
});
