import { describe, expect, it } from 'vitest';
import { GraphIndex } from './graph-index.ts';

const graph = (hash: string, size = 10) => ({ hash, text: 'x'.repeat(size) });

describe('the book of what a thread has compiled', () => {
  it('sends a text once', () => {
    const graphs = new GraphIndex({ graphs: 10, characters: 1000 });
    expect(graphs.use(graph('a')).payload).toEqual({ hash: 'a', text: 'x'.repeat(10) });
    expect(graphs.use(graph('a')).payload).toEqual({ hash: 'a', text: null });
  });

  it('forgets the graph that was not used for longest, and sends it again', () => {
    const graphs = new GraphIndex({ graphs: 2, characters: 1000 });
    graphs.use(graph('a'));
    graphs.use(graph('b'));
    graphs.use(graph('a'));
    expect(graphs.use(graph('c')).forget).toEqual(['b']);
    expect(graphs.use(graph('a')).payload.text).toBeNull();
    expect(graphs.use(graph('b')).payload.text).not.toBeNull();
  });

  it('forgets as many as a large one needs, but never the one in use', () => {
    const graphs = new GraphIndex({ graphs: 10, characters: 100 });
    graphs.use(graph('a', 40));
    graphs.use(graph('b', 40));
    expect(graphs.use(graph('large', 500)).forget).toEqual(['a', 'b']);
    expect(graphs.use(graph('large', 500)).payload.text).toBeNull();
    expect(graphs.use(graph('a', 40)).forget).toEqual(['large']);
  });
});
