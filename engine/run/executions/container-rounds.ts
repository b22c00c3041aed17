import type { FramePosition, Round, RoundRequest, Rounds, RunEvent } from '#engine';
import { hasText } from '#engine/graph/flow-text.ts';
import type { Flow, Graph } from '#engine/graph/graph.ts';
import { type Clock, secondsBetween } from '#engine/run/clock.ts';
import type { Frame, FrameFields } from '#engine/run/frame.ts';
import { roundPath } from '#engine/run/replay/execution-key.ts';
import { FrameText, type TextOutput } from '#engine/run/streaming/frame-text.ts';
import { StreamChannel } from '#engine/run/streaming/stream-channel.ts';
import { checkSize } from '#engine/run/values/value-size.ts';
import type { VariablePool } from '#engine/run/values/variable-pool.ts';
import type { NodeExecution } from './node-execution.ts';

/** What rounds need of their run. */
export interface RoundOwner {
  readonly clock: Clock;
  readonly containers: Graph['containers'];
  /** Takes an event that a node caused while it runs. */
  report(event: RunEvent): void;
  /** JSON text for records, cut for display; throws when the run has put out too much. */
  recorded(value: unknown): { readonly text: string; readonly isCut: boolean };
  /** Starts a frame, unless the run is over. The frame may end before this returns. */
  openRound(fields: FrameFields, onEnd: (frame: Frame) => void): void;
  /** Merges what response nodes of a round put out into what is around it. */
  mergeRound(frame: Frame): void;
}

const nowhere: FramePosition = {
  iterationId: null,
  iterationIndex: null,
  loopId: null,
  loopIndex: null,
  path: '',
};

/** A round whose turn to be shown may still have to come. */
interface Turn {
  readonly text: StreamChannel;
  /** Set when the round is over. */
  frame: Frame | null;
}

/** The rounds of one execution of a container node. */
export class ContainerRounds implements Rounds {
  readonly #owner: RoundOwner;
  readonly #execution: NodeExecution;
  /** Where the text of rounds goes; it may have to wait for other texts of the frame around. */
  #text: TextOutput | null = null;
  /** Rounds that are not over or not shown, in order; only the first one is shown as it goes. */
  readonly #turns: Turn[] = [];

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
    this.#text ??= this.#openText(flow);
    const turn: Turn = { text: new StreamChannel(this.#text), frame: null };
    if (this.#turns.push(turn) === 1) turn.text.release();
    const startedOn = this.#owner.clock.monotonic();
    const { promise, resolve } = Promise.withResolvers<Round>();
    const text = new FrameText(position, turn.text);
    this.#owner.openRound({ entry, pool, parent: frame, position, text }, (ended) => {
      turn.frame = ended;
      if (node.traits.container?.pool === 'copied') for (const type of ended.types) frame.addType(type);
      this.#showNext();
      resolve(this.#round(ended, startedOn));
    });
    return promise;
  }

  declare(name: string, type: string, value: unknown): void {
    const { frame, node } = this.#execution;
    checkSize(value, `The value of ${node.id}.${name}`);
    frame.pool.declare(node.id, name, type);
    frame.pool.set(node.id, name, value);
  }

  report(phase: 'started' | 'next', data: Readonly<Record<string, unknown>>): void {
    const { id, node, isOpen } = this.#execution;
    if (!isOpen || node.traits.container === undefined || this.#execution.wasReported()) return;
    const { text, isCut } = this.#owner.recorded(data);
    this.#owner.report({
      kind: 'container',
      phase,
      container: node.traits.container.kind,
      executionId: id,
      nodeId: node.id,
      nodeType: node.node.type,
      title: node.node.title,
      at: this.#owner.clock.now(),
      data: phase === 'started' ? `${text.slice(0, -1)},"inputs_truncated":${isCut}}` : text,
    });
  }

  #openText(flow: Flow): TextOutput {
    const { frame, node } = this.#execution;
    if (frame.slots === null || !hasText(flow, this.#owner.containers)) return frame.text;
    return frame.slots.openChannel(node, frame.text);
  }

  #round(frame: Frame, startedOn: number): Round {
    return {
      variables: frame.pool,
      failures: frame.failures,
      types: frame.types,
      steps: frame.steps,
      tokens: frame.tokens,
      elapsed: secondsBetween(startedOn, this.#owner.clock.monotonic()),
    };
  }

  /** Shows and merges what rounds wrote while an earlier one had its turn. */
  #showNext(): void {
    for (let ended = this.#turns[0]?.frame; ended; ended = this.#turns[0]?.frame) {
      this.#turns.shift();
      this.#owner.mergeRound(ended);
      this.#turns[0]?.text.release();
    }
  }

  #position(index: number): FramePosition {
    const { frame, node } = this.#execution;
    const around = frame.position ?? nowhere;
    const path = roundPath(around.path, node.id, index);
    return node.traits.container?.pool === 'copied'
      ? { ...around, iterationId: node.id, iterationIndex: index, path }
      : { ...around, loopId: node.id, loopIndex: index, path };
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
