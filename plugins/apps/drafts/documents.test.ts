import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caught } from '#engine/dsl/testing/caught.ts';
import { documentsWith } from '#engine/dsl/testing/node-types.ts';
import { readEnvironment } from '#kernel';
import { FakeServer, memoryKeeper } from './testing/fake-server.ts';
import { DraftStore } from './web/document/draft-store.ts';
import {
  applyAll,
  type DocumentOperation,
  isMapping,
  type Mapping,
  type Path,
  valueAt,
} from './web/document/operations.ts';

const samples = join(import.meta.dirname, '../../../engine/dsl/samples');
const folders = [samples, readEnvironment().WEFT_CORPUS ?? ''].filter((folder) => folder !== '');
const files = folders.flatMap((folder) =>
  globSync('**/*.{yml,yaml}', { cwd: folder }).map((name) => ({
    name,
    text: readFileSync(join(folder, name), 'utf8'),
  })),
);
const documents = documentsWith();
const trees = files.flatMap(({ name, text }) => {
  const parsed = caught(() => documents.parse(text));
  return isMapping(parsed) && typeof parsed.tree === 'string' ? [{ name, text: parsed.tree }] : [];
});
const treeOf = (text: string) => JSON.parse(text) as Mapping;

/** Numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A change of any place there is. */
function anyOperation(tree: Mapping, draw: (below: number) => number, count: number): DocumentOperation {
  const path: Path[number][] = [];
  let owner: unknown = tree;
  for (;;) {
    const isList = Array.isArray(owner);
    const keys = isList ? [...(owner as unknown[]).keys()] : Object.keys(owner as Mapping);
    const key = keys[draw(keys.length)];
    const next = key === undefined ? undefined : (owner as Record<string | number, unknown>)[key];
    const isDeeper = (isMapping(next) || Array.isArray(next)) && draw(5) > 0;
    // A member is named by its id where it is the first that has it.
    const isNamed = isMapping(next) && isList && typeof next.id === 'string' && draw(2) === 0;
    const step = isNamed && valueAt(owner, [{ id: String(next.id) }]) === next ? { id: String(next.id) } : key;
    if (isDeeper) {
      path.push(step ?? 0);
      owner = next;
      continue;
    }
    const value = draw(2) === 0 ? `text ${count}` : { id: `new-${count}`, list: [1, { id: 'x' }] };
    if (isList) {
      const at = step ?? '-';
      if (draw(3) === 0 || step === undefined) return { path: [...path, draw(2) === 0 ? at : '-'], insert: value };
      return draw(2) === 0 ? { path: [...path, at], remove: true } : { path: [...path, at], set: value };
    }
    const own = typeof step === 'string' ? step : `key-${count}`;
    if (draw(4) === 0) return { path: [...path, own], remove: true };
    return { path: [...path, draw(3) === 0 ? `key-${count}` : own], set: value };
  }
}

describe('documents in the studio', () => {
  it('are there to be tested', () => expect(trees.length).toBeGreaterThan(8));

  it.each(trees)('$name: opened, nothing is sent; what is written is what was read', async ({ text }) => {
    const server = new FakeServer(treeOf(text));
    const store = await DraftStore.open(server, memoryKeeper());
    expect(JSON.stringify(store.tree)).toBe(JSON.stringify(treeOf(text)));
    expect(await store.flush()).toBe(true);
    store.close();
    expect(server.sent).toBe(0);
  });

  it.each(trees)('$name: any changes, taken back, are the document it began with, keys in their order', ({ text }) => {
    const draw = numbers(text.length);
    for (let round = 0; round < 20; round++) {
      let tree = treeOf(text);
      const inverses: (readonly DocumentOperation[])[] = [];
      for (let count = 0; count < 12; count++) {
        const applied = applyAll(tree, [anyOperation(tree, draw, count)]);
        inverses.push(applied.inverse);
        tree = applied.tree;
      }
      for (const inverse of inverses.reverse()) tree = applyAll(tree, inverse).tree;
      // Only of the document itself keys have no mapping above that would bring back their order.
      expect(tree).toEqual(treeOf(text));
      for (const key of Object.keys(tree)) expect(JSON.stringify(tree[key])).toBe(JSON.stringify(treeOf(text)[key]));
    }
  });
});

