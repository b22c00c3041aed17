import { WriteButton } from '#plugins/drafts/web/assistant/offers.tsx';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { lexicalText, plainText } from '#plugins/drafts/web/graph/lexical.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Picker, zoneSource } from '#plugins/studio/web/contract.tsx';
import { Checkbox, Select, Switch, TextArea, TextField, withKeys } from '#plugins/ui/web/contract.ts';
import { type FieldProps, namedAt, usePanel } from './field-props.ts';
import styles from './fields.module.css';
import { SecretOffer } from './secret-offer.tsx';
import { TemplateInput } from './template-input.tsx';
import { list, selectorOf, text } from './values.ts';
import { VariableSelect } from './variable-select.tsx';

const hintOf = ({ help }: { readonly help?: string | undefined }) => (help === undefined ? {} : { hint: help });

export function TextInput({ field, value, onChange }: FieldProps<'text'>) {
  if (field.format === 'timezone')
    return (
      <Picker
        label={field.label}
        {...hintOf(field)}
        source={zoneSource}
        hasNone={false}
        value={text(value ?? field.default)}
        onChange={(zone) => onChange(zone)}
      />
    );
  return (
    <TextField
      label={field.label}
      {...hintOf(field)}
      required={field.required === true}
      maxLength={field.max_length}
      placeholder={field.placeholder ?? text(field.default)}
      value={text(value)}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function TemplateField({ field, settings, value, onChange }: FieldProps<'template'>) {
  const item = list(value)[0];
  const shown = field.is_item === true ? text(isMapping(item) ? item.value : '') : text(value);
  const write = (next: string) =>
    onChange(
      field.is_item === true ? [{ ...(isMapping(item) ? item : { type: 'text', key: '' }), value: next }] : next,
    );
  const input = (
    <TemplateInput
      label={field.label}
      hint={field.help}
      placeholder={field.placeholder}
      rows={field.is_line === true ? 1 : 5}
      special={field.special}
      isSecret={field.is_secret}
      isJinja={field.language === 'jinja2'}
      names={namedAt(settings, 'variables')}
      value={shown}
      onChange={write}
    />
  );
  if (field.is_secret !== true) {
    if (field.is_line === true || field.is_item === true) return input;
    return (
      <div className={styles.item}>
        {input}
        <WriteButton kind="prompt" label={field.label} current={shown} />
      </div>
    );
  }
  return (
    <div className={styles.item}>
      {input}
      <SecretOffer at={field.at} value={shown} />
    </div>
  );
}

export function NumberInput({ field, value, onChange }: FieldProps<'number'>) {
  const unit = field.unit === undefined ? '' : ` (${field.unit})`;
  return (
    <TextField
      label={`${field.label}${unit}`}
      {...hintOf(field)}
      type="number"
      min={field.min}
      max={field.max}
      step={field.step ?? (field.is_integer === true ? 1 : 'any')}
      placeholder={text(field.default)}
      value={text(value)}
      onInput={(event) => {
        const typed = event.currentTarget.valueAsNumber;
        if (event.currentTarget.value === '') onChange(undefined);
        else if (Number.isFinite(typed)) onChange(typed);
      }}
    />
  );
}

export function SwitchInput({ field, value, onChange }: FieldProps<'switch'>) {
  return (
    <Switch
      label={field.label}
      {...hintOf(field)}
      checked={(value ?? field.default) === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export function ChoiceInput({ field, value, onChange }: FieldProps<'choice'>) {
  const shown = value ?? field.default;
  const isKnown = shown === undefined || shown === null || field.options.some((each) => each.value === shown);
  const options = field.options.map((each) => ({ value: String(each.value), label: each.label }));
  return (
    <Select
      label={field.label}
      {...hintOf(field)}
      {...((shown === undefined || shown === null) && { empty: '—' })}
      options={isKnown ? options : [...options, { value: String(shown), label: String(shown) }]}
      value={shown === undefined || shown === null ? '' : String(shown)}
      onChange={(event) => {
        const chosen = field.options.find((each) => String(each.value) === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}

export function ChoicesInput({ field, value, onChange }: FieldProps<'choices'>) {
  const chosen = list(value ?? field.default);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      {field.options.map((option) => (
        <Checkbox
          key={String(option.value)}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked ? [...chosen, option.value] : chosen.filter((each) => each !== option.value),
            )
          }
        />
      ))}
    </fieldset>
  );
}

export function TextsInput({ field, value, onChange }: FieldProps<'texts'>) {
  const t = buildTexts();
  return (
    <TextArea
      label={field.label}
      hint={field.help ?? t.onePerLine}
      rows={3}
      value={list(value).map(text).join('\n')}
      onInput={(event) => {
        const typed = event.currentTarget.value;
        onChange(typed === '' ? [] : typed.split('\n'));
      }}
    />
  );
}

export function ValueInput({ field, value, onChange, set }: FieldProps<'value'>) {
  const t = buildTexts();
  const panel = usePanel();
  const groups = field.from === 'inside' ? panel.inside : field.from === 'assignable' ? panel.assignable : panel.before;
  const note = (type: string) => {
    if (field.type_to !== undefined) set(field.type_to, type);
    if (field.is_list_to !== undefined) set(field.is_list_to, type.startsWith('array'));
  };
  const common = { groups, types: field.takes };
  if (field.is_list === true) {
    const chosen = list(value).map(selectorOf);
    return (
      <div className={styles.group}>
        {withKeys([...chosen, []]).map(({ key, item: selector, at }) => (
          <VariableSelect
            key={key}
            {...common}
            label={at < chosen.length ? `${field.label} ${at + 1}` : t.addVariable}
            hint={at === 0 ? field.help : undefined}
            value={selector}
            onChange={(next, type) => {
              const all = next.length === 0 ? chosen.toSpliced(at, 1) : chosen.toSpliced(at, 1, next);
              onChange(all);
              if (at === 0 && next.length > 0) note(type);
            }}
          />
        ))}
      </div>
    );
  }
  const item = list(value)[0];
  const selector = field.is_item === true ? selectorOf(isMapping(item) ? item.file : []) : selectorOf(value);
  return (
    <VariableSelect
      {...common}
      label={field.label}
      hint={field.help}
      value={selector}
      onChange={(next, type) => {
        onChange(field.is_item === true ? [{ type: 'file', key: '', file: next }] : next);
        if (next.length > 0) note(type);
      }}
    />
  );
}

export function NoteText({ field }: FieldProps<'note'>) {
  return (
    <p className={styles.help} dir="auto">
      {field.label}
    </p>
  );
}

export function RichText({ field, value, onChange }: FieldProps<'rich-text'>) {
  const written = text(value);
  const isFormatted = written.trimStart().startsWith('{') || written === '';
  return (
    <TextArea
      label={field.label}
      rows={6}
      value={plainText(written)}
      onInput={(event) => onChange(isFormatted ? lexicalText(event.currentTarget.value) : event.currentTarget.value)}
    />
  );
}

export function MemoryInput({ field, value, onChange }: FieldProps<'memory'>) {
  const t = buildTexts();
  const memory = isMapping(value) ? value : null;
  const window = memory !== null && isMapping(memory.window) ? memory.window : {};
  const start = { window: { enabled: false, size: 50 }, query_prompt_template: '{{#sys.query#}}' };
  return (
    <div className={styles.group}>
      <Switch
        label={field.label}
        {...hintOf(field)}
        checked={memory !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? start : null)}
      />
      {memory !== null && (
        <>
          <Switch
            label={t.memoryWindow}
            checked={window.enabled === true}
            onChange={(event) =>
              onChange({ ...memory, window: { size: 50, ...window, enabled: event.currentTarget.checked } })
            }
          />
          {window.enabled === true && (
            <TextField
              label={t.memorySize}
              type="number"
              min={1}
              max={100}
              value={text(window.size)}
              onInput={(event) => {
                const size = event.currentTarget.valueAsNumber;
                if (Number.isInteger(size)) onChange({ ...memory, window: { ...window, size } });
              }}
            />
          )}
          {field.has_query === true && (
            <TemplateInput
              label={t.memoryQuery}
              rows={2}
              value={text(memory.query_prompt_template)}
              onChange={(next) => onChange({ ...memory, query_prompt_template: next })}
            />
          )}
        </>
      )}
    </div>
  );
}

export function VisionInput({ field, value, onChange }: FieldProps<'vision'>) {
  const t = buildTexts();
  const { before } = usePanel();
  const vision = isMapping(value) ? value : {};
  const configs = isMapping(vision.configs) ? vision.configs : {};
  return (
    <div className={styles.group}>
      <Switch
        label={field.label}
        {...hintOf(field)}
        checked={vision.enabled === true}
        onChange={(event) => onChange({ ...vision, enabled: event.currentTarget.checked })}
      />
      {vision.enabled === true && (
        <VariableSelect
          label={t.files}
          groups={before}
          types={['file', 'array[file]']}
          value={selectorOf(configs.variable_selector)}
          onChange={(selector) =>
            onChange({ ...vision, configs: { detail: 'high', ...configs, variable_selector: selector } })
          }
        />
      )}
    </div>
  );
}
