import { NodeError, type NodeResult } from '#engine';
import { type ContextOwner, RunNodeContext } from './node-context.ts';
import type { NodeExecution } from './node-execution.ts';

/** What running a node needs of its run. */
export interface Invocation {
  readonly owner: ContextOwner;
  /** Sends what was emitted on its way. */
  flush(): void;
  /** Does something that changes the run. */
  turn(work: () => void): void;
  succeed(execution: NodeExecution, result: NodeResult): void;
  fail(execution: NodeExecution, error: unknown): void;
}

/** Runs nodes. A synchronous node costs no turn of the loop. */
export class NodeInvoker {
  readonly #run: Invocation;
  /** Whether the run is known to be durable. */
  #isKept = false;

  constructor(run: Invocation) {
    this.#run = run;
  }

  attempt(execution: NodeExecution): void {
    const { interruption } = execution.node;
    const { host } = this.#run.owner;
    if (interruption === null) this.#invoke(execution);
    else if (interruption === 'fail' && execution.isInterrupted) this.#failInterrupted(execution);
    // There are no effects of a run that nobody finds; those of one that is found may be repeated here.
    else if (host.persisted === undefined || (interruption === 'retry' && this.#isKept)) this.#invoke(execution);
    else {
      // Its start is durable before it has effects: a run that goes on after a crash knows that they may have happened.
      this.#run.flush();
      this.#settle(execution, host.persisted(), () => {
        this.#isKept = true;
        this.#invoke(execution);
      });
    }
  }

  #failInterrupted(execution: NodeExecution): void {
    const { title, id } = execution.node.node;
    const message = `The server stopped while node "${title}" (${id}) was at work. It may have had its effect, so it is not run again; set on_interruption to retry where that does no harm.`;
    execution.attempt = execution.node.retry?.maxRetries ?? 0;
    this.#run.fail(execution, new NodeError('InterruptedError', message, { code: 'engine.node_interrupted' }));
  }

  #invoke(execution: NodeExecution): void {
    const { node } = execution;
    let result: NodeResult | Promise<NodeResult>;
    try {
      result = node.implementation.run(node.compiled, new RunNodeContext(this.#run.owner, execution));
    } catch (error) {
      this.#run.fail(execution, error);
      return;
    }
    if (isPromise(result)) this.#settle(execution, result, (value) => this.#run.succeed(execution, value));
    else this.#run.succeed(execution, result);
  }

  /** What comes of an attempt counts while the attempt does. */
  #settle<T>(execution: NodeExecution, promise: Promise<T>, onValue: (value: T) => void): void {
    const { attempt } = execution;
    const isCurrent = (): boolean => execution.isOpen && execution.attempt === attempt;
    promise.then(
      (value) => this.#run.turn(() => isCurrent() && onValue(value)),
      (error) => this.#run.turn(() => isCurrent() && this.#run.fail(execution, error)),
    );
  }
}

function isPromise(result: NodeResult | Promise<NodeResult>): result is Promise<NodeResult> {
  return typeof result === 'object' && result !== null && 'then' in result && typeof result.then === 'function';
}
