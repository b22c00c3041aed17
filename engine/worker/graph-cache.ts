import type { GraphPayload } from '#engine/pool/protocol.ts';
import { PlatformError } from '#kernel';

type Outcome<Graph> = { readonly graph: Graph } | { readonly error: unknown };

/** Compiled graphs by hash. It forgets nothing by itself: main keeps the index and says when (`GraphIndex`). */
export class GraphCache<Graph> {
  readonly #build: (text: string) => Graph;
  readonly #outcomes = new Map<string, Outcome<Graph>>();

  constructor(build: (text: string) => Graph) {
    this.#build = build;
  }

  /** Builds a graph that is new here. A graph that can't be built is remembered too: it can't be built next time. */
  get(payload: GraphPayload): Graph {
    const outcome = this.#outcomes.get(payload.hash) ?? this.#learn(payload);
    if ('error' in outcome) throw outcome.error;
    return outcome.graph;
  }

  forget(hashes: readonly string[]): void {
    for (const hash of hashes) this.#outcomes.delete(hash);
  }

  #learn(payload: GraphPayload): Outcome<Graph> {
    if (payload.text === null) {
      throw new PlatformError('internal', 'engine.unknown_graph', `The thread was not sent the graph ${payload.hash}.`);
    }
    const outcome = this.#attempt(payload.text);
    this.#outcomes.set(payload.hash, outcome);
    return outcome;
  }

  #attempt(text: string): Outcome<Graph> {
    try {
      return { graph: this.#build(text) };
    } catch (error) {
      return { error };
    }
  }
}
