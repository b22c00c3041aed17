import type { GraphReference } from '#engine';
import type { GraphPayload } from './protocol.ts';

/** How many graphs a thread keeps compiled, and how many characters of text they may stand for. */
export interface GraphRoom {
  readonly graphs: number;
  readonly characters: number;
}

/**
 * The main thread's index of the graphs that one thread has compiled, least recently used first. It is right
 * without asking, because the thread forgets only what it is told to, in the order it is told.
 */
export class GraphIndex {
  readonly #room: GraphRoom;
  readonly #sizes = new Map<string, number>();
  #characters = 0;

  constructor(room: GraphRoom) {
    this.#room = room;
  }

  /** What to send for this graph, and what the thread has to forget after it. */
  use(graph: GraphReference): { readonly payload: GraphPayload; readonly forget: readonly string[] } {
    const isKnown = this.#sizes.delete(graph.hash);
    this.#sizes.set(graph.hash, graph.text.length);
    if (isKnown) return { payload: { hash: graph.hash, text: null }, forget: [] };
    this.#characters += graph.text.length;
    return { payload: { hash: graph.hash, text: graph.text }, forget: this.#evict() };
  }

  #evict(): string[] {
    const forgotten: string[] = [];
    for (const [hash, size] of this.#sizes) {
      const fits = this.#sizes.size <= this.#room.graphs && this.#characters <= this.#room.characters;
      if (fits || this.#sizes.size === 1) break;
      this.#sizes.delete(hash);
      this.#characters -= size;
      forgotten.push(hash);
    }
    return forgotten;
  }
}
