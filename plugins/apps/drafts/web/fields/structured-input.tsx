import { useRef, useState } from 'react';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import {
  Button,
  IconButton,
  Select,
  Switch,
  Tabs,
  TextField,
  useOnChange,
  withKeys,
} from '#plugins/ui/web/contract.ts';
import { Plus, Trash } from '#plugins/ui/web/icons.tsx';
import styles from './fields.module.css';
import { formsTexts } from './forms-texts/en.ts';
import { JsonInput } from './json-input.tsx';
import own from './structured.module.css';
import { emptyOf, freeKey, itemTypeOf, keyProblem, kindOf, type ValueKind, valueKinds, withKey } from './structured.ts';
import { useTyped } from './use-typed.ts';
import { text } from './values.ts';

interface StructuredProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** As variables have it: `object`, `array[string]`. What is there already counts where it is of another type. */
  readonly type: string;
  readonly value: unknown;
  onChange(value: unknown): void;
}

/** A constant that is an object or a list: its entries as a form, all of it as JSON. */
export function StructuredInput({ label, hint, type, value, onChange }: StructuredProps) {
  const t = formsTexts();
  const [tab, setTab] = useState<'form' | 'json'>('form');
  // Nothing yet, or the text of an input that was of another type before.
  const shown = isMapping(value) || Array.isArray(value) ? value : type.startsWith('array') ? [] : {};
  return (
    <div className={styles.group}>
      <span className={styles.label}>{label}</span>
      <Tabs<'form' | 'json'>
        label={label}
        value={tab}
        onChange={setTab}
        tabs={[
          { name: 'form', label: t.form },
          { name: 'json', label: 'JSON' },
        ]}
      >
        {tab === 'form' ? (
          <Inside name={label} isRoot type={type} value={shown} onChange={onChange} />
        ) : (
          <JsonInput
            label={`${label} · JSON`}
            rows={5}
            value={shown}
            onChange={(next) => onChange(next ?? (type.startsWith('array') ? [] : {}))}
          />
        )}
      </Tabs>
      {hint !== undefined && hint !== '' && <p className={styles.help}>{hint}</p>}
    </div>
  );
}

interface InsideProps {
  readonly name: string;
  readonly isRoot?: boolean;
  readonly type: string;
  readonly value: unknown;
  onChange(value: unknown): void;
}

function Inside({ name, isRoot = false, type, value, onChange }: InsideProps) {
  const t = formsTexts();
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const items: readonly unknown[] | null = Array.isArray(value) ? value : null;
  const entries = items === null && isMapping(value) ? Object.entries(value) : [];
  const count = items === null ? entries.length : items.length;
  // What was added is what is typed in next.
  useOnChange(`${wanted} ${count}`, () => {
    const all = box.current?.querySelectorAll<HTMLElement>(':scope > [data-entry]');
    const found = wanted === null ? undefined : all?.[wanted];
    if (found === undefined) return;
    found.querySelector<HTMLElement>('input, select')?.focus();
    setWanted(null);
  });
  const fixed = itemTypeOf(type);
  const add = () => {
    onChange(
      items === null
        ? { ...(isMapping(value) ? value : {}), [freeKey(entries.map(([key]) => key))]: '' }
        : [...items, emptyOf(fixed ?? (items.length > 0 ? kindOf(items.at(-1)) : 'string'))],
    );
    setWanted(count);
  };
  const added = items === null ? (isRoot ? t.addEntry : t.addEntryTo(name)) : isRoot ? t.addValue : t.addValueTo(name);
  return (
    <div className={styles.group} ref={box}>
      {count === 0 && <p className={styles.help}>{t.empty}</p>}
      {withKeys(items ?? []).map(({ key, item, at }) => (
        <Entry
          key={key}
          name={t.valueN(String(at + 1))}
          fixed={fixed}
          value={item}
          onChange={(next) => onChange(items?.with(at, next))}
          remove={() => onChange(items?.toSpliced(at, 1))}
        />
      ))}
      {withKeys(entries).map(({ key: place, item: [key, item] }) => (
        <Entry
          key={place}
          name={key}
          taken={entries.map(([each]) => each)}
          rename={(next) => onChange(withKey(value, key, next))}
          value={item}
          onChange={(next) => onChange({ ...(isMapping(value) ? value : {}), [key]: next })}
          remove={() => onChange(Object.fromEntries(entries.filter(([each]) => each !== key)))}
        />
      ))}
      <div>
        <Button small onClick={add}>
          <Plus /> {added}
        </Button>
      </div>
    </div>
  );
}

