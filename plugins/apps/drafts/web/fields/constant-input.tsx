import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { Switch, TextField } from '#plugins/ui/web/contract.ts';
import { StructuredInput } from './structured-input.tsx';
import { text } from './values.ts';

/** A constant of a type, as variables have it. */
export function ConstantInput({
  label,
  hint,
  type,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly type: string;
  readonly value: unknown;
  onChange(value: unknown): void;
}) {
  const frame = { label, ...(hint !== undefined && hint !== '' && { hint }) };
  if (type === 'object' || type.startsWith('array') || isMapping(value) || Array.isArray(value))
    return <StructuredInput {...frame} type={type} value={value} onChange={onChange} />;
  if (type === 'boolean')
    return <Switch {...frame} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  if (type === 'number')
    return (
      <TextField
        {...frame}
        type="number"
        step="any"
        value={text(value)}
        onInput={({ currentTarget: { valueAsNumber } }) => Number.isFinite(valueAsNumber) && onChange(valueAsNumber)}
      />
    );
  return <TextField {...frame} value={text(value)} onInput={(event) => onChange(event.currentTarget.value)} />;
}
