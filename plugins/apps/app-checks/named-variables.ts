import { isMapping } from '#engine';
import { joined, listOf, settingAt, textOf } from './setting.ts';
import type { Setting } from './settings-of.ts';

/** A place of a node that names a variable by its selector. */
export interface NamedVariable {
  readonly path: string;
  readonly selector: readonly string[];
  /** Types that may stand there; absent: any. */
  readonly takes?: readonly string[];
  readonly from: 'before' | 'inside' | 'assignable';
  /** The variable that an item of a list is about: it must be there. */
  readonly isNeeded: boolean;
}

const conditionAt = (value: unknown, path: string, from: 'before' | 'inside') =>
  listOf(value).map(
    (item, at): NamedVariable => ({
      path: joined(path, at, 'variable_selector'),
      selector: selectorAt(item, 'variable_selector'),
      from,
      isNeeded: true,
    }),
  );

/** Every variable that a setting names; templates are read by the engine. */
export function variablesIn({ field, path, value, owner, ownerPath }: Setting): readonly NamedVariable[] {
  const one = (at: string, selector: readonly string[], isNeeded: boolean): NamedVariable => ({
    ...{ path: at, selector, isNeeded, from: 'before' },
  });
  // What is written as a constant elsewhere may be a variable: its selector.
  if (field.wrapped !== undefined && field.kind !== 'value' && isVariable(owner, field.at))
    return [one(path, texts(value), field.required === true)];
  switch (field.kind) {
    case 'messages':
      return namedIn(settingAt(owner, field.variables_at), joined(ownerPath, field.variables_at));
    case 'value': {
      const around = { from: field.from ?? 'before', ...(field.takes !== undefined && { takes: field.takes }) };
      if (field.is_list === true)
        return listOf(value).map((each, at) => ({ ...one(joined(path, at), texts(each), true), ...around }));
      const selector = field.is_item === true ? selectorAt(listOf(value)[0], 'file') : texts(value);
      return [{ ...one(path, selector, field.required === true), ...around }];
    }
    case 'values':
      return namedIn(value, path);
    case 'conditions':
      return conditionAt(value, path, field.from ?? 'before');
    case 'cases':
      return listOf(value).flatMap((item, at) =>
        conditionAt(settingAt(item, 'conditions'), joined(path, at, 'conditions'), 'before'),
      );
    case 'assignments':
      return listOf(value).flatMap((item, at) => assignmentIn(item, joined(path, at)));
    case 'vision':
      return isMapping(value) && value.enabled === true
        ? [one(joined(path, 'configs.variable_selector'), selectorAt(value, 'configs.variable_selector'), false)]
        : [];
    case 'typed-value':
      return field.input_at !== undefined && settingAt(owner, field.input_at) === 'variable'
        ? [one(path, texts(value), true)]
        : [];
    case 'tool-parameters':
      return Object.entries(isMapping(value) ? value : {}).flatMap(([name, each]) =>
        isMapping(each) && each.type === 'variable' ? [one(joined(path, name, 'value'), texts(each.value), false)] : [],
      );
    case 'key-values':
      return field.form === 'items'
        ? listOf(value).flatMap((item, at) =>
            settingAt(item, 'type') === 'file' ? [one(joined(path, at, 'file'), selectorAt(item, 'file'), true)] : [],
          )
        : [];
    case 'text':
    case 'template':
    case 'number':
    case 'switch':
    case 'choice':
    case 'choices':
    case 'texts':
    case 'model':
    case 'item-conditions':
    case 'code':
    case 'json-schema':
    case 'output-list':
    case 'tool':
    case 'tools':
    case 'datasets':
    case 'metadata-filter':
    case 'input-form':
    case 'deliveries':
    case 'memory':
    case 'list':
    case 'group':
    case 'note':
    case 'rich-text':
      return [];
  }
}

function isVariable(owner: unknown, at: string): boolean {
  return settingAt(owner, joined(at, 'type')) === 'variable';
}

/** Names of variables for a text or for code. */
function namedIn(value: unknown, path: string): readonly NamedVariable[] {
  return listOf(value).map((item, at) => ({
    path: joined(path, at, 'value_selector'),
    selector: selectorAt(item, 'value_selector'),
    from: 'before',
    isNeeded: textOf(settingAt(item, 'variable')) !== '',
  }));
}

function assignmentIn(item: unknown, path: string): readonly NamedVariable[] {
  const target: NamedVariable = {
    ...{ path: joined(path, 'variable_selector'), selector: selectorAt(item, 'variable_selector') },
    ...{ from: 'assignable', isNeeded: true },
  };
  const takesNone = ['clear', 'remove-first', 'remove-last'].includes(textOf(settingAt(item, 'operation')));
  if (settingAt(item, 'input_type') !== 'variable' || takesNone) return [target];
  return [target, { path: joined(path, 'value'), selector: selectorAt(item, 'value'), from: 'before', isNeeded: true }];
}

function selectorAt(owner: unknown, path: string): readonly string[] {
  return texts(settingAt(owner, path));
}

function texts(value: unknown): readonly string[] {
  return listOf(value).map(String);
}
