import { useMemo } from 'react';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { newId } from '#plugins/drafts/web/graph/new-id.ts';
import { settingAt } from '#plugins/drafts/web/graph/read-graph.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { datasetSource, ErrorAlert, Link, PickedMany, Picker, useApi } from '#plugins/studio/web/contract.tsx';
import { Select, TextField } from '#plugins/ui/web/contract.ts';
import { type FieldProps, usePanel } from './field-props.ts';
import styles from './fields.module.css';
import { Items } from './items.tsx';
import { ParameterInput } from './parameter-input.tsx';
import { TemplateInput } from './template-input.tsx';
import { toolAt, toolKey, toolSource } from './tool-source.ts';
import { list, selectorOf, text } from './values.ts';
import { VariableSelect } from './variable-select.tsx';

export function ToolInput({ field, settings, set }: FieldProps<'tool'>) {
  const t = buildTexts();
  const answer = useApi('/console/api/tools');
  const at = (key: string) => (field.at === '' ? key : `${field.at}.${key}`);
  const provider = text(settingAt(settings, at('provider_id')));
  const name = text(settingAt(settings, at('tool_name')));
  const key = name === '' ? '' : toolKey(provider, name);
  const source = useMemo(() => toolSource(answer.value?.data ?? []), [answer.value]);
  return (
    <>
      <Picker
        label={field.label}
        empty={t.noTool}
        hasNone={false}
        source={source}
        value={key}
        onChange={(id) => {
          const chosen = toolAt(answer.value?.data ?? [], id);
          if (chosen === undefined) return;
          const { provider: from, tool } = chosen;
          set(at('provider_type'), from.kind);
          set(at('provider_id'), from.id);
          set(at('provider_name'), from.id);
          set(at('tool_name'), tool.name);
          set(at('tool_label'), tool.label ?? tool.name);
        }}
      />
      {answer.error !== undefined && <ErrorAlert error={answer.error} refetch={answer.refetch} />}
    </>
  );
}

export function ToolParametersInput({ field, settings, value, onChange }: FieldProps<'tool-parameters'>) {
  const { before } = usePanel();
  const answer = useApi('/console/api/tools');
  const values = isMapping(value) ? value : {};
  const provider = answer.value?.data.find(({ id }) => id === settingAt(settings, 'provider_id'));
  const tool = provider?.tools.find(({ name }) => name === settingAt(settings, 'tool_name'));
  const declared = (tool?.parameters ?? []).filter(({ form = 'llm' }) => (form === 'form') === (field.of === 'form'));
  const names = new Set(declared.map(({ name }) => name));
  // What a document sets, and the tool does not tell of, stays and is shown.
  const more = Object.keys(values).filter((name) => !names.has(name));
  const rows = [...declared, ...more.map((name) => ({ name, type: 'string', label: name, description: '' }))];
  if (rows.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      {rows.map((parameter) => {
        const { name, type } = parameter;
        const held = values[name];
        const isWrapped = isMapping(held) && 'type' in held;
        const inner = isWrapped ? held.value : held;
        // Older documents have selectors without a word of what they are.
        const isVariable = isWrapped ? held.type === 'variable' : Array.isArray(inner) && type !== 'array';
        return (
          <ParameterInput
            key={name}
            parameter={parameter}
            value={inner}
            isVariable={isVariable}
            variables={before}
            onChange={(next, by) => {
              const { [name]: _, ...others } = values;
              if (next === undefined) return onChange(others);
              const isPlain = field.of === 'form' && !isWrapped && by !== 'variable';
              onChange({ ...values, [name]: isPlain ? next : { ...(isWrapped ? held : {}), type: by, value: next } });
            }}
          />
        );
      })}
    </fieldset>
  );
}

export function DatasetsInput({ field, value, onChange }: FieldProps<'datasets'>) {
  const t = buildTexts();
  return (
    <PickedMany
      label={field.label}
      hint={<Link href="/knowledge">{t.makeBase}</Link>}
      addLabel={t.addBase}
      source={datasetSource}
      value={list(value).map(text)}
      nothing={t.noBases}
      goneLabel={t.notThere}
      onChange={onChange}
    />
  );
}

/** Pairs, in each of the ways that documents write them. */
export function KeyValuesInput({ field, value, onChange }: FieldProps<'key-values'>) {
  const t = buildTexts();
  const { before } = usePanel();
  const pairs = readPairs(field.form, value);
  return (
    <Items
      label={field.label}
      value={pairs}
      made={() => ({ ...(field.form === 'items' && { id: newId(), type: 'text' }), key: '', value: '' })}
      addLabel={t.addPair}
      onChange={(next) => onChange(writePairs(field.form, next, value))}
    >
      {(item, change) => (
        <>
          <TextField
            label={t.key}
            value={text(item.key)}
            onInput={(event) => change({ ...item, key: event.currentTarget.value })}
          />
          {field.takes_files === true && (
            <Select
              label={t.kind}
              options={[
                { value: 'text', label: t.text },
                { value: 'file', label: t.file },
              ]}
              value={item.type === 'file' ? 'file' : 'text'}
              onChange={(event) => change({ ...item, type: event.currentTarget.value })}
            />
          )}
          {item.type === 'file' ? (
            <VariableSelect
              label={t.file}
              groups={before}
              types={['file', 'array[file]']}
              value={selectorOf(item.file)}
              onChange={(file) => change({ ...item, file })}
            />
          ) : (
            <TemplateInput
              label={t.value}
              rows={1}
              value={text(item.value)}
              onChange={(next) => change({ ...item, value: next })}
            />
          )}
        </>
      )}
    </Items>
  );
}

type PairForm = 'lines' | 'items' | 'mapping' | 'typed';

function readPairs(form: PairForm, value: unknown): readonly Mapping[] {
  if (form === 'items') return list(value).filter(isMapping);
  if (form === 'lines') {
    const lines = text(value) === '' ? [] : text(value).split('\n');
    return lines.map((line) => {
      const at = line.indexOf(':');
      return at < 0 ? { key: line, value: '', isBare: true } : { key: line.slice(0, at), value: line.slice(at + 1) };
    });
  }
  return Object.entries(isMapping(value) ? value : {}).map(([key, held]) =>
    form === 'typed' && isMapping(held) ? { key, value: held.value, held } : { key, value: held },
  );
}

function writePairs(form: PairForm, next: unknown, before: unknown): unknown {
  const pairs = list(next).filter(isMapping);
  if (form === 'items') return pairs;
  if (form === 'lines')
    return pairs
      .map(({ key, value, isBare }) => (isBare === true && value === '' ? text(key) : `${text(key)}:${text(value)}`))
      .join('\n');
  const entries = pairs.map(({ key, value, held }): [string, unknown] => [
    text(key),
    form === 'typed' ? { type: 'mixed', ...(isMapping(held) ? held : {}), value } : value,
  ]);
  // Two of one name would be one: as long as it is typed, the older one stays.
  return new Set(entries.map(([key]) => key)).size === entries.length ? Object.fromEntries(entries) : before;
}
