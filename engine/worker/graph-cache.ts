import { PlatformError } from '../../kernel/index.ts';
import type { GraphParcel } from '../pool/protocol.ts';

type Outcome<Graph> = { readonly graph: Graph } | { readonly error: unknown };

/** Compiled graphs by hash. It forgets nothing by itself: main keeps the books and says when (`GraphLedger`). */
export class GraphCache<Graph> {
  readonly #build: (text: string) => Graph;
  readonly #outcomes = new Map<string, Outcome<Graph>>();

  constructor(build: (text: string) => Graph) {
    this.#build = build;
  }

  /** Builds a graph that is new here. A graph that can't be built is remembered too: it can't be built next time. */
  get(parcel: GraphParcel): Graph {
    const outcome = this.#outcomes.get(parcel.hash) ?? this.#learn(parcel);
    if ('error' in outcome) throw outcome.error;
    return outcome.graph;
  }

  forget(hashes: readonly string[]): void {
    for (const hash of hashes) this.#outcomes.delete(hash);
  }

  #learn(parcel: GraphParcel): Outcome<Graph> {
    if (parcel.text === null) {
      throw new PlatformError('internal', 'engine.unknown_graph', `The thread was not sent the graph ${parcel.hash}.`);
    }
    const outcome = this.#attempt(parcel.text);
    this.#outcomes.set(parcel.hash, outcome);
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
