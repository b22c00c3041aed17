/** An event of a run as the route tells it: its number, and what happened. */
export interface TimedEvent {
  readonly number: number;
  readonly generation: number;
  readonly event: { readonly kind: string; readonly [name: string]: unknown };
}

/** A node at a moment of a run: one for each time that it ran. */
export interface NodeMoment {
  /** Of this execution, unlike the node's own, which loops run many times. */
  readonly executionId: string;
  readonly nodeId: string;
  readonly type: string;
  readonly title: string;
  /** Containers around it. */
  readonly depth: number;
  /** The node it was come to from. */
  readonly cameFrom: string | null;
  /** Which round of its container, from 1; null: it is in none. */
  readonly round: number | null;
  readonly status: string;
  readonly retries: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly finishedAt: number | null;
  /** Seconds; null: it has not ended. */
  readonly elapsed: number | null;
  readonly inputs: unknown;
  readonly processData: unknown;
  readonly outputs: unknown;
  readonly error: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** What it has said so far. */
  readonly text: string;
}

/** A run at a moment. */
export interface Moment {
  /** By their start. */
  readonly nodes: readonly NodeMoment[];
  /** Values of variables that were set, by their names. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly status: string;
  /** What it waits for. */
  readonly pauses: readonly unknown[];
  readonly outputs: unknown;
}

/**
 * Adds events to those that are known, in their order. Those that a new generation tells anew take the places of what an older
 * one had told from there on.
 */
export function withEvents(known: readonly TimedEvent[], more: readonly TimedEvent[]): readonly TimedEvent[] {
  const events = [...known];
  for (const event of more) {
    const last = events.at(-1);
    if (last !== undefined && event.number <= last.number) {
      if (event.generation <= last.generation) continue;
      while ((events.at(-1)?.number ?? 0) >= event.number) events.pop();
    }
    events.push(event);
  }
  return events;
}

/** What the run was after the first events of it. */
export function momentOf(events: readonly TimedEvent[]): Moment {
  const nodes = new Map<string, NodeMoment>();
  const variables: Record<string, unknown> = {};
  let status = 'running';
  let pauses: readonly unknown[] = [];
  let outputs: unknown = null;
  for (const { event } of events) {
    switch (event.kind) {
      case 'run-started':
        status = 'running';
        pauses = [];
        break;
      case 'node-started':
        nodes.set(textOf(event.execution_id), started(event));
        break;
      case 'node-retry':
        change(nodes, event, (node) => ({ ...node, ...valuesOf(event), retries: node.retries + 1, status: 'running' }));
        break;
      case 'node-finished':
        change(nodes, event, (node) => ({ ...node, ...valuesOf(event), ...endOf(event) }));
        break;
      case 'chunk':
        speak(nodes, event);
        break;
      case 'variable-updated':
        if (Array.isArray(event.selector)) variables[event.selector.join('.')] = event.value;
        break;
      case 'run-paused':
        status = 'paused';
        pauses = Array.isArray(event.reasons) ? event.reasons : [];
        break;
      case 'run-finished':
        status = textOf(event.status);
        outputs = event.outputs ?? null;
        break;
    }
  }
  return { nodes: [...nodes.values()], variables, status, pauses, outputs };
}

type Event = TimedEvent['event'];

function started(event: Event): NodeMoment {
  const position = recordOf(event.position);
  const path = textOf(position.path);
  const index = position.iteration_index ?? position.loop_index;
  return {
    executionId: textOf(event.execution_id),
    nodeId: textOf(event.node_id),
    type: textOf(event.node_type),
    title: textOf(event.title),
    depth: event.position === null || event.position === undefined ? 0 : Math.max(1, path.split('/').length),
    cameFrom: textOf(event.predecessor_node_id) || null,
    round: typeof index === 'number' ? index + 1 : null,
    status: 'running',
    retries: 0,
    startedAt: numberOf(event.started_at) ?? 0,
    finishedAt: null,
    elapsed: null,
    inputs: null,
    processData: null,
    outputs: null,
    error: null,
    metadata: {},
    text: '',
  };
}

function valuesOf(event: Event) {
  return {
    inputs: event.inputs ?? null,
    processData: event.process_data ?? null,
    outputs: event.outputs ?? null,
    error: typeof event.error === 'string' ? event.error : null,
  };
}

function endOf(event: Event) {
  return {
    status: textOf(event.status),
    finishedAt: numberOf(event.finished_at),
    elapsed: numberOf(event.elapsed),
    metadata: recordOf(event.metadata),
  };
}

/** What was told of a node whose start was not is told as if it had been. */
function change(nodes: Map<string, NodeMoment>, event: Event, next: (node: NodeMoment) => NodeMoment): void {
  const id = textOf(event.execution_id);
  nodes.set(id, next(nodes.get(id) ?? started(event)));
}

/** Text belongs to the node it comes from, not to the one whose answer it is a part of: to what began last of it. */
function speak(nodes: Map<string, NodeMoment>, event: Event): void {
  const said = Array.isArray(event.deltas) ? event.deltas.join('') : '';
  const source: unknown = Array.isArray(event.selector) ? event.selector[0] : event.node_id;
  const node = [...nodes.values()].findLast(({ nodeId }) => nodeId === source);
  if (node !== undefined) nodes.set(node.executionId, { ...node, text: node.text + said });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
