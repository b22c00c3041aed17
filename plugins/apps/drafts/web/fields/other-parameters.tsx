import { useState } from 'react';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Button, IconButton, Switch, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import { Plus, Trash } from '#plugins/ui/web/icons.tsx';
import styles from './fields.module.css';
import own from './parameters.module.css';
import { typedValue, withParameter } from './parameters.ts';
import { settingsTexts } from './settings-texts/en.ts';
import { StructuredInput } from './structured-input.tsx';
import { list, text } from './values.ts';

/** Parameters that are set and that the model says nothing of: kept, changed by the kind of their value, or taken away. */
export function OtherParameters({
  set,
  names,
  onChange,
}: {
  readonly set: Mapping;
  readonly names: readonly string[];
  onChange(set: Mapping): void;
}) {
  const t = settingsTexts();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const isThere = Object.hasOwn(set, name.trim());
  return (
    <details open={names.length > 0}>
      <summary>{t.more}</summary>
      <div className={own.folded}>
        <p className={styles.help}>{t.moreAbout}</p>
        {names.map((each) => (
          <div key={each} className={own.parameter}>
            <div className={own.head}>
              <span className={own.name} dir="ltr">
                {each}
              </span>
              <IconButton small label={t.remove(each)} onClick={() => onChange(withParameter(set, each, undefined))}>
                <Trash />
              </IconButton>
            </div>
            <AnyValue label={each} value={set[each]} onChange={(next) => onChange(withParameter(set, each, next))} />
          </div>
        ))}
        <div className={styles.row}>
          <TextField
            label={t.name}
            dir="ltr"
            autoComplete="off"
            value={name}
            wrong={isThere ? t.isThere : undefined}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <TextField
            label={t.value}
            dir="ltr"
            autoComplete="off"
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        </div>
        <div>
          <Button
            small
            disabled={name.trim() === '' || isThere}
            onClick={() => {
              onChange(withParameter(set, name.trim(), typedValue(value)));
              setName('');
              setValue('');
            }}
          >
            <Plus /> {t.add}
          </Button>
        </div>
      </div>
    </details>
  );
}

interface AnyProps {
  readonly label: string;
  readonly value: unknown;
  onChange(value: unknown): void;
}

function AnyValue({ label, value, onChange }: AnyProps) {
  const t = settingsTexts();
  const frame = { label, labelHidden: true };
  if (typeof value === 'boolean')
    return (
      <Switch
        label={value ? t.yes : t.no}
        aria-label={label}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (typeof value === 'number')
    return (
      <TextField
        {...frame}
        type="number"
        step="any"
        value={text(value)}
        onInput={({ currentTarget: { valueAsNumber: typed } }) => Number.isFinite(typed) && onChange(typed)}
      />
    );
  if (typeof value === 'string')
    return <TextField {...frame} value={value} onInput={(event) => onChange(event.currentTarget.value)} />;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return (
      <TextArea
        {...frame}
        hint={buildTexts().onePerLine}
        rows={Math.min(5, Math.max(2, value.length))}
        value={list(value).map(text).join('\n')}
        onInput={({ currentTarget: { value: typed } }) => onChange(typed === '' ? [] : typed.split('\n'))}
      />
    );
  if (isMapping(value) || Array.isArray(value))
    return <StructuredInput label={label} type="any" value={value} onChange={onChange} />;
  return <TextField {...frame} value="" onInput={(event) => onChange(typedValue(event.currentTarget.value))} />;
}
