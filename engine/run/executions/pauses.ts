import type { JsonText, PauseReason } from '#engine';
import type { NodeExecution } from './node-execution.ts';

/** The nodes of a run that wait for somebody. */
export class Pauses {
  readonly #reasons: PauseReason[] = [];

  add(execution: NodeExecution, data: JsonText): void {
    execution.isPaused = true;
    this.#reasons.push({ nodeId: execution.node.id, executionId: execution.id, data });
  }

  get reasons(): readonly PauseReason[] {
    return this.#reasons;
  }
}
