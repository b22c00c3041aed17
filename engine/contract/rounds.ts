import type { Variables } from './node-type.ts';

/** What a container node asks for: one round of its inside (app DSL, iteration; loop). */
export interface RoundRequest {
  /** From 0. Rounds are shown in the order in which they were opened. */
  readonly index: number;
  /** Written at `[container id, name]` in the pool of the round, before it begins. */
  readonly values: Readonly<Record<string, unknown>>;
  /**
   * `copied`: a pool of its own, of which only conversation variables are seen outside (iteration). `shared`: the
   * container's own pool, from which the inside's earlier outputs are taken first (loop).
   */
  readonly pool: 'copied' | 'shared';
}

/** A round that is over. */
export interface Round {
  /** The pool of the round, with the outputs of the nodes inside. */
  readonly variables: Variables;
  /** Failures of nodes inside that no error strategy caught, in order; the other nodes of the round went on. */
  readonly failures: readonly { readonly type: string; readonly message: string; readonly code: string | null }[];
  /**
   * Types of the nodes that ran, those of iterations inside included. Those of loops inside are not: what ends a loop
   * ends the innermost one.
   */
  readonly types: ReadonlySet<string>;
  readonly steps: number;
  readonly tokens: number;
  /** Seconds. */
  readonly elapsed: number;
}

/** The inside of a container node, for its implementation. */
export interface Rounds {
  /** Runs one round; several may be open together. Never settles when the run is over before. */
  open(request: RoundRequest): Promise<Round>;
  /**
   * Writes variables of the container itself, at `[container id, name]` in the pool it stands in, with the type that
   * assignments inside keep to (loop variables; app DSL, loop). Throws NodeError for a value that is too large.
   */
  declare(name: string, type: string, value: unknown): void;
  /**
   * Emits a `container` event; `data` are its fields of runtime API, node events, without those that name the node and
   * the time and without `inputs_truncated`: large values are cut here. The end needs no event of its own: the
   * container's `node-finished` tells it.
   */
  report(phase: 'started' | 'next', data: Readonly<Record<string, unknown>>): void;
}
