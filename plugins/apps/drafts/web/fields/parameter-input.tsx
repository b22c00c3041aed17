import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import { IconButton, Select, Switch, TextField } from '#plugins/ui/web/contract.ts';
import { Braces } from '#plugins/ui/web/icons.tsx';
import type { ToolParameter } from './agent-tools.ts';
import { formsTexts } from './forms-texts/en.ts';
import own from './parameter-input.module.css';
import { StructuredInput } from './structured-input.tsx';
import { TemplateInput } from './template-input.tsx';
import { list, selectorOf, text } from './values.ts';
import { VariableSelect } from './variable-select.tsx';

/** How a value of a tool is given: as it is, as a text with placeholders, or by a variable. */
type GivenBy = 'constant' | 'mixed' | 'variable';

interface ParameterInputProps {
  readonly parameter: ToolParameter;
  /** The value itself. */
  readonly value: unknown;
  /** It is a selector. */
  readonly isVariable: boolean;
  /** Variables it may come from; without them there are constants only. */
  readonly variables?: readonly VariableGroup[] | undefined;
  /** Undefined: it is not given any more. */
  onChange(value: unknown, by: GivenBy): void;
}

/** Types whose values are not typed as text, which has placeholders anyway. */
const typed = new Set(['select', 'number', 'boolean', 'object', 'array']);

/** The value of one parameter of a tool, by its type. */
export function ParameterInput({ parameter, value, isVariable, variables, onChange }: ParameterInputProps) {
  const t = formsTexts();
  const { name, label = name, description, type } = parameter;
  const hint = description === '' ? undefined : description;
  if (type === 'file' || type === 'files')
    return variables === undefined ? null : (
      <VariableSelect
        label={label}
        hint={hint}
        groups={variables}
        types={['file', 'array[file]']}
        value={selectorOf(value)}
        onChange={(next) => onChange(next, 'variable')}
      />
    );
  const constant = <ConstantOf {...{ parameter, label, hint, value, variables, onChange }} />;
  if (variables === undefined || !(typed.has(type) || isVariable)) return constant;
  return (
    <div className={own.parameter}>
      {isVariable ? (
        <VariableSelect
          label={label}
          hint={hint}
          groups={variables}
          value={selectorOf(value)}
          onChange={(next) => onChange(next, 'variable')}
        />
      ) : (
        constant
      )}
      <IconButton
        small
        className={own.toggle}
        label={t.fromVariable(label)}
        pressed={isVariable}
        onClick={() =>
          isVariable ? onChange(parameter.default ?? firstOf(type), 'constant') : onChange([], 'variable')
        }
      >
        <Braces />
      </IconButton>
    </div>
  );
}

function firstOf(type: string): unknown {
  return type === 'object' ? {} : type === 'array' ? [] : type === 'boolean' ? false : '';
}

interface ConstantProps {
  readonly parameter: ToolParameter;
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: unknown;
  readonly variables: readonly VariableGroup[] | undefined;
  onChange(value: unknown, by: GivenBy): void;
}

function ConstantOf({ parameter, label, hint, value, variables, onChange }: ConstantProps) {
  const { type, required, default: preset } = parameter;
  const frame = { label, ...(hint !== undefined && { hint }) };
  const shownPreset = typeof preset === 'string' || typeof preset === 'number' ? String(preset) : undefined;
  const isText = typeof value === 'string';
  // A text with placeholders stays one, whatever the type.
  if (variables !== undefined && (type === 'string' || (isText && value.includes('{{#'))))
    return (
      <TemplateInput
        label={label}
        hint={hint}
        rows={2}
        placeholder={shownPreset}
        value={text(value)}
        onChange={(next) => onChange(next, 'mixed')}
      />
    );
  if (type === 'object' || type === 'array' || isMapping(value) || Array.isArray(value))
    return (
      <StructuredInput
        label={label}
        hint={hint}
        type={type === 'array' || Array.isArray(value) ? 'array' : 'object'}
        value={parsed(value)}
        onChange={(next) => onChange(next, 'constant')}
      />
    );
  if (type === 'boolean')
    return (
      <Switch
        {...frame}
        checked={[true, 'true', 1, '1'].some((each) => each === (value ?? preset))}
        onChange={(event) => onChange(event.currentTarget.checked, 'constant')}
      />
    );
  const options = optionsOf(parameter);
  if (type === 'select' && options.length > 0) {
    const shown = text(value ?? preset);
    const isKnown = shown === '' || options.some((each) => each.value === shown);
    return (
      <Select
        {...frame}
        {...((shown === '' || required !== true) && { empty: '—' })}
        options={isKnown ? options : [...options, { value: shown }]}
        value={shown}
        onChange={({ currentTarget: { value: next } }) => onChange(next === '' ? undefined : next, 'constant')}
      />
    );
  }
  if (type === 'number')
    return (
      <TextField
        {...frame}
        type="number"
        step="any"
        placeholder={shownPreset}
        value={text(value)}
        onInput={({ currentTarget: { value: next, valueAsNumber } }) => {
          if (next === '') onChange(undefined, 'constant');
          else if (Number.isFinite(valueAsNumber)) onChange(valueAsNumber, 'constant');
        }}
      />
    );
  return (
    <TextField
      {...frame}
      {...(type === 'secret-input' && { type: 'password', autoComplete: 'off' })}
      placeholder={shownPreset}
      value={text(value)}
      onInput={(event) => onChange(event.currentTarget.value, 'constant')}
    />
  );
}

/** Objects and lists may be held as the text of their JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function optionsOf({ options }: ToolParameter): readonly { readonly value: string; readonly label?: string }[] {
  return list(options).map((option) =>
    isMapping(option)
      ? { value: text(option.value), ...(typeof option.label === 'string' && { label: option.label }) }
      : { value: text(option) },
  );
}
