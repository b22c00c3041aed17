import { StructuredInput } from '#plugins/drafts/web/fields/structured-input.tsx';
import { text } from '#plugins/drafts/web/fields/values.ts';
import { Switch, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import { firstValue } from './declared.ts';
import { appPanelTexts } from './texts/en.ts';

interface ValueProps {
  readonly label: string;
  readonly type: string;
  readonly value: unknown;
  readonly isTried: boolean;
  onChange(value: unknown): void;
}

/** A value of a type that variables have. */
export function ValueInput({ label, type, value, isTried, onChange }: ValueProps) {
  const t = appPanelTexts();
  const first = firstValue(type);
  if (type === 'secret')
    return (
      <TextField
        label={label}
        hint={t.secretHint}
        type="password"
        autoComplete="new-password"
        dir="ltr"
        value={text(value)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (typeof first === 'string')
    return (
      <TextArea label={label} rows={3} value={text(value)} onInput={(event) => onChange(event.currentTarget.value)} />
    );
  if (typeof first === 'number')
    return (
      <TextField
        label={label}
        inputMode="decimal"
        dir="ltr"
        value={text(value)}
        wrong={isTried && typeof value !== 'number' ? t.numberWrong : undefined}
        onInput={({ currentTarget: { value: typed } }) => {
          // What is typed by and by stays text until it is a number, and then is the number.
          const isNumber = typed.trim() !== '' && String(Number(typed)) === typed.trim();
          onChange(isNumber ? Number(typed) : typed);
        }}
      />
    );
  if (typeof first === 'boolean')
    return (
      <Switch
        label={`${label}: ${t.valueYes}`}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  return <StructuredInput label={label} type={type} value={value} onChange={onChange} />;
}
