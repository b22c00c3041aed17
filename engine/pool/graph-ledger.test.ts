import { describe, expect, it } from 'vitest';
import { GraphLedger } from './graph-ledger.ts';

const graph = (hash: string, size = 10) => ({ hash, text: 'x'.repeat(size) });

describe('the book of what a thread has compiled', () => {
  it('sends a text once', () => {
    const ledger = new GraphLedger({ graphs: 10, characters: 1000 });
    expect(ledger.use(graph('a')).parcel).toEqual({ hash: 'a', text: 'x'.repeat(10) });
    expect(ledger.use(graph('a')).parcel).toEqual({ hash: 'a', text: null });
  });

  it('forgets the graph that was not used for longest, and sends it again', () => {
    const ledger = new GraphLedger({ graphs: 2, characters: 1000 });
    ledger.use(graph('a'));
    ledger.use(graph('b'));
    ledger.use(graph('a'));
    expect(ledger.use(graph('c')).forget).toEqual(['b']);
    expect(ledger.use(graph('a')).parcel.text).toBeNull();
    expect(ledger.use(graph('b')).parcel.text).not.toBeNull();
  });

  it('forgets as many as a large one needs, but never the one in use', () => {
    const ledger = new GraphLedger({ graphs: 10, characters: 100 });
    ledger.use(graph('a', 40));
    ledger.use(graph('b', 40));
    expect(ledger.use(graph('large', 500)).forget).toEqual(['a', 'b']);
    expect(ledger.use(graph('large', 500)).parcel.text).toBeNull();
    expect(ledger.use(graph('a', 40)).forget).toEqual(['large']);
  });
});
