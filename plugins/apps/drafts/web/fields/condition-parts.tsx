import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Select } from '#plugins/ui/web/contract.ts';

const texts = [
  ...['contains', 'not contains', 'start with', 'end with', 'is', 'is not'],
  ...['empty', 'not empty', 'in', 'not in'],
];
const numbers = ['=', '≠', '>', '<', '≥', '≤', 'empty', 'not empty'];
const lists = ['contains', 'not contains', 'all of', 'empty', 'not empty'];
const others = ['exists', 'not exists', 'null', 'not null', 'empty', 'not empty'];

/** Operators that compare with nothing. */
export const comparesNothing: ReadonlySet<string> = new Set([
  ...['empty', 'not empty', 'exists', 'not exists', 'null', 'not null'],
]);
/** Operators that compare with several values. */
export const comparesSeveral: ReadonlySet<string> = new Set(['in', 'not in', 'all of']);

export function operatorsFor(type: string): readonly string[] {
  if (type === 'number' || type === 'integer' || type === 'float') return numbers;
  if (type === 'boolean') return ['is', 'is not'];
  if (type.startsWith('array')) return lists;
  if (type === 'object' || type === 'file') return others;
  return type === 'any' ? [...new Set([...texts, ...numbers, ...lists, ...others])] : texts;
}

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
