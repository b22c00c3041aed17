import type {
  AppMode,
  GraphDocument,
  GraphEdge,
  GraphNode,
  RunCommand,
  RunEvent,
  RunFinishedEvent,
  RunLimits,
  RunPast,
  VariableDeclaration,
} from '#engine';
import { buildGraph } from '#engine/graph/build-graph.ts';
import type { Graph, NodeKind } from '#engine/graph/graph.ts';
import { startRun } from '#engine/run/start-run.ts';
import { fromJson, toJson } from '#engine/run/values/value.ts';
import { PlatformError, type Token } from '#kernel';
import { fakeKinds, NodeClock } from './fake-nodes.ts';
import { ManualClock } from './manual-clock.ts';

/** A graph in short: `{ llm: { type: 'work', tokens: ['a'] } }`, and edges `['start', 'llm']` or `['branch', 'a', 'yes']`. */
export interface GraphSketch {
  readonly nodes: Readonly<Record<string, Readonly<Record<string, unknown>> & { readonly type: string }>>;
  readonly edges: readonly (readonly [source: string, target: string, handle?: string])[];
  readonly mode?: AppMode;
  readonly environment?: readonly Partial<VariableDeclaration>[];
  readonly conversation?: readonly Partial<VariableDeclaration>[];
  /** Kinds beside the fake ones, by type. */
  readonly kinds?: Readonly<Record<string, NodeKind>>;
}

export interface RunSketch extends GraphSketch {
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly system?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly memory?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<RunLimits>;
  readonly rootNodeId?: string;
  readonly past?: RunPast;
  readonly call?: (hostCall: string, input: unknown) => Promise<unknown>;
  readonly persisted?: () => Promise<unknown>;
}

/** The document of a sketch. `data.parent` puts a node into a container. */
export function sketchDocument({ nodes, edges, mode, environment, conversation }: GraphSketch): GraphDocument {
  return {
    mode: mode ?? 'advanced-chat',
    nodes: Object.entries(nodes).map(
      ([id, { type, parent, ...data }]): GraphNode => ({
        id,
        type,
        version: '1',
        title: '',
        parent: typeof parent === 'string' ? parent : null,
        data,
      }),
    ),
    edges: edges.map(([source, target, handle]): GraphEdge => ({ source, target, sourceHandle: handle ?? 'source' })),
    environmentVariables: (environment ?? []).map(declaration),
    conversationVariables: (conversation ?? []).map(declaration),
  };
}

function declaration(variable: Partial<VariableDeclaration>): VariableDeclaration {
  return { id: '', name: '', description: '', valueType: 'string', value: null, ...variable };
}

export function sketchGraph(sketch: GraphSketch): Graph {
  return buildGraph(sketchDocument(sketch), (type) => sketch.kinds?.[type] ?? fakeKinds[type]);
}

/** A run on a clock that stands still. */
export interface PlacedRun {
  readonly clock: ManualClock;
  readonly events: readonly RunEvent[];
  /** How many events came in each burst. */
  readonly bursts: readonly number[];
  readonly done: Promise<void>;
  send(command: RunCommand): void;
}

export function startInPlace(sketch: RunSketch, graph = sketchGraph(sketch), clock = new ManualClock()): PlacedRun {
  const events: RunEvent[] = [];
  const bursts: number[] = [];
  const run = startRun(
    graph,
    {
      runId: 'run',
      workspaceId: 'workspace',
      appId: 'app',
      inputs: toJson(sketch.inputs ?? {}),
      system: toJson(sketch.system ?? {}),
      environment: toJson(sketch.secrets ?? {}),
      conversation: toJson(sketch.memory ?? {}),
      limits: { maxSteps: 500, maxSeconds: 1200, ...sketch.limits },
      ...(sketch.rootNodeId === undefined ? {} : { rootNodeId: sketch.rootNodeId }),
      ...(sketch.past === undefined ? {} : { past: sketch.past }),
    },
    {
      clock,
      emit: (burst) => {
        bursts.push(burst.length);
        events.push(...burst);
      },
      ...(sketch.persisted === undefined ? {} : { persisted: sketch.persisted }),
      call: sketch.call ?? ((hostCall) => Promise.reject(new Error(`nothing answers ${hostCall}`))),
      service<T>(token: Token<T>): T {
        if (token.id === NodeClock.id) return clock as T;
        throw new PlatformError('unavailable', 'engine.no_thread_service', `There is no service ${token.id}.`);
      },
    },
  );
  return { clock, events, bursts, done: run.done, send: (command) => run.send(command) };
}

/** What a test wants to know of a run that is over. */
export interface RunReport {
  readonly events: readonly RunEvent[];
  readonly finished: RunFinishedEvent;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** All text that was streamed. */
  readonly text: string;
  /** Ids of the nodes that were started, in order. */
  readonly started: readonly string[];
  /** Status by node id; the last one when a node ran several times. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Parsed outputs by node id. */
  readonly nodeOutputs: Readonly<Record<string, unknown>>;
}

/** Runs a graph to its end, however long its nodes wait. */
export async function runInPlace(sketch: RunSketch, graph?: Graph): Promise<RunReport> {
  const run = startInPlace(sketch, graph);
  await run.clock.until(run.done);
  return reportOf(run.events);
}

export function reportOf(events: readonly RunEvent[]): RunReport {
  const finished = events.at(-1);
  if (finished?.kind !== 'run-finished') throw new Error('the run is not over');
  const results = events.filter((event) => event.kind === 'node-finished');
  return {
    events,
    finished,
    outputs: fromJson(finished.outputs) as Readonly<Record<string, unknown>>,
    text: events.map((event) => (event.kind === 'chunk' ? event.deltas.join('') : '')).join(''),
    started: events.filter((event) => event.kind === 'node-started').map((event) => event.nodeId),
    statuses: Object.fromEntries(results.map((event) => [event.nodeId, event.status])),
    nodeOutputs: Object.fromEntries(
      results.map((event) => [event.nodeId, event.outputs === null ? null : fromJson(event.outputs)]),
    ),
  };
}
