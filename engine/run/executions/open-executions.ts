import type { Replay } from '#engine/run/replay/replay.ts';
import type { NodeExecution } from './node-execution.ts';

/** The executions of a run that are not settled. */
export class OpenExecutions {
  readonly #open = new Set<NodeExecution>();

  add(execution: NodeExecution): void {
    this.#open.add(execution);
  }

  close(execution: NodeExecution): void {
    execution.isOpen = false;
    this.#open.delete(execution);
  }

  /** The run waits for none of them any longer. The last one begun comes first: nodes before their container. */
  abandon(reason: string): readonly NodeExecution[] {
    const abandoned = [...this.#open].reverse();
    this.#open.clear();
    for (const execution of abandoned) execution.abandon(new Error(reason));
    return abandoned;
  }

  /** Nothing comes of any of them unless something else happens first. */
  areStill(replay: Replay | null): boolean {
    for (const execution of this.#open) {
      const isContainer = execution.node.traits.container !== undefined;
      if (!isContainer && !execution.isPaused && replay?.isHeld(execution) !== true) return false;
    }
    return true;
  }
}
