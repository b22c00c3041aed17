import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { newId } from '#plugins/drafts/web/graph/changes.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Checkbox, Select, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import { type FieldProps, namedAt, usePanel } from './field-props.ts';
import { Items } from './items.tsx';
import { SchemaInput } from './schema-input.tsx';
import { withKeyword } from './schema-tree.ts';
import { settingsTexts } from './settings-texts/en.ts';
import { TemplateInput } from './template-input.tsx';
import { list, selectorOf, text } from './values.ts';
import { VariableSelect } from './variable-select.tsx';

export function ValuesInput({ field, value, onChange }: FieldProps<'values'>) {
  const t = buildTexts();
  const { before } = usePanel();
  return (
    <Items
      label={field.label}
      value={value}
      made={() => ({ variable: '', value_selector: [] })}
      addLabel={t.addVariable}
      onChange={onChange}
    >
      {(item, change) => (
        <>
          <TextField
            label={t.name}
            value={text(item.variable)}
            onInput={(event) => change({ ...item, variable: event.currentTarget.value })}
          />
          <VariableSelect
            label={t.value}
            groups={before}
            value={selectorOf(item.value_selector)}
            onChange={(selector, type) => change({ ...item, value_selector: selector, value_type: type })}
          />
        </>
      )}
    </Items>
  );
}

const roles = ['system', 'user', 'assistant'];

export function MessagesInput({ field, settings, value, onChange }: FieldProps<'messages'>) {
  const t = buildTexts();
  const message = (item: Mapping, change: (next: unknown) => void, label: string) => {
    const isJinja = item.edition_type === 'jinja2';
    const key = isJinja ? 'jinja2_text' : 'text';
    return (
      <TemplateInput
        label={label}
        rows={6}
        special={field.special}
        isJinja={isJinja}
        names={namedAt(settings, field.variables_at)}
        value={text(item[key])}
        onChange={(next) => change({ ...item, [key]: next })}
      />
    );
  };
  // Completion models have one text.
  if (isMapping(value)) return message(value, onChange, field.label);
  return (
    <Items
      label={field.label}
      value={value}
      made={() => ({ id: newId(), role: 'user', text: '' })}
      addLabel={t.addMessage}
      min={1}
      onChange={onChange}
    >
      {(item, change) => (
        <>
          <Select
            label={t.role}
            options={roles.map((role) => ({ value: role, label: t.roles[role] ?? role }))}
            value={text(item.role)}
            onChange={(event) => change({ ...item, role: event.currentTarget.value })}
          />
          {message(item, change, t.text)}
        </>
      )}
    </Items>
  );
}

export function OutputListInput({ field, value, onChange }: FieldProps<'output-list'>) {
  const t = buildTexts();
  const entries = Object.entries(isMapping(value) ? value : {});
  const items = entries.map(([name, rules]) => ({ name, ...(isMapping(rules) ? rules : {}) }));
  const write = (next: unknown) =>
    onChange(
      Object.fromEntries(
        list(next).map((item) => {
          const { name = '', ...rules } = isMapping(item) ? item : {};
          return [text(name), rules];
        }),
      ),
    );
  return (
    <Items
      label={field.label}
      value={items}
      made={() => ({ name: `output_${items.length + 1}`, type: 'string', children: null })}
      addLabel={t.addOutput}
      onChange={write}
    >
      {(item, change) => (
        <>
          <TextField
            label={t.name}
            value={text(item.name)}
            onChange={(event) => change({ ...item, name: event.currentTarget.value })}
          />
          <Select
            label={t.type}
            options={field.types.map((type) => ({ value: type }))}
            value={text(item.type)}
            onChange={(event) => change({ ...item, type: event.currentTarget.value })}
          />
        </>
      )}
    </Items>
  );
}

const inputTypes = ['text-input', 'paragraph', 'select', 'number', 'checkbox', 'file', 'file-list', 'json_object'];

export function InputFormInput({ field, value, onChange }: FieldProps<'input-form'>) {
  const t = buildTexts();
  const isStart = field.of === 'start';
  const nameKey = isStart ? 'variable' : 'output_variable_name';
  const made = () =>
    isStart
      ? {
          variable: `input_${list(value).length + 1}`,
          label: '',
          type: 'text-input',
          required: false,
          max_length: 256,
          options: [],
        }
      : { output_variable_name: `input_${list(value).length + 1}`, type: 'paragraph' };
  return (
    <Items label={field.label} value={value} made={made} addLabel={t.addInput} onChange={onChange}>
      {(item, change) => (
        <>
          <Select
            label={t.kind}
            options={[...new Set([...inputTypes, text(item.type)])]
              .filter(Boolean)
              .map((type) => ({ value: type, label: t.inputTypes[type] ?? type }))}
            value={text(item.type)}
            onChange={(event) => change({ ...item, type: event.currentTarget.value })}
          />
          <TextField
            label={t.variableName}
            dir="ltr"
            value={text(item[nameKey])}
            onInput={(event) => change({ ...item, [nameKey]: event.currentTarget.value })}
          />
          {isStart && (
            <>
              <TextField
                label={t.shownName}
                value={text(item.label)}
                onInput={(event) => change({ ...item, label: event.currentTarget.value })}
              />
              {item.type === 'json_object' && (
                <SchemaInput
                  label={settingsTexts().schemaOf}
                  value={item.json_schema}
                  onChange={(next) => change(withKeyword(item, 'json_schema', next))}
                />
              )}
              {item.type === 'select' && (
                <TextArea
                  label={t.options}
                  hint={t.onePerLine}
                  rows={3}
                  value={list(item.options).map(text).join('\n')}
                  onInput={(event) => change({ ...item, options: event.currentTarget.value.split('\n') })}
                />
              )}
              <Checkbox
                label={t.required}
                checked={item.required === true}
                onChange={(event) => change({ ...item, required: event.currentTarget.checked })}
              />
            </>
          )}
        </>
      )}
    </Items>
  );
}
