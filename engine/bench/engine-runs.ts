/** Runs of the engine alone: no HTTP, no database, no platform. */
import { createHash, randomUUID } from 'node:crypto';
import type { GraphDocument, GraphEdge, GraphNode, GraphReference, NodeTraits, NodeType } from '#engine';
import { toJson } from '#engine';
import type { PoolOptions, PoolRunner } from '#engine/pool/pool-runner.ts';
import { threadSetup } from '#engine/pool/thread-setup.ts';

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => silent };

function ignore(): void {}

export function runnerOptions(nodeTypes: readonly NodeType[]): Omit<PoolOptions, 'openLink' | 'threads'> {
  return {
    maxRuns: 100,
    blockedSeconds: 20,
    room: { graphs: 100, characters: 100_000_000 },
    setup: () => threadSetup(nodeTypes, []),
    hostCall: () => undefined,
    layers: () => [],
    logger: silent,
  };
}

export function nodeType(type: string, traits: NodeTraits, module: URL): NodeType {
  return { id: `${type}@1`, type, version: '1', settings: { type: 'object' }, traits, module };
}

const pass = new URL('./nodes/pass.ts', import.meta.url);

/** The types of `chain`. */
export const passTypes: readonly NodeType[] = [nodeType('first', { root: true }, pass), nodeType('pass', {}, pass)];

export function graphReference(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphReference {
  const graph: GraphDocument = { mode: 'workflow', nodes, edges, environmentVariables: [], conversationVariables: [] };
  const text = toJson(graph);
  return { hash: createHash('sha256').update(text).digest('hex'), text };
}

export function graphNode(id: string, type: string, data: Readonly<Record<string, unknown>>): GraphNode {
  return { id, type, version: '1', title: id, parent: null, data };
}

export function edge(source: string, target: string): GraphEdge {
  return { source, sourceHandle: 'source', target };
}

/** A chain of so many nodes. Another name is another graph. */
export function chain(length: number, name = 'n'): GraphReference {
  const nodes = Array.from({ length }, (_, index) =>
    graphNode(`${name}${index}`, index === 0 ? 'first' : 'pass', {
      from: index === 0 ? ['sys', 'query'] : [`${name}${index - 1}`, 'output'],
    }),
  );
  return graphReference(
    nodes,
    nodes.slice(1).map(({ id }, index) => edge(`${name}${index}`, id)),
  );
}

/** Resolves when the run has succeeded. */
export function runOnce(runner: PoolRunner, graph: GraphReference, inputs = '{}'): Promise<void> {
  const request = {
    runId: randomUUID(),
    workspaceId: 'bench',
    appId: 'bench',
    graph,
    inputs,
    system: '{"query":"hello"}',
    environment: '{}',
    conversation: '{}',
    limits: { maxSteps: 1_000_000, maxSeconds: 60 },
  };
  return new Promise((resolve, reject) => {
    runner.start(request, (events) => {
      const last = events.at(-1);
      if (last?.kind !== 'run-finished') return;
      if (last.status === 'succeeded') resolve();
      else reject(new Error(last.error ?? last.status));
    });
  });
}
