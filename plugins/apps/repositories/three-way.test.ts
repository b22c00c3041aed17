import { describe, expect, it } from 'vitest';
import { fromJson, toJson } from '#engine';
import { Random } from '#engine/testing/random.ts';
import { type Choice, mergeDocuments, mergeTrees, type Side, sameTree } from './three-way.ts';

const nobody: Choice = () => undefined;

interface Node {
  id: string;
  data: { title: string; text: string; items: { name: string; value: number }[] };
}
interface Tree {
  app: { name: string };
  workflow: { graph: { nodes: Node[]; edges: { source: string; target: string }[] } };
}

const tree = (count: number): Tree => ({
  app: { name: 'Desk' },
  workflow: {
    graph: {
      nodes: Array.from({ length: count }, (_, at) => ({
        id: `n${at}`,
        data: { title: `T${at}`, text: `text ${at}`, items: [{ name: 'a', value: 1 }] },
      })),
      edges: Array.from({ length: count - 1 }, (_, at) => ({ source: `n${at}`, target: `n${at + 1}` })),
    },
  },
});

const copy = (value: Tree): Tree => structuredClone(value);
const nodesOf = (value: unknown) => (value as Tree).workflow.graph.nodes;

/** Changes one place that the number names; two numbers never name one place. */
function edit(target: Tree, place: number, word: string): void {
  const nodes = target.workflow.graph.nodes;
  const node = nodes.find(({ id }) => id === `n${place >> 2}`);
  if (node === undefined) return;
  const kind = place & 3;
  if (kind === 0) node.data.text = word;
  else if (kind === 1) node.data.title = word;
  else if (kind === 2) node.data.items.push({ name: `${word}-${place}`, value: place });
  else nodes.splice(nodes.indexOf(node) + 1, 0, { id: `${word}-${place}`, data: { title: word, text: '', items: [] } });
}

describe('three states of a document', () => {
  it('take what one side changed, and what the other did, whichever it was', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = new Random(seed);
      const base = tree(8);
      const [ours, theirs, both] = [copy(base), copy(base), copy(base)];
      for (let place = 0; place < 32; place += 1) {
        const who = random.below(4);
        if (who === 0) edit(ours, place, 'mine');
        if (who === 1) edit(theirs, place, 'yours');
        if (who < 2) edit(both, place, who === 0 ? 'mine' : 'yours');
      }
      const { value, conflicts } = mergeDocuments({ base, ours, theirs }, nobody);
      expect(conflicts, `seed ${seed}`).toEqual([]);
      const byId = (of: unknown) =>
        nodesOf(of)
          .map((node) => ({ ...node, data: { ...node.data, items: node.data.items.map(({ name }) => name).sort() } }))
          .sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(byId(value), `seed ${seed}`).toEqual(byId(both));
    }
  });

  it('tell each place that both changed, and take the side that is chosen, place by place', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = new Random(seed);
      const base = tree(6);
      const [ours, theirs] = [copy(base), copy(base)];
      const places = new Set<string>();
      for (const [at, node] of base.workflow.graph.nodes.entries()) {
        const who = random.below(4);
        const [mine, yours] = [nodesOf(ours)[at], nodesOf(theirs)[at]] as [Node, Node];
        if (who & 1) mine.data.text = `mine ${at}`;
        if (who & 2) yours.data.text = `yours ${at}`;
        if (who === 3) places.add(JSON.stringify(['workflow', 'graph', 'nodes', node.id, 'data', 'text']));
      }
      const asked = mergeDocuments({ base, ours, theirs }, nobody);
      expect(new Set(asked.conflicts.map(({ place }) => place))).toEqual(places);
      const sides = new Map(
        [...places].map((place): [string, Side] => [place, random.chance(0.5) ? 'ours' : 'theirs']),
      );
      const solved = mergeDocuments({ base, ours, theirs }, (place) => sides.get(place));
      expect(solved.conflicts).toEqual([]);
      for (const [at, node] of nodesOf(solved.value).entries()) {
        const [was, mine, yours] = [base, ours, theirs].map((of) => nodesOf(of)[at]?.data.text);
        const side = sides.get(JSON.stringify(['workflow', 'graph', 'nodes', node.id, 'data', 'text']));
        const changed = mine === was ? yours : mine;
        expect(node.data.text).toBe(side === 'theirs' ? yours : side === 'ours' ? mine : changed);
      }
    }
  });

  it('ask about a node that one side removed and the other connected or changed', () => {
    const base = tree(3);
    const ours = copy(base);
    ours.workflow.graph.nodes.splice(2, 1);
    ours.workflow.graph.edges.splice(1, 1);
    const theirs = copy(base);
    theirs.workflow.graph.nodes.push({ id: 'new', data: { title: 'New', text: '', items: [] } });
    theirs.workflow.graph.edges.push({ source: 'n2', target: 'new' });
    const place = JSON.stringify(['workflow', 'graph', 'nodes', 'n2']);
    expect(mergeDocuments({ base, ours, theirs }, nobody).conflicts).toMatchObject([{ place, theirs: { id: 'n2' } }]);
    const kept = mergeDocuments({ base, ours, theirs }, () => 'theirs');
    expect(nodesOf(kept.value).map(({ id }) => id)).toEqual(['n0', 'n1', 'new', 'n2']);
    const gone = mergeDocuments({ base, ours, theirs }, () => 'ours');
    expect(nodesOf(gone.value).map(({ id }) => id)).toEqual(['n0', 'n1', 'new']);
    expect((gone.value as Tree).workflow.graph.edges).toEqual([{ source: 'n0', target: 'n1' }]);
    const changed = copy(base);
    (nodesOf(changed)[2] as Node).data.text = 'changed';
    expect(mergeDocuments({ base, ours, theirs: changed }, nobody).conflicts).toMatchObject([{ place }]);
  });

  it('without a state that both had, ask wherever they differ', () => {
    const [ours, theirs] = [tree(2), tree(2)];
    theirs.app.name = 'Counter';
    const { conflicts } = mergeDocuments({ base: undefined, ours, theirs }, nobody);
    expect(conflicts.map(({ place }) => place)).toEqual([JSON.stringify(['app', 'name'])]);
  });

  it('keep apart what JSON keeps apart, and names that objects have of their own', () => {
    expect(sameTree(fromJson('{"a":1,"b":[1.0]}'), fromJson('{"b":[1.0],"a":1}'))).toBe(true);
    expect(sameTree(fromJson('1'), fromJson('1.0'))).toBe(false);
    expect(sameTree({}, [])).toBe(false);
    const base = fromJson('{"__proto__":{"a":1},"constructor":1}');
    const ours = fromJson('{"__proto__":{"a":2},"constructor":1}');
    const theirs = fromJson('{"__proto__":{"a":1},"constructor":2}');
    const { value } = mergeTrees({ base, ours, theirs }, nobody);
    expect(toJson(value)).toBe('{"__proto__":{"a":2},"constructor":2}');
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});
