import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { number } from '#plugins/studio/web/contract.tsx';
import { lazyModule, Select, Switch, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import own from './parameters.module.css';
import { firstValue, fitsParameter, numberProblem, type Parameter, stepOf, typedValue } from './parameters.ts';
import { settingsTexts } from './settings-texts/en.ts';
import { StructuredInput } from './structured-input.tsx';
import { text } from './values.ts';

// Of few models' parameters, and large.
const schemaInput = lazyModule(() => import('./schema-input.tsx'));

function SchemaText(props: { readonly label: string; readonly value: unknown; onChange(value: unknown): void }) {
  const Input = schemaInput.use()?.SchemaInput;
  return Input === undefined ? null : <Input {...props} isText />;
}

interface ParameterProps {
  readonly parameter: Parameter;
  /** Undefined: it is off, and the model does as it does. */
  readonly value: unknown;
  onChange(value: unknown): void;
}

/** One parameter: off, or on with its value. */
export function ParameterField({ parameter, value, onChange }: ParameterProps) {
  const t = settingsTexts();
  const { label, help, default: preset } = parameter;
  const isOn = value !== undefined;
  const about = [help, !isOn && preset !== null ? t.presetIs(String(preset)) : ''].filter(Boolean).join(' ');
  return (
    <div className={own.parameter}>
      <Switch
        label={label}
        {...(about !== '' && { hint: about })}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked ? firstValue(parameter) : undefined)}
      />
      {isOn && (
        <div className={own.value}>
          <ParameterValue {...{ parameter, value, onChange }} />
        </div>
      )}
    </div>
  );
}

function ParameterValue({ parameter, value, onChange }: ParameterProps) {
  const t = settingsTexts();
  const { name, label, type, options } = parameter;
  if (isMapping(value) || Array.isArray(value))
    return <StructuredInput label={label} type="any" value={value} onChange={onChange} />;
  if (!fitsParameter(parameter, value)) {
    const write = (event: { readonly currentTarget: HTMLInputElement }) =>
      onChange(typedValue(event.currentTarget.value));
    return <TextField label={label} labelHidden value={text(value)} onInput={write} />;
  }
  if (type === 'float' || type === 'int') return <NumberValue {...{ parameter, value, onChange }} />;
  if (type === 'boolean' || type === 'select') {
    const choices =
      type === 'boolean'
        ? [
            { value: 'true', label: t.yes },
            { value: 'false', label: t.no },
          ]
        : [...new Set([...options, text(value)])].map((each) => ({ value: each }));
    return (
      <Select
        label={label}
        labelHidden
        options={choices}
        value={String(value)}
        onChange={({ currentTarget }) =>
          onChange(type === 'boolean' ? currentTarget.value === 'true' : currentTarget.value)
        }
      />
    );
  }
  if (name === 'json_schema')
    return <SchemaText label={label} value={value} onChange={(next) => onChange(next ?? '')} />;
  const common = { label, labelHidden: true, value: text(value) };
  return type === 'text' ? (
    <TextArea {...common} rows={3} onInput={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <TextField {...common} onInput={(event) => onChange(event.currentTarget.value)} />
  );
}

/** More steps than this are no use on a slider of a panel. */
const MAX_STEPS = 1000;

function NumberValue({ parameter, value, onChange }: ParameterProps) {
  const t = settingsTexts();
  const { label, type, min, max } = parameter;
  const step = stepOf(parameter);
  const limits =
    min !== null && max !== null
      ? t.range(number(min), number(max))
      : min !== null
        ? t.atLeast(number(min))
        : max !== null
          ? t.atMost(number(max))
          : undefined;
  const problem = numberProblem(parameter, value);
  const hasSlider = min !== null && max !== null && (max - min) / step <= MAX_STEPS;
  const take = (event: { readonly currentTarget: HTMLInputElement }) => {
    const typed = event.currentTarget.valueAsNumber;
    if (Number.isFinite(typed)) onChange(typed);
  };
  const common = { min: min ?? undefined, max: max ?? undefined, value: text(value), onInput: take };
  return (
    <div className={own.number}>
      {hasSlider && <input {...common} type="range" step={step} className={own.slider} aria-label={label} />}
      <TextField
        {...common}
        label={label}
        labelHidden
        type="number"
        step={type === 'int' ? 1 : 'any'}
        {...(problem === null
          ? limits !== undefined && { hint: limits }
          : { wrong: problem === 'whole' ? t.whole : (limits ?? t.notNumber) })}
      />
    </div>
  );
}
