import { Failure, Shown, useAnswer } from '#plugins/studio/web/contract.tsx';
import { buildTexts } from '#plugins/studio-build/web/build-texts.ts';
import { isMapping, type Mapping } from '#plugins/studio-build/web/document/operations.ts';
import { newId } from '#plugins/studio-build/web/graph/changes.ts';
import { settingAt } from '#plugins/studio-build/web/graph/read-graph.ts';
import { Checkbox, Select, TextField } from '#plugins/ui/web/contract.ts';
import { type FieldProps, usePanel } from './field-props.ts';
import styles from './fields.module.css';
import { Items } from './items.tsx';
import { ParameterInput } from './parameter-input.tsx';
import { TemplateInput } from './template-input.tsx';
import { list, selectorOf, text } from './values.ts';
import { VariableSelect } from './variable-select.tsx';

export function ToolInput({ field, settings, set }: FieldProps<'tool'>) {
  const t = buildTexts();
  const answer = useAnswer('/console/api/tools');
  const at = (key: string) => (field.at === '' ? key : `${field.at}.${key}`);
  const provider = text(settingAt(settings, at('provider_id')));
  const name = text(settingAt(settings, at('tool_name')));
  const all = (answer.value?.data ?? []).flatMap((each) => each.tools.map((tool) => ({ provider: each, tool })));
  const keyOf = (one: string, other: string) => JSON.stringify([one, other]);
  const key = name === '' ? '' : keyOf(provider, name);
  const options = all.map((each) => ({
    value: keyOf(each.provider.id, each.tool.name),
    label: `${each.provider.label} · ${each.tool.label ?? each.tool.name}`,
  }));
  const isKnown = key === '' || options.some(({ value }) => value === key);
  return (
    <>
      <Select
        label={field.label}
        empty={t.noTool}
        options={isKnown ? options : [...options, { value: key, label: t.notThere(`${provider}/${name}`) }]}
        value={key}
        onChange={(event) => {
          const chosen = all.find((each) => keyOf(each.provider.id, each.tool.name) === event.currentTarget.value);
          if (chosen === undefined) return;
          const { provider: from, tool } = chosen;
          set(at('provider_type'), from.kind);
          set(at('provider_id'), from.id);
          set(at('provider_name'), from.id);
          set(at('tool_name'), tool.name);
          set(at('tool_label'), tool.label ?? tool.name);
        }}
      />
      {answer.error !== undefined && <Failure error={answer.error} again={answer.again} />}
    </>
  );
}

export function ToolParametersInput({ field, settings, value, onChange }: FieldProps<'tool-parameters'>) {
  const { before } = usePanel();
  const answer = useAnswer('/console/api/tools');
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
  const answer = useAnswer('/console/api/datasets', { query: { limit: 100 } });
  const chosen = list(value).map(text);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      <Shown answer={answer}>
        {({ data }) => {
          const known = new Set(data.map(({ id }) => id));
          const missing = chosen.filter((id) => !known.has(id)).map((id) => ({ id, name: t.notThere(id) }));
          const all = [...data, ...missing];
          return all.length === 0 ? (
            <p className={styles.help}>{t.noBases}</p>
          ) : (
            all.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={chosen.includes(id)}
                onChange={(event) =>
                  onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
              />
            ))
          );
        }}
      </Shown>
    </fieldset>
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
