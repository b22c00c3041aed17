import { takes, type Variable, type VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import type { PickerItem } from '#plugins/studio/web/contract.tsx';
import { shortValue } from './prompt-help.ts';

export interface Variables {
  readonly groups: readonly VariableGroup[];
  /** Those that fit; absent: any. */
  readonly types?: readonly string[] | undefined;
  /** Key of what is chosen. */
  readonly value: string;
  /** The name of a group. */
  titleOf(group: VariableGroup): string;
  lastOf(selector: readonly string[]): unknown;
  /** Why one of that type can't be picked. */
  whyNot(type: string, types: readonly string[]): string;
  /** What is said of a name that is not there. */
  unknown(name: string): string;
}

/** Of a value, in a list. */
const MAX_VALUE = 32;

/** Under which a variable is picked; empty: none. */
export const variableKey = (selector: readonly string[]) => (selector.length === 0 ? '' : JSON.stringify(selector));

/** What is chosen, which may be known no more. */
export function chosenVariable(variables: Variables, key: string): PickerItem | null {
  if (key === '') return null;
  for (const group of variables.groups)
    for (const variable of group.variables)
      if (variableKey(variable.selector) === key) return itemOf(variables, group, variable, true);
  return { id: key, label: variables.unknown((JSON.parse(key) as string[]).join('.')) };
}

/**
 * The variables a node sees, by node, with their types and what they were last. Those whose type does not fit are found by a
 * search, with the reason. One that is chosen stays, whatever its type and whether it is known.
 */
export function variableItems(variables: Variables, isSearching: boolean): readonly PickerItem[] {
  const { groups, types, value } = variables;
  const all = groups.flatMap((group) =>
    group.variables.map((variable) =>
      itemOf(variables, group, variable, takes(types, variable.type) || variableKey(variable.selector) === value),
    ),
  );
  const fitting = all.filter(({ whyNot }) => whyNot === undefined);
  const shown = isSearching || fitting.length === 0 ? all : fitting;
  const chosen = chosenVariable(variables, value);
  return chosen === null || all.some(({ id }) => id === value) ? shown : [chosen, ...shown];
}

function itemOf(
  { titleOf, lastOf, whyNot, types = [] }: Variables,
  group: VariableGroup,
  { selector, type }: Variable,
  isFitting: boolean,
): PickerItem {
  const label = selector.slice(1).join('.');
  const title = titleOf(group);
  return {
    ...{ id: variableKey(selector), label, full: `${title} · ${label}`, group: title },
    detail: [type, cut(shortValue(lastOf(selector)))].filter(Boolean).join(' · '),
    ...(!isFitting && { whyNot: whyNot(type, types) }),
  };
}

function cut(value: string): string {
  return value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE).replace(/…$/, '')}…` : value;
}
