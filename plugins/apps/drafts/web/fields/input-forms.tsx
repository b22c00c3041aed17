import { type ReactNode, useState } from 'react';
import { useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import { FileRulesFields } from '#plugins/drafts/web/configuration/parts/file-rules-fields.tsx';
import { InputList } from '#plugins/drafts/web/configuration/parts/inputs-part.tsx';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { dataPath } from '#plugins/drafts/web/graph/read-graph.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Button, Select, Switch, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import { Plus } from '#plugins/ui/web/icons.tsx';
import { type FieldProps, usePanel } from './field-props.ts';
import styles from './fields.module.css';
import { Items } from './items.tsx';
import { list, selectorOf, text } from './values.ts';
import { VariableSelect } from './variable-select.tsx';

/** What somebody fills in before a run. */
export function StartInputs({ field }: FieldProps<'input-form'>) {
  const t = buildTexts();
  const config = useConfig();
  const { nodeId } = usePanel();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const place = { path: [...dataPath(nodeId), field.at], nodeId };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      <InputList {...{ config, place, edited, setEdited }} />
      <div>
        <Button small onClick={() => setEdited('new')}>
          <Plus /> {t.addInput}
        </Button>
      </div>
    </fieldset>
  );
}

const formKinds = ['paragraph', 'select', 'file', 'file-list'];

/** What somebody fills in, in the middle of a run. */
export function FormInputs({ field, value, onChange }: FieldProps<'input-form'>) {
  const t = buildTexts();
  return (
    <Items
      label={field.label}
      value={value}
      made={() => ({ output_variable_name: `input_${list(value).length + 1}`, type: 'paragraph', default: null })}
      addLabel={t.addInput}
      onChange={onChange}
    >
      {(item, change) => (
        <>
          <Select
            label={t.kind}
            options={[...new Set([...formKinds, text(item.type)])]
              .filter(Boolean)
              .map((type) => ({ value: type, label: t.inputTypes[type] ?? type }))}
            value={text(item.type)}
            onChange={({ currentTarget: { value: type } }) =>
              change({ type, output_variable_name: item.output_variable_name, ...firstRules[type] })
            }
          />
          <TextField
            label={t.variableName}
            dir="ltr"
            value={text(item.output_variable_name)}
            onInput={(event) => change({ ...item, output_variable_name: event.currentTarget.value })}
          />
          <FormInputRules item={item} change={change} />
        </>
      )}
    </Items>
  );
}

const allFiles = { allowed_file_types: ['image', 'document'], allowed_file_extensions: [] };
const methods = { allowed_file_upload_methods: ['local_file', 'remote_url'] };
/** What an input of a kind begins with. */
const firstRules: Readonly<Record<string, Mapping>> = {
  paragraph: { default: null },
  select: { option_source: { type: 'constant', selector: [], value: [] } },
  file: { ...allFiles, ...methods },
  'file-list': { ...allFiles, ...methods, number_limits: 5 },
};

/** What an input begins with, what it offers, which files it takes. */
function FormInputRules({ item, change }: { readonly item: Mapping; change(next: Mapping): void }) {
  const t = configurationTexts();
  const words = buildTexts();
  const set = (key: string, value: unknown) => change({ ...item, [key]: value });
  if (item.type === 'select')
    return (
      <Source
        label={words.options}
        source={item.option_source}
        types={['array[string]', 'array[any]', 'array']}
        onChange={(next) => set('option_source', next)}
      >
        {(options, setOptions) => (
          <TextArea
            label={words.options}
            hint={t.onePerLine}
            rows={3}
            value={list(options).map(text).join('\n')}
            onInput={({ currentTarget: { value } }) => setOptions(value === '' ? [] : value.split('\n'))}
          />
        )}
      </Source>
    );
  if (item.type === 'file' || item.type === 'file-list')
    return (
      <>
        <FileRulesFields rules={item} set={set} />
        {item.type === 'file-list' && (
          <TextField
            label={t.maxFiles}
            type="number"
            min={1}
            value={text(item.number_limits)}
            onInput={({ currentTarget: { value, valueAsNumber } }) =>
              set('number_limits', value === '' ? null : valueAsNumber)
            }
          />
        )}
      </>
    );
  return (
    <Source label={t.defaultValue} source={item.default} onChange={(next) => set('default', next)}>
      {(value, setValue) => (
        <TextArea
          label={t.defaultValue}
          note={words.optional}
          rows={2}
          value={text(value)}
          onInput={(event) => setValue(event.currentTarget.value)}
        />
      )}
    </Source>
  );
}

/** `{type, selector, value}`: a constant, or what a variable has. */
function Source({
  label,
  source,
  types,
  onChange,
  children,
}: {
  readonly label: string;
  readonly source: unknown;
  readonly types?: readonly string[];
  onChange(next: Mapping): void;
  readonly children: (value: unknown, setValue: (value: unknown) => void) => ReactNode;
}) {
  const t = buildTexts();
  const { before } = usePanel();
  const held = isMapping(source) ? source : { type: 'constant', selector: [], value: types === undefined ? '' : [] };
  const isVariable = held.type === 'variable';
  return (
    <>
      <Switch
        label={t.fromVariable(label)}
        checked={isVariable}
        onChange={(event) => onChange({ ...held, type: event.currentTarget.checked ? 'variable' : 'constant' })}
      />
      {isVariable ? (
        <VariableSelect
          label={label}
          groups={before}
          {...(types !== undefined && { types })}
          value={selectorOf(held.selector)}
          onChange={(selector) => onChange({ ...held, selector })}
        />
      ) : (
        children(held.value, (value) => onChange({ ...held, type: 'constant', value }))
      )}
    </>
  );
}
