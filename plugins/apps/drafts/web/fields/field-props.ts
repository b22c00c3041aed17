import { createContext, useContext } from 'react';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import type { FieldOf, NodeField, WhenScope } from '#plugins/drafts/web/graph/forms.ts';
import { settingAt } from '#plugins/drafts/web/graph/read-graph.ts';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import { list, selectorOf, text } from './values.ts';

/** What a field shows and changes: a setting, or several below one place. */
export interface FieldProps<Kind extends NodeField['kind'] = NodeField['kind']> {
  readonly field: FieldOf<Kind>;
  /** The settings that paths of the field begin at. */
  readonly settings: unknown;
  readonly value: unknown;
  /** Its place below the node's data. */
  readonly base?: string;
  onChange(value: unknown): void;
  /** Changes another setting beside it; a path as the field has it. */
  set(path: string, value: unknown): void;
}

/** What all fields of a node's panel know. */
export interface PanelScope {
  readonly nodeId: string;
  readonly when: WhenScope;
  readonly before: readonly VariableGroup[];
  readonly inside: readonly VariableGroup[];
  readonly assignable: readonly VariableGroup[];
  typeOf(selector: readonly string[]): string;
}

export const PanelContext = createContext<PanelScope | null>(null);

export function usePanel(): PanelScope {
  const scope = useContext(PanelContext);
  if (scope === null) throw new Error('fields stand in a panel');
  return scope;
}

/** The names that a list of `{variable, value_selector, value_type}` gives to values. */
export function namedAt(settings: unknown, path: string): readonly VariableGroup[] {
  const variables = list(settingAt(settings, path)).flatMap((item) => {
    const name = isMapping(item) ? text(item.variable) : '';
    if (name === '' || !isMapping(item)) return [];
    return [
      { selector: [name], type: text(item.value_type) || 'any', about: selectorOf(item.value_selector).join('.') },
    ];
  });
  return variables.length === 0 ? [] : [{ id: '', title: '', variables }];
}
