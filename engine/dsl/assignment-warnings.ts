import type { GraphNode } from '#engine';
import type { NodeKinds } from './document-format.ts';
import { nameOf } from './graph-draft.ts';

/** Assignments to what can't be assigned: anything but conversation variables and those of loops (app DSL, assigner). */
export function assignmentWarnings(nodes: readonly GraphNode[], kinds: NodeKinds): string[] {
  const loops = new Set(nodes.filter((node) => kinds.container(node.type)?.pool === 'shared').map((node) => node.id));
  return nodes.flatMap((node) =>
    (kinds.document(node.type).assigns?.(node.data) ?? [])
      .filter(([first = '']) => first !== 'conversation' && !loops.has(first))
      .map(
        (target) =>
          `The ${nameOf(node)} assigns ${target.slice(0, 2).join('.')}, and fails there: choose a conversation variable or a variable of a loop.`,
      ),
  );
}
