import type { NodeMoment } from './moment.ts';

/** A value that a run can begin anew with. */
export interface ForkValue {
  /** As the route takes it: the name of an input, or `node.name`. */
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  /** As it is changed in a field. */
  readonly text: string;
}

/** Inputs of the run, and what nodes of the main graph that ended before the chosen one have given. */
export function forkValues(inputs: unknown, nodes: readonly NodeMoment[], chosen: NodeMoment): readonly ForkValue[] {
  const at = nodes.findIndex(({ executionId }) => executionId === chosen.executionId);
  const earlier = nodes
    .slice(0, Math.max(0, at))
    .filter(({ depth, finishedAt, type }) => depth === 0 && finishedAt !== null && type !== 'start');
  return [
    // `sys.query` and the like are no inputs, though they come with them.
    ...entriesOf(inputs)
      .filter(([name]) => !name.includes('.'))
      .map(([name, value]) => forkValue(name, name, value)),
    ...earlier.flatMap(({ nodeId, title, outputs }) =>
      entriesOf(outputs).map(([name, value]) => forkValue(`${nodeId}.${name}`, `${title} → ${name}`, value)),
    ),
  ];
}

/** Text stays text where there was text; anything else is JSON. */
export function valueOfText(
  text: string,
  before: unknown,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  if (typeof before === 'string') return { ok: true, value: text };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}

function forkValue(name: string, label: string, value: unknown): ForkValue {
  return { name, label, value, text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) };
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
