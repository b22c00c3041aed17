import { isMapping, type Mapping, numberOf, textOf } from './frames.ts';

export type StepStatus = 'running' | 'retrying' | 'waiting' | 'succeeded' | 'exception' | 'failed' | 'stopped';

/** A node that ran, or runs. Replaced when it changes, so that views compare it. */
export interface Step {
  /** Of the execution: a node in a loop has many. */
  readonly id: string;
  readonly nodeId: string;
  readonly type: string;
  readonly title: string;
  readonly status: StepStatus;
  /** In milliseconds. */
  readonly startedAt: number;
  /** In seconds; null while it runs. */
  readonly elapsed: number | null;
  readonly error: string;
  readonly retries: number;
  /** Rounds of an iteration or a loop, begun and in all (0: not known). */
  readonly rounds: number;
  readonly allRounds: number;
  /** Of a container: the newest of its nodes; how many there were besides is in `hidden`. */
  readonly children: readonly Step[];
  readonly hidden: number;
}

/** Of a container; an iteration over ten thousand items would fill the page. */
const mostChildren = 200;

const containerEvents = /^(?:iteration|loop)_(started|next|completed)$/;

/** The nodes of a run, as its frames tell of them. */
export class StepList {
  top: readonly Step[] = [];
  count = 0;
  /** The node that failed last. */
  failed: Step | null = null;

  /** Whether the event was one of a node. */
  apply(event: string, data: Mapping): boolean {
    const container = containerEvents.exec(event)?.[1];
    if (container !== undefined) {
      if (container === 'started') this.#start(data);
      else if (container === 'next') this.#update(data, (step) => ({ ...step, rounds: numberOf(data.index) + 1 }));
      else this.#finish(data);
      return true;
    }
    switch (event) {
      case 'node_started':
        this.#start(data);
        return true;
      case 'node_retry':
        this.#update(data, (step) => ({
          ...step,
          status: 'retrying',
          retries: numberOf(data.retry_index) || step.retries + 1,
        }));
        return true;
      case 'node_finished':
        this.#finish(data);
        return true;
      default:
        return false;
    }
  }

  /** A node that asks waits for the answer. */
  wait(nodeId: string): void {
    this.top = this.top.map((step) =>
      step.nodeId === nodeId && isRunning(step) ? { ...step, status: 'waiting' } : step,
    );
  }

  /** What still runs has ended with the run. */
  end(status: StepStatus): void {
    const ended = (steps: readonly Step[]): readonly Step[] =>
      steps.map((step) => (isRunning(step) ? { ...step, status, children: ended(step.children) } : step));
    this.top = ended(this.top);
  }

  #start(data: Mapping): void {
    const step = newStep(data);
    // A run that goes on after a crash or a pause tells again of what had not finished.
    if (this.#replace(step.id, () => step)) return;
    this.count += 1;
    const parent = textOf(data.iteration_id) || textOf(data.loop_id);
    if (parent === '' || !this.#addTo(parent, step)) this.top = [...withoutUnfinished(this.top, step), step];
  }

  #finish(data: Mapping): void {
    const status = finalStatus(textOf(data.status));
    const finish = (step: Step): Step => ({
      ...step,
      status,
      elapsed: numberOf(data.elapsed_time),
      error: textOf(data.error),
      rounds: numberOf(data.steps) || step.rounds,
    });
    let finished: Step | null = null;
    const isKnown = this.#replace(textOf(data.id), (step) => {
      finished = finish(step);
      return finished;
    });
    // A stream that is joined late has not told of its start.
    if (!isKnown) {
      this.#start(data);
      this.#finish(data);
      return;
    }
    if (status === 'failed') this.failed = finished;
  }

  #update(data: Mapping, change: (step: Step) => Step): void {
    this.#replace(textOf(data.id), change);
  }

  #replace(id: string, change: (step: Step) => Step): boolean {
    const replaced = replaceIn(this.top, id, change);
    if (replaced === null) return false;
    this.top = replaced;
    return true;
  }

  #addTo(parent: string, step: Step): boolean {
    const added = addIn(this.top, parent, step);
    if (added === null) return false;
    this.top = added;
    return true;
  }
}

function isRunning({ status }: Step): boolean {
  return status === 'running' || status === 'retrying' || status === 'waiting';
}

function newStep(data: Mapping): Step {
  const metadata = isMapping(data.metadata) ? data.metadata : {};
  return {
    id: textOf(data.id),
    nodeId: textOf(data.node_id),
    type: textOf(data.node_type),
    title: textOf(data.title),
    status: 'running',
    startedAt: numberOf(data.created_at) * 1000,
    elapsed: null,
    error: '',
    retries: 0,
    rounds: 0,
    allRounds: numberOf(metadata.iterator_length) || numberOf(metadata.loop_length),
    children: [],
    hidden: 0,
  };
}

/** A node that was cut off by a crash or a pause begins anew, as another execution. */
function withoutUnfinished(steps: readonly Step[], { nodeId }: Step): readonly Step[] {
  return steps.filter((step) => step.nodeId !== nodeId || !isRunning(step));
}

function finalStatus(status: string): StepStatus {
  return status === 'failed' || status === 'exception' || status === 'stopped' ? status : 'succeeded';
}

/** From the end, where what runs is. Null: it isn't there. */
function replaceIn(steps: readonly Step[], id: string, change: (step: Step) => Step): readonly Step[] | null {
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const step = steps[at];
    if (step === undefined) continue;
    if (step.id === id) return steps.with(at, change(step));
    const inside = step.children.length > 0 ? replaceIn(step.children, id, change) : null;
    if (inside !== null) return steps.with(at, { ...step, children: inside });
  }
  return null;
}

/** Below the newest execution of a container. */
function addIn(steps: readonly Step[], nodeId: string, step: Step): readonly Step[] | null {
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const each = steps[at];
    if (each === undefined) continue;
    if (each.nodeId === nodeId || each.id === nodeId) {
      const over = Math.max(each.children.length + 1 - mostChildren, 0);
      return steps.with(at, { ...each, children: [...each.children.slice(over), step], hidden: each.hidden + over });
    }
    const inside = each.children.length > 0 ? addIn(each.children, nodeId, step) : null;
    if (inside !== null) return steps.with(at, { ...each, children: inside });
  }
  return null;
}
