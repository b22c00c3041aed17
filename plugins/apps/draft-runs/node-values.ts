import { type Selector, toJson } from '#engine';
import { PlatformError } from '#kernel';
import type { RunStart } from '#plugins/runs/contract.ts';

/** The values of a request as a run takes them. */
export interface NodeValues {
  /** JSON text: what the node itself begins with, where it is a root. */
  readonly inputs: string;
  readonly values: NonNullable<RunStart['values']>;
}

/** `node.name`, as templates write it or without the marks; a bare name is an input of a root. */
export function nodeValues(nodeId: string, given: Readonly<Record<string, unknown>>): NodeValues {
  const inputs: Record<string, unknown> = {};
  const values: { selector: Selector; value: string }[] = [];
  for (const [name, value] of Object.entries(given)) {
    const text = name.replace(/^\{\{#(.*)#\}\}$/s, '$1');
    const at = text.indexOf('.');
    const [first, second] = at === -1 ? [nodeId, text] : [text.slice(0, at), text.slice(at + 1)];
    if (first === '' || second === '') throw badName(name);
    if (first === nodeId) inputs[second] = value;
    else values.push({ selector: [first, second], value: toJson(value) });
  }
  return { inputs: toJson(inputs), values };
}

function badName(name: string): PlatformError {
  const shown = name.slice(0, 100);
  const message = `"${shown}" names no value: give node.name, sys.name, env.name, conversation.name or the name of an input.`;
  return new PlatformError('invalid', 'draft-runs.invalid_value', message, { field: 'values' });
}
