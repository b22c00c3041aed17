import type { GraphNode } from '#engine';
import type { NodeKinds } from './document-format.ts';
import { nameOf } from './graph-draft.ts';

interface AssignmentProblem {
  readonly node: GraphNode;
  readonly field: string;
  readonly message: string;
}

/** Assignments to what can't be assigned: anything but conversation variables and those of loops (app DSL, assigner). */
export function assignmentProblems(nodes: readonly GraphNode[], kinds: NodeKinds): readonly AssignmentProblem[] {
  const loops = new Set(nodes.filter((node) => kinds.container(node.type)?.pool === 'shared').map((node) => node.id));
  return nodes.flatMap((node) =>
    (kinds.document(node.type).assigns?.(node.data) ?? [])
      .map((target, at) => ({ target, at }))
      .filter(({ target: [first = ''] }) => first !== 'conversation' && !loops.has(first))
      .map(({ target, at }) => ({
        node,
        field: Array.isArray(node.data.items) ? `items.${at}.variable_selector` : 'assigned_variable_selector',
        message: `assigns ${target.slice(0, 2).join('.')}, and fails there: choose a conversation variable or a variable of a loop.`,
      })),
  );
}

/** The same as an import tells it. */
export function assignmentWarnings(nodes: readonly GraphNode[], kinds: NodeKinds): string[] {
  return assignmentProblems(nodes, kinds).map(({ node, message }) => `The ${nameOf(node)} ${message}`);
}
