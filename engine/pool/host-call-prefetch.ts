/** A host call as a run made it; its input as JSON text. */
export interface RecordedCall {
  readonly hostCall: string;
  readonly input: string;
}

/** Graphs that are remembered, calls of each, and characters of a call's input. */
const MAX_GRAPHS = 1_000;
const MAX_CALLS = 4;
const MAX_INPUT = 1_000;

/** Which host calls runs of a graph have made: those of the last ones, for the next one will make them too. */
export class HostCallPrefetch {
  readonly #calls = new Map<string, readonly RecordedCall[]>();

  /** `graph` names a workspace's graph. */
  note(graph: string, hostCall: string, input: unknown): void {
    const text = JSON.stringify(input) ?? '';
    if (text === '' || text.length > MAX_INPUT) return;
    const others = this.of(graph).filter((call) => call.hostCall !== hostCall || call.input !== text);
    this.#calls.delete(graph);
    this.#calls.set(graph, [{ hostCall, input: text }, ...others].slice(0, MAX_CALLS));
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > MAX_GRAPHS && oldest !== undefined) this.#calls.delete(oldest);
  }

  of(graph: string): readonly RecordedCall[] {
    return this.#calls.get(graph) ?? [];
  }
}
