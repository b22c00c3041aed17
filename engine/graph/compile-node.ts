import type { GraphNode } from '#engine';
import { isPlatformError } from '#kernel';
import { type RetryLimits, readRetry, readStrategy } from './failure-settings.ts';
import type { NodeKind } from './graph.ts';
import { type GraphProblem, nodeProblem } from './graph-problem.ts';
import { givesPinned, pinnedImplementation } from './pinned-node.ts';
import type { PlainNode } from './slot-plan.ts';

/** A node without its place among others. */
export type CompiledNode = Omit<PlainNode, 'position' | 'incoming' | 'outgoing'>;

/** Checks and compiles a node; pushes what is wrong with it and returns undefined. */
export function compileNode(
  node: GraphNode,
  kind: NodeKind,
  { problems, limits }: { readonly problems: GraphProblem[]; readonly limits: RetryLimits },
): CompiledNode | undefined {
  if (givesPinned(node, kind.traits)) return pinnedNode(node, kind);
  const before = problems.length;
  for (const { field, message } of kind.check?.(node.data) ?? [])
    problems.push(nodeProblem(node, field || 'data', message));
  const strategy = readStrategy(node, problems);
  if (problems.length > before) return undefined;
  try {
    const compiled = kind.implementation.compile(node.data, node);
    return {
      id: node.id,
      node,
      traits: kind.traits,
      implementation: kind.implementation,
      compiled,
      isBranch: kind.traits.branch === true || strategy?.kind === 'fail-branch',
      strategy,
      retry: kind.traits.retry === true ? readRetry(node, limits) : null,
      interruption: readInterruption(node, kind, compiled),
    };
  } catch (error) {
    problems.push(settingProblem(node, error));
    return undefined;
  }
}

/** Whatever its settings are like: it does not run. */
function pinnedNode(node: GraphNode & Required<Pick<GraphNode, 'pinned'>>, kind: NodeKind): CompiledNode {
  return {
    ...{ id: node.id, node, traits: kind.traits, compiled: null },
    implementation: pinnedImplementation(node.pinned),
    isBranch: kind.traits.branch === true || readStrategy(node, [])?.kind === 'fail-branch',
    ...{ strategy: null, retry: null, interruption: null },
  };
}

/** A node without effects outside may always run again. */
function readInterruption(node: GraphNode, kind: NodeKind, compiled: unknown): 'fail' | 'retry' | null {
  if (kind.traits.sideEffects !== true || kind.implementation.hasSideEffects?.(compiled) === false) return null;
  if (node.isHarmless === true) return null;
  return node.data.on_interruption === 'retry' ? 'retry' : 'fail';
}

function settingProblem(node: GraphNode, error: unknown): GraphProblem {
  const field = isPlatformError(error) ? (error.field ?? 'data') : 'data';
  const message = error instanceof Error ? error.message : String(error);
  return nodeProblem(node, field, withoutPlace(message, field));
}

/** Node types often name node and field themselves; the problem says it once. */
function withoutPlace(message: string, field: string): string {
  const mark = `, ${field}: `;
  const at = message.startsWith('Node ') ? message.indexOf(mark) : -1;
  return at < 0 ? message : message.slice(at + mark.length);
}
