import {
  fromJson,
  type GraphNode,
  isNumeric,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  readSelector,
  type Selector,
} from '#engine';
import { AssignmentDraft } from './assignment-draft.ts';
import { kindOf, type Operation, operationOf } from './assignment-operations.ts';
import { invalidSetting, readMappings, readText, type Settings } from './settings.ts';
import { updateRecord } from './update-record.ts';

interface Item {
  readonly target: Selector;
  readonly name: string;
  readonly operation: Operation | undefined;
  readonly input:
    | { readonly kind: 'variable'; readonly selector: Selector | null }
    | { readonly kind: 'constant'; readonly value: unknown };
}

/** The second layout of the assigner: a list of operations, all or nothing (app DSL, assigner). */
export const node: NodeImplementation<readonly Item[]> = {
  compile: (data, graphNode) => readMappings(data.items).map((item, index) => compileItem(item, index, graphNode)),

  run(items, { variables }): NodeResult {
    const draft = new AssignmentDraft(variables);
    for (const item of items) assign(item, draft);
    return { outputs: {}, ...updateRecord(draft) };
  },

  writes: (items) => items.map((item) => item.target),
};

function compileItem(item: Settings, index: number, graphNode: GraphNode): Item {
  const target = readSelector(item.variable_selector);
  if (target === null) {
    throw invalidSetting(graphNode, `items[${index}].variable_selector`, 'choose the variable to write');
  }
  const name = readText(item.operation);
  const input: Item['input'] =
    item.input_type === 'constant'
      ? { kind: 'constant', value: item.value ?? null }
      : { kind: 'variable', selector: readSelector(item.value) };
  return { target: target.slice(0, 2), name, operation: operationOf(name), input };
}

function assign({ target, name, operation, input }: Item, draft: AssignmentDraft): void {
  const { type, value } = draft.target(target);
  if (operation === undefined || !operation.targets.has(kindOf(type))) {
    throw new NodeError('OperationNotSupportedError', `Operation ${name} is not supported for type ${type}`);
  }
  if (operation.inputs === null) {
    draft.write(target, operation.apply(value, null, type));
    return;
  }
  if (!operation.inputs.has(input.kind) || (input.kind === 'constant' && kindOf(type) === 'array')) {
    throw new NodeError(
      'InputTypeNotSupportedError',
      `Input type ${input.kind} is not supported for operation ${name}`,
    );
  }
  const given = input.kind === 'constant' ? constantOf(input.value, type) : sourceOf(input.selector, target, draft);
  if (given === null && input.kind === 'variable') return;
  if (!operation.accepts(given, type)) {
    const wanted = wantedOf(name, type);
    const message = `The operation ${name} on ${target.join('.')} takes ${wanted}, and was given ${described(given)}`;
    throw new NodeError('InvalidInputValueError', message);
  }
  draft.write(target, operation.apply(value, given, type));
}

function wantedOf(name: string, type: string): string {
  if (name === '/=') return 'a number other than 0';
  if (kindOf(type) === 'number') return 'a number';
  return name === 'append' ? `an item of ${type}` : `a value of the type ${type}`;
}

function described(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return 'true or false';
  if (Array.isArray(value)) return 'a list that does not fit';
  return isNumeric(value) ? 'a number' : 'an object';
}

function sourceOf(selector: Selector | null, target: Selector, draft: AssignmentDraft): unknown {
  if (selector !== null) return draft.source(selector);
  throw new NodeError('InvalidInputValueError', `No source variable for ${target.join('.')}`);
}

/** An object typed as text is JSON. */
function constantOf(value: unknown, type: string): unknown {
  if (kindOf(type) !== 'object' || typeof value !== 'string') return value;
  try {
    return fromJson(value);
  } catch (cause) {
    throw new NodeError('InvalidInputValueError', 'The constant of an object variable is not JSON', { cause });
  }
}
