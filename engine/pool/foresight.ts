/** A host call as a run made it; its input as JSON text. */
export interface Ask {
  readonly hostCall: string;
  readonly input: string;
}

/** Graphs that are remembered, calls of each, and characters of a call's input. */
const GRAPHS = 1_000;
const ASKS = 4;
const LONGEST = 1_000;

/** Which host calls runs of a graph have made: those of the last ones, for the next one will make them too. */
export class Foresight {
  readonly #asks = new Map<string, readonly Ask[]>();

  /** `graph` names a workspace's graph. */
  note(graph: string, hostCall: string, input: unknown): void {
    const text = JSON.stringify(input) ?? '';
    if (text === '' || text.length > LONGEST) return;
    const others = this.of(graph).filter((ask) => ask.hostCall !== hostCall || ask.input !== text);
    this.#asks.delete(graph);
    this.#asks.set(graph, [{ hostCall, input: text }, ...others].slice(0, ASKS));
    const [oldest] = this.#asks.keys();
    if (this.#asks.size > GRAPHS && oldest !== undefined) this.#asks.delete(oldest);
  }

  of(graph: string): readonly Ask[] {
    return this.#asks.get(graph) ?? [];
  }
}
