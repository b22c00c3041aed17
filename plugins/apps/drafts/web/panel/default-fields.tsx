import type { Mapping } from '#plugins/drafts/web/document/operations.ts';
import { useVariableScope } from '#plugins/drafts/web/editor/editor-state.ts';
import { CodeInput } from '#plugins/drafts/web/fields/code-input.tsx';
import fieldStyles from '#plugins/drafts/web/fields/fields.module.css';
import parameterStyles from '#plugins/drafts/web/fields/parameters.module.css';
import { settingsTexts } from '#plugins/drafts/web/fields/settings-texts/en.ts';
import { text } from '#plugins/drafts/web/fields/values.ts';
import { variablesOf } from '#plugins/drafts/web/graph/variables.ts';
import { IconButton, Select, Switch, TextArea, TextField, withKeys } from '#plugins/ui/web/contract.ts';
import { Trash } from '#plugins/ui/web/icons.tsx';
import { defaultOf, firstDefault, isOfType, otherDefaults, outputsOf, withDefault } from './default-values.ts';

/** `default_value`: what stands in for each output of a node that failed. */
export function DefaultFields({
  nodeId,
  value,
  onChange,
}: {
  readonly nodeId: string;
  readonly value: unknown;
  onChange(value: unknown): void;
}) {
  const t = settingsTexts();
  const outputs = outputsOf(variablesOf(useVariableScope(), nodeId));
  const others = otherDefaults(value, outputs);
  return (
    <fieldset className={fieldStyles.group}>
      <legend className={fieldStyles.label}>{t.defaults}</legend>
      <p className={fieldStyles.help}>{outputs.length === 0 ? t.noOutputs : t.defaultsHint}</p>
      {outputs.map((output) => {
        const entry = defaultOf(value, output.name);
        const change = (next: Mapping | undefined) => onChange(withDefault(value, output.name, next));
        return (
          <div key={output.name} className={parameterStyles.parameter}>
            <Switch
              label={`${output.name} · ${output.type}`}
              checked={entry !== undefined}
              onChange={(event) => change(event.currentTarget.checked ? firstDefault(output) : undefined)}
            />
            {entry !== undefined && <DefaultValue name={output.name} entry={entry} onChange={change} />}
          </div>
        );
      })}
      {withKeys(others).map(({ key, item: entry }) => (
        <div key={key} className={parameterStyles.parameter}>
          <div className={parameterStyles.head}>
            <span className={parameterStyles.name} dir="ltr">
              {`${text(entry.key)} · ${text(entry.type)}`}
            </span>
            <IconButton
              small
              label={t.remove(text(entry.key))}
              onClick={() => onChange(withDefault(value, text(entry.key), undefined))}
            >
              <Trash />
            </IconButton>
          </div>
          <DefaultValue
            name={text(entry.key)}
            entry={entry}
            onChange={(next) => onChange(withDefault(value, text(entry.key), next))}
          />
        </div>
      ))}
    </fieldset>
  );
}

function DefaultValue({
  name,
  entry,
  onChange,
}: {
  readonly name: string;
  readonly entry: Mapping;
  onChange(entry: Mapping): void;
}) {
  const t = settingsTexts();
  const type = text(entry.type).toLowerCase() || 'string';
  const { value } = entry;
  const frame = { label: name, labelHidden: true };
  const set = (next: unknown) => onChange({ ...entry, value: next });
  if (type === 'string')
    return <TextArea {...frame} rows={2} value={text(value)} onInput={(event) => set(event.currentTarget.value)} />;
  if (type === 'number')
    return (
      <TextField
        {...frame}
        inputMode="decimal"
        dir="ltr"
        value={text(value)}
        wrong={isOfType(type, value) ? undefined : t.notNumber}
        onInput={({ currentTarget: { value: typed } }) => {
          // What is typed by and by stays text until it is a number, and then is the number.
          const isNumber = typed.trim() !== '' && String(Number(typed)) === typed.trim();
          set(isNumber ? Number(typed) : typed);
        }}
      />
    );
  if (type === 'boolean')
    return (
      <Select
        {...frame}
        options={[
          { value: 'true', label: t.yes },
          { value: 'false', label: t.no },
        ]}
        value={String(value)}
        onChange={(event) => set(event.currentTarget.value === 'true')}
      />
    );
  const written = typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);
  return (
    <CodeInput
      label={`${name} · JSON`}
      labelHidden
      language="json"
      rows={3}
      wrong={isOfType(type, written) ? undefined : t.notOfType(type)}
      value={written}
      onChange={set}
    />
  );
}
