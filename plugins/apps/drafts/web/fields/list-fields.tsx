import { WriteButton } from '#plugins/drafts/web/assistant/offers.tsx';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { newId } from '#plugins/drafts/web/graph/new-id.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Select, TextField } from '#plugins/ui/web/contract.ts';
import { type FieldProps, namedAt, usePanel } from './field-props.ts';
import { Items } from './items.tsx';
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
            onChange={(selector, type) =>
              change({ ...item, ...nameFor(item, selector), value_selector: selector, value_type: type })
            }
          />
        </>
      )}
    </Items>
  );
}

/** What has no name yet is called as what is chosen. */
function nameFor(item: Mapping, selector: readonly string[]): Mapping {
  return text(item.variable) === '' ? { variable: selector.at(-1) ?? '' } : {};
}

const roles = ['system', 'user', 'assistant'];

export function MessagesInput({ field, settings, value, onChange }: FieldProps<'messages'>) {
  const t = buildTexts();
  const message = (item: Mapping, change: (next: unknown) => void, label: string) => {
    const isJinja = item.edition_type === 'jinja2';
    const key = isJinja ? 'jinja2_text' : 'text';
    return (
      <>
        <TemplateInput
          label={label}
          rows={6}
          special={field.special}
          isJinja={isJinja}
          names={namedAt(settings, field.variables_at)}
          value={text(item[key])}
          onChange={(next) => change({ ...item, [key]: next })}
        />
        <WriteButton kind="prompt" part={key} label={label} current={text(item[key])} />
      </>
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
