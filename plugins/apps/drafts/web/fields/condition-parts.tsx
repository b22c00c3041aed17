import { operatorsFor } from '#plugins/drafts/web/graph/operators.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Select } from '#plugins/ui/web/contract.ts';

export function OperatorSelect({
  value,
  type,
  only,
  words,
  onChange,
}: {
  readonly value: string;
  /** Of what is compared. */
  readonly type: string;
  /** In place of those of the type. */
  readonly only?: readonly string[];
  /** Names of operators that only some conditions have. */
  readonly words?: Readonly<Record<string, string>>;
  onChange(value: string): void;
}) {
  const t = buildTexts();
  const all = only ?? operatorsFor(type);
  const options = all.includes(value) || value === '' ? all : [...all, value];
  return (
    <Select
      label={t.comparison}
      labelHidden
      {...(value === '' && { empty: '—' })}
      options={options.map((each) => ({ value: each, label: words?.[each] ?? t.operators[each] ?? each }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function Joiner({ value, onChange }: { readonly value: unknown; onChange(value: string): void }) {
  const t = buildTexts();
  return (
    <Select
      label={t.holdIf}
      options={[
        { value: 'and', label: t.allHold },
        { value: 'or', label: t.anyHolds },
      ]}
      value={value === 'or' ? 'or' : 'and'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
