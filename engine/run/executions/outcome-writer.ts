import { type AppMode, type NodeResult, usualLimits } from '#engine';
import { takeAllEdges, takeHandle } from '#engine/run/edge-routing.ts';
import type { Frame } from '#engine/run/frame.ts';
import type { ReadyQueue } from '#engine/run/ready-queue.ts';
import type { EventLog } from '#engine/run/streaming/event-log.ts';
import type { RunOutputs } from '#engine/run/streaming/run-outputs.ts';
import { typeOf } from '#engine/run/values/value.ts';
import { checkSize } from '#engine/run/values/value-size.ts';
import { checkUpdates } from '#engine/run/values/variable-size.ts';
import type { NodeExecution } from './node-execution.ts';
import type { NodeOutcome } from './node-outcome.ts';

/** Writes what a node leaves into its frame and into the run. */
export class OutcomeWriter {
  readonly #mode: AppMode;
  readonly #queue: ReadyQueue;
  readonly #events: EventLog;
  readonly #outputs: RunOutputs;
  readonly #variableBytes: number;

  constructor(parts: {
    mode: AppMode;
    queue: ReadyQueue;
    events: EventLog;
    outputs: RunOutputs;
    variableBytes: number | undefined;
  }) {
    this.#mode = parts.mode;
    this.#queue = parts.queue;
    this.#events = parts.events;
    this.#outputs = parts.outputs;
    this.#variableBytes = parts.variableBytes ?? usualLimits.variableBytes;
  }

  /** A result whose variables a conversation may keep. Throws for any other, of which nothing may be written. */
  checked(result: NodeResult): NodeResult {
    checkUpdates(result, this.#variableBytes);
    return result;
  }

  /** Writes the outputs and decides the edges, in this order (app DSL, main loop). */
  write({ frame, node }: NodeExecution, { outputs, handle, files }: NodeOutcome): void {
    frame.pool.setAll(node.id, outputs);
    frame.slots?.onNodeDone(node);
    if (handle === null) takeAllEdges(frame, node, this.#queue);
    else takeHandle(frame, node, { handle, queue: this.#queue });
    if (node.traits.response === true) {
      if (frame.parent === null) this.#outputs.merge(outputs, files);
      else frame.merges.push({ outputs, files });
      const { answer } = outputs;
      if (typeof answer === 'string' && this.#mode === 'workflow') frame.text.answered(node, answer, frame);
    }
    frame.slots?.flush();
  }

  /** A round's outputs count when the whole round ends well; its answer is shown as it comes. */
  mergeRound({ failures, merges, parent }: Frame): void {
    if (failures.length > 0 || parent === null) return;
    for (const { outputs, files } of merges) {
      if (parent.parent === null) this.#outputs.merge(outputs, files);
      else parent.merges.push({ outputs, files });
    }
  }

  /** Writes variables; `isShown`: readers of the run were not told of it yet. */
  update(frame: Frame, updates: NodeResult['updates'] = [], isShown = true): void {
    for (const { selector, value } of updates) {
      const [first = '', name = ''] = selector;
      checkSize(value, `The value of ${first}.${name}`);
      frame.pool.set(first, name, value);
      if (!isShown) continue;
      const valueType = frame.pool.type([first, name]) ?? typeOf(value);
      this.#events.push({
        kind: 'variable-updated',
        selector: [first, name],
        valueType,
        value: this.#outputs.mask.masked(value),
      });
    }
  }
}
