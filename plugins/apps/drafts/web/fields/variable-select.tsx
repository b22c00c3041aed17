import { useContext, useMemo } from 'react';
import { EditorContext } from '#plugins/drafts/web/editor/editor-state.ts';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { localSource, Picker, type PickerSource } from '#plugins/studio/web/contract.tsx';
import { useLastOf } from './last-values.ts';
import { shortValue } from './prompt-help.ts';
import { settingsTexts } from './settings-texts/en.ts';
import { chosenVariable, variableItems, variableKey } from './variable-items.ts';

export interface VariableSelectProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly hint?: string | undefined;
  readonly groups: readonly VariableGroup[];
  readonly types?: readonly string[] | undefined;
  readonly value: readonly string[];
  onChange(selector: readonly string[], type: string): void;
}

/** Picks one of the variables a node sees. */
export function VariableSelect({ hint, groups, types, value, onChange, ...frame }: VariableSelectProps) {
  const t = buildTexts();
  const own = settingsTexts();
  const appId = useContext(EditorContext)?.appId ?? '';
  const lastOf = useLastOf(groups);
  const key = variableKey(value);
  const source = useMemo((): PickerSource => {
    const variables = {
      ...{ groups, types, value: key, lastOf, unknown: t.unknownVariable },
      titleOf: ({ id, title }: VariableGroup) => t.appGroups[id] ?? title,
      whyNot: (type: string, fitting: readonly string[]) => own.doesNotFit(type, fitting.join(', ')),
    };
    return {
      kind: `variables-${appId}`,
      known: (id) => chosenVariable(variables, id),
      find: (search, ...asked) =>
        localSource('', variableItems(variables, search.trim() !== '')).find(search, ...asked),
    };
  }, [appId, groups, types, key, lastOf, t, own]);
  const last = key === '' ? '' : shortValue(lastOf(value));
  const about = [hint ?? '', last === '' ? '' : own.lastValue(last)].filter(Boolean);
  return (
    <Picker
      {...frame}
      {...(about.length > 0 && { hint: about.join(' · ') })}
      source={source}
      empty={t.noVariable}
      value={key}
      onChange={(id) => {
        const found = groups.flatMap(({ variables }) => variables).find(({ selector }) => variableKey(selector) === id);
        if (found !== undefined || id === '') onChange(found?.selector ?? [], found?.type ?? 'any');
      }}
    />
  );
}
