import { buildTexts } from '#plugins/studio-build/web/build-texts.ts';
import fieldStyles from '#plugins/studio-build/web/fields/select.module.css';
import { takes, type VariableGroup } from '#plugins/studio-build/web/graph/variables.ts';
import { Field } from '#plugins/ui/web/contract.ts';
import { useLastOf } from './last-values.ts';
import { shortValue } from './prompt-help.ts';
import { settingsTexts } from './settings-texts.ts';

export interface VariableSelectProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly hint?: string | undefined;
  readonly groups: readonly VariableGroup[];
  readonly types?: readonly string[] | undefined;
  readonly value: readonly string[];
  onChange(selector: readonly string[], type: string): void;
}

const keyOf = (selector: readonly string[]) => JSON.stringify(selector);

/** Of a value, in a list. */
const MAX_VALUE = 32;

/** One of the variables a node sees, by node, with their types and what they were last. One that is not known stays chosen, and is shown as it is. */
export function VariableSelect({
  label,
  labelHidden = false,
  hint,
  groups,
  types,
  value,
  onChange,
}: VariableSelectProps) {
  const t = buildTexts();
  const own = settingsTexts();
  const last = useLastOf(groups);
  const all = groups.flatMap(({ variables }) => variables);
  const isKnown = value.length === 0 || all.some(({ selector }) => keyOf(selector) === keyOf(value));
  const chosenLast = value.length === 0 ? '' : shortValue(last(value));
  const about = [hint ?? '', chosenLast === '' ? '' : own.lastValue(chosenLast)].filter(Boolean);
  return (
    <Field label={label} labelHidden={labelHidden} {...(about.length > 0 && { hint: about.join(' · ') })}>
      {(control) => (
        <select
          {...control}
          className={fieldStyles.select}
          value={value.length === 0 ? '' : keyOf(value)}
          onChange={(event) => {
            const chosen = all.find(({ selector }) => keyOf(selector) === event.currentTarget.value);
            onChange(chosen?.selector ?? [], chosen?.type ?? 'any');
          }}
        >
          <option value="">{t.noVariable}</option>
          {!isKnown && <option value={keyOf(value)}>{t.unknownVariable(value.join('.'))}</option>}
          {groups.map((group) => {
            const fitting = group.variables.filter(
              ({ selector, type }) => takes(types, type) || keyOf(selector) === keyOf(value),
            );
            return fitting.length === 0 ? null : (
              <optgroup key={group.id} label={t.appGroups[group.id] ?? group.title}>
                {fitting.map(({ selector, type }) => (
                  <option key={keyOf(selector)} value={keyOf(selector)}>
                    {[selector.slice(1).join('.'), type, cut(shortValue(last(selector)))].filter(Boolean).join(' · ')}
                  </option>
                ))}
              </optgroup>
            );
          })}
        </select>
      )}
    </Field>
  );
}

function cut(value: string): string {
  return value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE).replace(/…$/, '')}…` : value;
}
