import { randomUUID } from 'node:crypto';
import type { DocumentOperation } from '#engine';
import { type DrawnApp, declared, type Mapping } from './drawn-app.ts';
import type { Complain } from './make-nodes.ts';
import { textOf } from './read-answer.ts';

const types: Readonly<Record<string, unknown>> = {
  ...{ string: '', number: 0, boolean: false, object: {} },
  ...{ 'array[string]': [], 'array[number]': [], 'array[object]': [], 'array[boolean]': [] },
};

/** Variables of the conversation that an answer adds; those that are there already stay as they are. */
export function newVariables(
  app: DrawnApp,
  wanted: readonly Mapping[],
  complain: Complain,
): readonly DocumentOperation[] {
  const taken = new Set(declared(app, 'conversation_variables').keys());
  const made = wanted.flatMap((variable) => {
    const [name, type] = [textOf(variable.name), textOf(variable.type ?? variable.value_type) || 'string'];
    if (taken.has(name)) return [];
    if (app.mode !== 'advanced-chat' || !/^[A-Za-z_]\w{0,99}$/.test(name) || !Object.hasOwn(types, type)) {
      complain(
        `There can be no conversation variable "${name.slice(0, 60)}" of type "${type.slice(0, 40)}" in this app.`,
      );
      return [];
    }
    taken.add(name);
    const empty = types[type];
    const given = variable.value ?? variable.default;
    const fits = Array.isArray(empty) === Array.isArray(given) && typeof given === typeof empty && given !== null;
    return [
      {
        ...{ id: randomUUID(), name, selector: ['conversation', name], value_type: type },
        ...{ value: fits ? given : empty, description: textOf(variable.description).slice(0, 255) },
      },
    ];
  });
  const path = ['workflow', 'conversation_variables'];
  if (made.length === 0) return [];
  if (!Array.isArray(app.workflow.conversation_variables)) return [{ path, set: made }];
  return made.map((variable) => ({ path: [...path, '-'], insert: variable }));
}
