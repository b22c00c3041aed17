import type { GraphNode } from '#engine';
import { PlatformError } from '#kernel';

/** Something that keeps a graph from running. The message names the node, the field and the remedy. */
export interface GraphProblem {
  readonly message: string;
  /** `<node id>.<field>`, or a key of the graph. */
  readonly field: string;
}

export function nodeProblem(node: GraphNode, field: string, problem: string): GraphProblem {
  return { message: `${nodeName(node)}, ${field}: ${problem}`, field: `${node.id}.${field}` };
}

export function nodeName(node: GraphNode): string {
  return node.title === '' ? `Node ${node.id}` : `Node "${node.title}" (${node.id})`;
}

/** One error for all problems, so that they can be mended in one go. */
export function invalidGraph(problems: readonly GraphProblem[]): PlatformError {
  const message = problems.map((problem) => problem.message).join('\n');
  return new PlatformError('invalid', 'engine.invalid_graph', message, { field: problems[0]?.field ?? 'graph' });
}
