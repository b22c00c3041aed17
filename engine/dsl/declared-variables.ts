/** Environment and conversation variables of a document (app DSL, workflow). */
import type { VariableDeclaration } from '#engine';
import { Float, isMapping, zeroOf } from '#engine/run/values/value.ts';
import { variableBytes } from '#engine/run/values/variable-size.ts';
import { invalidDocument } from './document-error.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

export type VariableList = 'environment_variables' | 'conversation_variables';

const integer = (value: unknown) => typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
const number = (value: unknown) => typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;
const text = (value: unknown) => typeof value === 'string';
const listOf = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits);

const fitting: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['string', text],
  ['secret', text],
  ['number', number],
  ['integer', integer],
  ['float', number],
  ['boolean', (value: unknown) => typeof value === 'boolean'],
  ['object', isMapping],
  ['array[string]', listOf(text)],
  ['array[number]', listOf(number)],
  ['array[object]', listOf(isMapping)],
  ['array[boolean]', listOf((value) => typeof value === 'boolean')],
  ['array[any]', Array.isArray],
  ['array[file]', Array.isArray],
]);

/**
 * Reads one of a workflow's variable lists; a null value becomes the zero value of its type. Throws
 * `engine.invalid_document` naming the variable.
 */
export function readVariables(workflow: unknown, list: VariableList, maxBytes: number): VariableDeclaration[] {
  const stored = valueAt(workflow, list);
  if (stored !== undefined && stored !== null && !Array.isArray(stored)) {
    throw invalidDocument(`workflow.${list} must be a list of variables.`, { field: `workflow.${list}` });
  }
  return listAt(workflow, list).map((entry, index) => readVariable(entry, `workflow.${list}[${index}]`, maxBytes));
}

function readVariable(entry: unknown, field: string, maxBytes: number): VariableDeclaration {
  if (!isMapping(entry))
    throw invalidDocument(`${field} must be a mapping with name, value_type and value.`, { field });
  const name = textAt(entry, 'name');
  if (name === '') throw invalidDocument(`${field} has no name: give the variable one.`, { field: `${field}.name` });
  const valueType = textAt(entry, 'value_type').toLowerCase();
  const fits = fitting.get(valueType);
  if (fits === undefined) {
    const found = valueType === '' ? 'no value_type' : `the unknown value_type '${valueType}'`;
    const allowed = [...fitting.keys()].join(', ');
    throw invalidDocument(`The variable '${name}' (${field}) has ${found}: use one of ${allowed}.`, {
      field: `${field}.value_type`,
    });
  }
  return {
    id: textAt(entry, 'id', name),
    name,
    description: textAt(entry, 'description'),
    valueType,
    value: readValue(entry, fits, { field, maxBytes }),
  };
}

/** Messages never show the value: it may be a secret. */
function readValue(
  entry: Mapping,
  fits: (value: unknown) => boolean,
  { field, maxBytes }: { readonly field: string; readonly maxBytes: number },
): unknown {
  const name = textAt(entry, 'name');
  const valueType = textAt(entry, 'value_type').toLowerCase();
  const value = valueAt(entry, 'value');
  if (value === undefined) {
    throw invalidDocument(`The variable '${name}' (${field}) has no value: write 'value: null' for an empty one.`, {
      field: `${field}.value`,
    });
  }
  if (value === null) return zeroOf(valueType);
  if (!fits(value)) {
    throw invalidDocument(`The value of the variable '${name}' (${field}) does not fit its type ${valueType}.`, {
      field: `${field}.value`,
    });
  }
  if (variableBytes(value) > maxBytes) {
    throw invalidDocument(
      `The value of the variable '${name}' (${field}) is larger than ${maxBytes / 1024} KB (WEFT_VARIABLE_KB).`,
      {
        field: `${field}.value`,
      },
    );
  }
  return valueType === 'float' && typeof value === 'number' && Number.isInteger(value) ? new Float(value) : value;
}

/** Secret environment values by name. */
export function secretsOf(tree: unknown): Record<string, string> {
  const secrets = secretEntries(tree).map((entry): [string, string] => [textAt(entry, 'name'), textAt(entry, 'value')]);
  return Object.fromEntries(secrets);
}

/** Names of secret environment variables by their ids, which stay when they are renamed. */
export function secretNamesOf(tree: unknown): ReadonlyMap<string, string> {
  const named = secretEntries(tree).map((entry) => [textAt(entry, 'id'), textAt(entry, 'name')] as const);
  return new Map(named.filter(([id]) => id !== ''));
}

function secretEntries(tree: unknown): Mapping[] {
  return listAt(mappingAt(tree, 'workflow'), 'environment_variables').filter(isMapping).filter(isSecret);
}

function isSecret(entry: Mapping): boolean {
  return textAt(entry, 'value_type').toLowerCase() === 'secret';
}

/** A copy of the tree in which every secret value is what `lookUp` says; unknown names keep theirs. */
export function mapSecrets(tree: Mapping, lookUp: (name: string) => string | undefined): Mapping {
  if (secretEntries(tree).length === 0) return tree;
  const workflow = mappingAt(tree, 'workflow');
  const entries = listAt(workflow, 'environment_variables').map((entry) => {
    if (!isMapping(entry) || !isSecret(entry)) return entry;
    const value = lookUp(textAt(entry, 'name'));
    return value === undefined ? entry : { ...entry, value };
  });
  return { ...tree, workflow: { ...workflow, environment_variables: entries } };
}
