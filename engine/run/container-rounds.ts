import type { FramePosition, Round, RoundRequest, Rounds, RunEvent } from '../contract.ts';
import type { Flow, Graph } from '../graph/graph.ts';
import { type Clock, secondsBetween } from './clock.ts';
import type { Frame, FrameFields } from './frame.ts';
import { FrameText } from './frame-text.ts';
import type { NodeExecution } from './node-execution.ts';
import type { VariablePool } from './variable-pool.ts';

/** What rounds need of their run. */
export interface RoundOwner {
  readonly clock: Clock;
  readonly containers: Graph['containers'];
  /** Takes an event that a node caused while it runs. */
  report(event: RunEvent): void;
  /** JSON text for traces. */
  traceJson(value: unknown): string;
  /** Starts a frame, unless the run is over. The frame may end before this returns. */
  openRound(fields: FrameFields, onEnd: (frame: Frame) => void): void;
}

const nowhere: FramePosition = { iterationId: null, iterationIndex: null, loopId: null, loopIndex: null };

/** The rounds of one execution of a container node. */
export class ContainerRounds implements Rounds {
  readonly #owner: RoundOwner;
  readonly #execution: NodeExecution;
  /** Texts of the rounds that are not over, in order; only the first one is shown. */
  readonly #texts: { readonly text: FrameText; isOver: boolean }[] = [];

  constructor(owner: RoundOwner, execution: NodeExecution) {
    this.#owner = owner;
    this.#execution = execution;
  }

  open(request: RoundRequest): Promise<Round> {
    const { frame, node } = this.#execution;
    const flow = this.#owner.containers.get(node.id);
    const [entry] = flow?.entries.values() ?? [];
    if (flow === undefined || entry === undefined) throw new Error(`the container ${node.id} has no inside`);
    const pool = request.pool === 'copied' ? frame.pool.copy() : frame.pool;
    if (request.pool === 'shared') this.#forget(flow, pool);
    pool.setAll(node.id, request.values);
    const position = this.#position(request.index);
    const turn = { text: new FrameText(position, frame.text, this.#texts.length > 0), isOver: false };
    this.#texts.push(turn);
    const startedOn = this.#owner.clock.monotonic();
    const { promise, resolve } = Promise.withResolvers<Round>();
    this.#owner.openRound({ entry, pool, parent: frame, position, text: turn.text }, (ended) => {
      turn.isOver = true;
      this.#showNext();
      resolve(this.#round(ended, startedOn));
    });
    return promise;
  }

  report(phase: 'started' | 'next' | 'finished', data: Readonly<Record<string, unknown>>): void {
    const { id, node, isOpen } = this.#execution;
    if (!isOpen || node.traits.container === undefined) return;
    this.#owner.report({
      kind: 'container',
      phase,
      container: node.traits.container,
      executionId: id,
      nodeId: node.id,
      nodeType: node.node.type,
      title: node.node.title,
      data: this.#owner.traceJson(data),
    });
  }

  #round(frame: Frame, startedOn: number): Round {
    return {
      variables: frame.pool,
      failures: frame.failures,
      types: frame.types ?? new Set(),
      steps: frame.steps,
      tokens: frame.tokens,
      elapsed: secondsBetween(startedOn, this.#owner.clock.monotonic()),
    };
  }

  /** Shows what rounds wrote while an earlier one had its turn. */
  #showNext(): void {
    while (this.#texts[0]?.isOver === true) {
      this.#texts.shift();
      this.#texts[0]?.text.release();
    }
  }

  #position(index: number): FramePosition {
    const { frame, node } = this.#execution;
    const around = frame.position ?? nowhere;
    return node.traits.container === 'iteration'
      ? { ...around, iterationId: node.id, iterationIndex: index }
      : { ...around, loopId: node.id, loopIndex: index };
  }

  /** Takes the outputs of an inside, and of what lies inside that, out of a pool. */
  #forget(flow: Flow, pool: VariablePool): void {
    for (const { id } of flow.nodes) {
      pool.clear(id);
      const inside = this.#owner.containers.get(id);
      if (inside !== undefined) this.#forget(inside, pool);
    }
  }
}
