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
export function variablesIn({ field, path, value, owner }: Setting): readonly NamedVariable[] {
  const one = (at: string, selector: readonly string[], isNeeded: boolean): NamedVariable => ({
    ...{ path: at, selector, isNeeded, from: 'before' },
  });
  switch (field.kind) {
    case 'value': {
      const around = { from: field.from ?? 'before', ...(field.takes !== undefined && { takes: field.takes }) };
      if (field.is_list === true)
        return listOf(value).map((each, at) => ({ ...one(joined(path, at), texts(each), true), ...around }));
      const selector = field.is_item === true ? selectorAt(listOf(value)[0], 'file') : texts(value);
      return [{ ...one(path, selector, field.required === true), ...around }];
    }
    case 'values':
      return listOf(value).map((item, at) =>
        one(
          joined(path, at, 'value_selector'),
          selectorAt(item, 'value_selector'),
          textOf(settingAt(item, 'variable')) !== '',
        ),
      );
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
    default:
      return [];
  }
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