interface EntryProps {
  readonly name: string;
  /** All of them are of this kind. */
  readonly fixed?: ValueKind | undefined;
  readonly taken?: readonly string[];
  readonly value: unknown;
  rename?(name: string): void;
  onChange(value: unknown): void;
  remove(): void;
}

function Entry({ name, fixed, taken, value, rename, onChange, remove }: EntryProps) {
  const t = formsTexts();
  const kind = kindOf(value);
  const hasKind = fixed === undefined || fixed !== kind;
  const isInside = kind === 'object' || kind === 'array';
  return (
    <div className={own.entry} data-entry>
      <div className={own.head}>
        {rename !== undefined && taken !== undefined && <KeyInput {...{ name, taken, rename }} />}
        {hasKind && (
          <Select
            label={t.typeOf(name)}
            labelHidden
            options={valueKinds.map((each) => ({ value: each, label: t.valueTypes[each] ?? each }))}
            value={kind}
            onChange={({ currentTarget: { value: chosen } }) =>
              onChange(emptyOf(valueKinds.find((each) => each === chosen) ?? 'string', value))
            }
          />
        )}
        {!hasKind && !isInside && <PlainValue {...{ name, kind, value, onChange }} />}
        {!hasKind && isInside && <span className={own.grow}>{name}</span>}
        <IconButton small label={t.remove(name)} onClick={remove}>
          <Trash />
        </IconButton>
      </div>
      {isInside ? (
        <div className={own.inside}>
          <Inside name={name} type={kind} value={value} onChange={onChange} />
        </div>
      ) : (
        hasKind && <PlainValue {...{ name, kind, value, onChange }} />
      )}
    </div>
  );
}

function KeyInput({ name, taken, rename }: Required<Pick<EntryProps, 'name' | 'taken' | 'rename'>>) {
  const t = formsTexts();
  const { typed, setTyped } = useTyped(name);
  const problem = keyProblem(taken, name, typed);
  return (
    <TextField
      label={t.nameOf(name)}
      labelHidden
      dir="ltr"
      autoComplete="off"
      value={typed}
      wrong={problem === 'empty' ? t.nameEmpty : problem === 'taken' ? t.nameTaken : undefined}
      onInput={({ currentTarget: { value } }) => {
        const isName = keyProblem(taken, name, value) === null;
        setTyped(value, isName ? value : null);
        if (isName) rename(value);
      }}
    />
  );
}

function PlainValue({
  name,
  kind,
  value,
  onChange,
}: Pick<EntryProps, 'name' | 'value' | 'onChange'> & { readonly kind: ValueKind }) {
  const t = formsTexts();
  if (kind === 'null') return <p className={styles.help}>{t.nothing}</p>;
  if (kind === 'boolean')
    return (
      <Switch
        label={value === true ? t.yes : t.no}
        aria-label={name}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (kind === 'number')
    return (
      <TextField
        label={name}
        labelHidden
        type="number"
        step="any"
        value={text(value)}
        onInput={({ currentTarget: { valueAsNumber } }) => Number.isFinite(valueAsNumber) && onChange(valueAsNumber)}
      />
    );
  return (
    <TextField label={name} labelHidden value={text(value)} onInput={(event) => onChange(event.currentTarget.value)} />
  );
}
