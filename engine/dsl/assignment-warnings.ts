import type { GraphNode } from '../contract.ts';
import { nameOf } from './graph-draft.ts';
import { listAt, textsAt } from './tree.ts';

/** Assignments to what can't be assigned: anything but conversation variables and those of loops (app DSL, assigner). */
export function assignmentWarnings(nodes: readonly GraphNode[]): string[] {
  const loops = new Set(nodes.filter((node) => node.type === 'loop').map((node) => node.id));
  return nodes
    .filter((node) => node.type === 'assigner')
    .flatMap((node) =>
      targetsOf(node)
        .filter(([first = '']) => first !== 'conversation' && !loops.has(first))
        .map(
          (target) =>
            `The ${nameOf(node)} assigns ${target.slice(0, 2).join('.')}, and fails there: choose a conversation variable or a variable of a loop.`,
        ),
    );
}

/** Of either layout. */
function targetsOf({ data }: GraphNode): readonly (readonly string[])[] {
  const targets = [
    textsAt(data, 'assigned_variable_selector'),
    ...listAt(data, 'items').map((item) => textsAt(item, 'variable_selector')),
  ];
  return targets.filter((target) => target.length > 1);
}
