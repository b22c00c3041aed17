import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import type { Mapping } from '#plugins/drafts/web/document/operations.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';
import { Checkbox, TextArea } from '#plugins/ui/web/contract.ts';
import { fileMethods, fileTypes } from './input-rules.ts';

/** Which files are taken: inputs and messages say it the same way. */
export function FileRulesFields({ rules, set }: { readonly rules: Mapping; set(key: string, value: unknown): void }) {
  const t = configurationTexts();
  const types = list(rules.allowed_file_types).map(text);
  return (
    <>
      <Ticks
        label={t.fileTypes}
        options={fileTypes.map((value) => ({ value, label: t.fileTypeNames[value] ?? value }))}
        value={types}
        onChange={(next) => set('allowed_file_types', next)}
      />
      {types.includes('custom') && (
        <TextArea
          label={t.extensions}
          hint={t.extensionsHint}
          rows={3}
          value={list(rules.allowed_file_extensions).map(text).join('\n')}
          onInput={({ currentTarget: { value } }) =>
            set('allowed_file_extensions', value === '' ? [] : value.split('\n'))
          }
        />
      )}
      <Ticks
        label={t.methods}
        options={fileMethods.map((value) => ({ value, label: t.methodNames[value] ?? value }))}
        value={list(rules.allowed_file_upload_methods).map(text)}
        onChange={(next) => set('allowed_file_upload_methods', next)}
      />
    </>
  );
}

function Ticks({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: readonly string[];
  onChange(value: readonly string[]): void;
}) {
  return (
    <fieldset className={styles.ticks}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={value.includes(option.value)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...value, option.value] : value.filter((each) => each !== option.value))
          }
        />
      ))}
    </fieldset>
  );
}