describe('a draft that several people change', () => {
  const tree = {
    graph: {
      nodes: [
        { id: 'a', title: 'A', text: '' },
        { id: 'b', title: 'B' },
      ],
    },
  };
  const at = (id: string, key: string): Path => ['graph', 'nodes', { id }, key];

  it('keeps both changes of two pages, and each can take back its own', async () => {
    const server = new FakeServer(tree);
    const one = await DraftStore.open(server.as('one'), memoryKeeper());
    const two = await DraftStore.open(server.as('two'), memoryKeeper());
    one.edit([{ path: at('a', 'title'), set: 'One' }]);
    two.edit([{ path: at('b', 'title'), set: 'Two' }]);
    expect(await one.flush()).toBe(true);
    expect(await two.flush()).toBe(true);
    await one.pull();
    expect(one.tree).toEqual(server.tree);
    expect(two.tree).toEqual(server.tree);
    one.undo();
    await one.flush();
    expect(server.tree).toMatchObject({ graph: { nodes: [{ title: 'A' }, { title: 'Two' }] } });
  });

  it.each(['mine', 'theirs'] as const)('asks where both changed one place, and takes %s', async (choice) => {
    const server = new FakeServer(tree);
    const one = await DraftStore.open(server.as('one'), memoryKeeper());
    const two = await DraftStore.open(server.as('two'), memoryKeeper());
    one.edit([{ path: at('a', 'title'), set: 'One' }]);
    await one.flush();
    two.edit([
      { path: at('a', 'title'), set: 'Two' },
      { path: at('b', 'title'), set: 'Kept' },
    ]);
    await two.flush();
    expect(two.state.conflict).toMatchObject({ authors: ['one'], mine: [{ set: 'Two' }] });
    two.settle(two.state.conflict?.mine ?? [], choice);
    expect(two.state.conflict).toBe(null);
    expect(await two.flush()).toBe(true);
    const [title, other] = choice === 'mine' ? ['Two', 'One'] : ['One', 'Two'];
    const titles = (first: string) => ({ graph: { nodes: [{ title: first }, { title: 'Kept' }] } });
    expect(server.tree).toMatchObject(titles(title));
    // What was not chosen comes back by one step.
    two.undo();
    expect(await two.flush()).toBe(true);
    expect(server.tree).toMatchObject(titles(other));
    two.redo();
    expect(await two.flush()).toBe(true);
    expect(server.tree).toMatchObject(titles(title));
  });

  it('keeps what nobody has decided over a reload, and what is typed while others’ changes are read', async () => {
    const server = new FakeServer(tree);
    const one = await DraftStore.open(server.as('one'), memoryKeeper());
    const keeper = memoryKeeper();
    const mine = server.as('two');
    const two: DraftStore = await DraftStore.open(
      {
        ...mine,
        async changesSince(hash) {
          two.edit([{ path: at('b', 'title'), set: 'Meanwhile' }]);
          return await mine.changesSince(hash);
        },
      },
      keeper,
    );
    one.edit([{ path: at('a', 'title'), set: 'One' }]);
    await one.flush();
    two.edit([{ path: at('a', 'title'), set: 'Two' }]);
    await two.flush();
    await two.flush();
    expect(two.tree).toMatchObject({ graph: { nodes: [{ title: 'One' }, { title: 'Meanwhile' }] } });
    const after = await DraftStore.open(server.as('two'), keeper);
    expect(after.state.conflict).toMatchObject({ authors: ['one'], mine: [{ set: 'Two' }] });
    after.settle(after.state.conflict?.mine ?? [], 'mine');
    expect(await after.flush()).toBe(true);
    expect(server.tree).toMatchObject({ graph: { nodes: [{ title: 'Two' }, { title: 'Meanwhile' }] } });
  });

  it('takes nothing of others over what is typed at the same place while something else was sent', async () => {
    const server = new FakeServer(tree);
    const one = await DraftStore.open(server.as('one'), memoryKeeper());
    const mine = server.as('two');
    let typed = '';
    const two: DraftStore = await DraftStore.open(mine, memoryKeeper(), () => {
      if (typed !== '') two.edit([{ path: at('a', 'title'), set: typed }]);
      typed = '';
    });
    one.edit([{ path: at('a', 'title'), set: 'One' }]);
    await one.flush();
    // The field that is typed in has not told it yet.
    typed = 'Two';
    two.edit([{ path: at('b', 'title'), set: 'Kept' }]);
    await two.flush();
    expect(two.state.conflict).toMatchObject({ authors: ['one'], mine: [{ set: 'Two' }] });
    expect(two.tree).toMatchObject({ graph: { nodes: [{ title: 'One' }, { title: 'Kept' }] } });
    await one.pull();
    one.edit([{ path: at('b', 'title'), set: 'Again' }]);
    await one.flush();
    two.settle(two.state.conflict?.mine ?? [], 'theirs');
    typed = 'Three';
    await two.pull();
    // It waits, and what others did comes with the answer.
    expect(valueAt(two.tree, at('a', 'title'))).toBe('Three');
    expect(await two.flush()).toBe(true);
    expect(server.tree).toMatchObject({ graph: { nodes: [{ title: 'Three' }, { title: 'Again' }] } });
  });

  it('asks of each own change where nobody knows any more what others did, and of none that is the same', async () => {
    const server = new FakeServer(tree);
    const one = await DraftStore.open(server.as('one'), memoryKeeper());
    const mine = server.as('two');
    const two = await DraftStore.open(
      { ...mine, changesSince: async (hash) => ({ ...(await mine.changesSince(hash)), changes: null }) },
      memoryKeeper(),
    );
    one.edit([
      { path: at('a', 'title'), set: 'Same' },
      { path: at('a', 'text'), set: 'Theirs' },
    ]);
    await one.flush();
    two.edit([
      { path: at('a', 'title'), set: 'Same' },
      { path: at('a', 'text'), set: 'Mine' },
    ]);
    await two.flush();
    expect(two.state.conflict).toEqual({ authors: [], mine: [{ path: at('a', 'text'), set: 'Mine' }] });
  });

  it('sends what a page without a network could not, and can take it back, after a reload', async () => {
    const server = new FakeServer(tree);
    const keeper = memoryKeeper();
    const before = await DraftStore.open(server, keeper);
    server.isDown = true;
    before.edit([{ path: at('a', 'title'), set: 'Typed' }]);
    expect(await before.flush()).toBe(false);
    expect(before.state.saving).toBe('failed');
    before.close();
    server.isDown = false;
    const after = await DraftStore.open(server, keeper);
    expect(after.tree).toMatchObject({ graph: { nodes: [{ title: 'Typed' }, {}] } });
    expect(await after.flush()).toBe(true);
    expect(after.undo()).toBe(true);
    await after.flush();
    expect(server.tree).toEqual(tree);
    expect(after.redo()).toBe(true);
    expect(after.tree).toMatchObject({ graph: { nodes: [{ title: 'Typed' }, {}] } });
    after.close();
  });

  it('attack T11: has marks for what was saved as a credential, once nobody types there, and in what can be taken back', async () => {
    const keeper = memoryKeeper();
    const store = await DraftStore.open(new FakeServer(tree), keeper);
    const key = () => valueAt(store.tree, at('a', 'key'));
    const type = (text: string) => store.edit([{ path: at('a', 'key'), set: text }], 'a.key');
    for (const text of ['s', 'se']) type(text);
    await store.flush();
    // Still typed at: it stays readable, but not in what the browser keeps.
    expect(key()).toBe('se');
    expect(JSON.stringify(await keeper.load())).not.toMatch(/"(s|se)"/);
    type('secret');
    const sending = store.flush();
    type('secrets');
    await sending;
    store.left();
    expect(key()).toBe('[7]');
    expect(JSON.stringify(await keeper.load())).not.toMatch(/"(s|se|secret|secrets)"/);
    // A node that is taken away and back brings its mark.
    store.edit([{ path: ['graph', 'nodes', { id: 'a' }], remove: true }]);
    store.undo();
    expect(key()).toBe('[7]');
    store.undo();
    expect(store.tree).toEqual(tree);
    store.redo();
    expect(key()).toBe('[7]');
    expect(await store.flush()).toBe(true);
    store.close();
  });

  it('keeps what is typed while a credential is saved', async () => {
    const server = new FakeServer(tree);
    const store = await DraftStore.open(server, memoryKeeper());
    store.edit([{ path: at('a', 'key'), set: 'first' }]);
    const sending = store.flush();
    store.edit([{ path: at('a', 'key'), set: 'and another' }], 'a.key');
    await Promise.race([sending, new Promise((resolve) => store.subscribe(() => server.sent > 0 && resolve(true)))]);
    expect(valueAt(store.tree, at('a', 'key'))).toBe('and another');
    await sending;
    store.left();
    expect(valueAt(store.tree, at('a', 'key'))).toBe('[11]');
    expect(store.tree).toEqual(server.tree);
    store.close();
  });

  it('takes typing in one field back at once', async () => {
    const store = await DraftStore.open(new FakeServer(tree), memoryKeeper());
    for (const text of ['H', 'He', 'Hey']) store.edit([{ path: at('a', 'text'), set: text }], 'a.text');
    store.undo();
    expect(store.tree).toEqual(tree);
    expect(store.state.canUndo).toBe(false);
    store.close();
  });
});
