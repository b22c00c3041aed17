import { useEffect, useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { newId } from '#plugins/drafts/web/graph/new-id.ts';
import { comparesNothing, comparesSeveral, operatorsFor } from '#plugins/drafts/web/graph/operators.ts';
import { settingAt } from '#plugins/drafts/web/graph/read-graph.ts';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { call, ErrorAlert, OptionPicker } from '#plugins/studio/web/contract.tsx';
import { Switch, TextField } from '#plugins/ui/web/contract.ts';
import { Joiner, OperatorSelect } from './condition-parts.tsx';
import { type FieldProps, usePanel } from './field-props.ts';
import styles from './fields.module.css';
import { formsTexts } from './forms-texts/en.ts';
import { Items } from './items.tsx';
import { fromTime, timeOf } from './metadata-times.ts';
import { TemplateInput } from './template-input.tsx';
import { ValueList } from './value-list.tsx';
import { list, selectorOf, text } from './values.ts';

type MetadataType = Schemas['DatasetField']['type'];

interface FilterProps {
  readonly label: string;
  readonly bases: readonly string[];
  /** `{logical_operator, conditions: [{id, name, comparison_operator, value}]}`. */
  readonly value: unknown;
  /** Variables that values may come from; none: constants only. */
  readonly variables: readonly VariableGroup[];
  onChange(value: unknown): void;
}

/** Conditions on the metadata of documents, by the fields of the chosen knowledge bases. */
export function MetadataFilter({ label, bases, value, variables, onChange }: FilterProps) {
  const t = buildTexts();
  const own = formsTexts();
  const fields = useFields(bases);
  const filter: Mapping = isMapping(value) ? value : { logical_operator: 'and' };
  const conditions = list(filter.conditions);
  const first = fields.known.entries().next().value;
  const made = () => ({
    id: newId(),
    name: first?.[0] ?? '',
    comparison_operator: operatorsOf(first?.[1] ?? 'string')[0] ?? 'is',
    value: '',
  });
  return (
    <div className={styles.group}>
      {bases.length === 0 && <p className={styles.help}>{own.chooseBases}</p>}
      {fields.error !== undefined && <ErrorAlert error={fields.error} />}
      {conditions.length > 1 && (
        <Joiner value={filter.logical_operator} onChange={(next) => onChange({ ...filter, logical_operator: next })} />
      )}
      <Items
        label={label}
        value={conditions}
        made={made}
        addLabel={t.addCondition}
        max={100}
        onChange={(next) => onChange({ ...filter, conditions: next })}
      >
        {(item, change) => <Condition {...{ item, change, variables }} known={fields.known} />}
      </Items>
    </div>
  );
}

const times = ['before', 'after', 'is', 'is not', 'empty', 'not empty'];

function operatorsOf(type: MetadataType): readonly string[] {
  if (type === 'time') return times;
  return type === 'number' ? [...operatorsFor('number'), 'in', 'not in'] : operatorsFor('string');
}

interface ConditionProps {
  readonly item: Mapping;
  readonly known: ReadonlyMap<string, MetadataType>;
  readonly variables: readonly VariableGroup[];
  change(next: unknown): void;
}

function Condition({ item, known, variables, change }: ConditionProps) {
  const t = formsTexts();
  const name = text(item.name);
  const operator = text(item.comparison_operator);
  const type = known.get(name) ?? typeBy(operator);
  const options = [...known].map(([each, kind]) => ({ id: each, label: each, detail: kind }));
  return (
    <>
      <OptionPicker
        label={t.field}
        labelHidden
        kind="metadata"
        empty={t.noField}
        hasNone={false}
        options={name === '' || known.has(name) ? options : [...options, { id: name, label: t.notField(name) }]}
        value={name}
        onChange={(chosen) => {
          const next = known.get(chosen) ?? 'string';
          const isKept = operatorsOf(next).includes(operator);
          change({
            ...item,
            name: chosen,
            ...(!isKept && { comparison_operator: operatorsOf(next)[0] }),
            ...(next !== type && { value: '' }),
          });
        }}
      />
      <OperatorSelect
        value={operator}
        type={type}
        only={operatorsOf(type)}
        words={{ before: t.before, after: t.after }}
        onChange={(next) => change({ ...item, comparison_operator: next })}
      />
      {!comparesNothing.has(operator) && <Value {...{ item, type, variables, change }} />}
    </>
  );
}

/** Where the bases don't tell, the comparison does. */
function typeBy(operator: string): MetadataType {
  if (operator === 'before' || operator === 'after') return 'time';
  return ['=', '≠', '>', '<', '≥', '≤'].includes(operator) ? 'number' : 'string';
}

function Value({ item, type, variables, change }: Omit<ConditionProps, 'known'> & { readonly type: MetadataType }) {
  const t = formsTexts();
  const label = buildTexts().value;
  const { value } = item;
  const write = (next: unknown) => change({ ...item, value: next });
  const isSeveral = comparesSeveral.has(text(item.comparison_operator));
  if (Array.isArray(value)) return <ValueList label={label} value={value} onChange={write} />;
  const hasName = typeof value === 'string' && value.includes('{{');
  const frame = { label, labelHidden: true, ...(isSeveral && { hint: t.severalHint }) };
  const prompt =
    variables.length === 0 ? (
      <TextField {...frame} value={text(value)} onInput={(event) => write(event.currentTarget.value)} />
    ) : (
      <TemplateInput {...frame} rows={1} value={text(value)} onChange={write} />
    );
  if (type === 'string' || isSeveral) return prompt;
  return (
    <div className={styles.group}>
      {hasName ? prompt : <Constant {...{ type, label, value, write }} />}
      {variables.length > 0 && (
        <Switch
          label={t.fromVariable(label)}
          checked={hasName}
          onChange={({ currentTarget: { checked } }) => write(checked ? placeholderOf(variables) : '')}
        />
      )}
    </div>
  );
}

/** The first variable, to begin with. */
function placeholderOf(variables: readonly VariableGroup[]): string {
  const selector = variables.flatMap((group) => group.variables)[0]?.selector ?? [];
  return `{{#${selector.join('.')}#}}`;
}

function Constant({
  type,
  label,
  value,
  write,
}: {
  readonly type: MetadataType;
  readonly label: string;
  readonly value: unknown;
  write(next: unknown): void;
}) {
  const t = formsTexts();
  if (type === 'number')
    return (
      <TextField
        label={label}
        labelHidden
        type="number"
        step="any"
        value={text(value)}
        onInput={({ currentTarget: { value: typed, valueAsNumber } }) => {
          if (typed === '' || Number.isFinite(valueAsNumber)) write(typed === '' ? '' : valueAsNumber);
        }}
      />
    );
  const shown = timeOf(value);
  // A time that is written in another way stays until another one is chosen.
  if (shown === null)
    return (
      <TextField
        label={t.time}
        hint={t.timeKept}
        dir="ltr"
        value={text(value)}
        onInput={(event) => write(event.currentTarget.value)}
      />
    );
  return (
    <TextField
      label={t.time}
      labelHidden
      type="datetime-local"
      value={shown}
      onInput={({ currentTarget: { value: typed } }) => write(fromTime(typed))}
    />
  );
}

interface Fields {
  readonly known: ReadonlyMap<string, MetadataType>;
  readonly error: unknown;
}

/** The metadata fields of all the bases: those of their own first, then those every document has. */
function useFields(bases: readonly string[]): Fields {
  const key = JSON.stringify(bases);
  const [fields, setFields] = useState<Fields>({ known: new Map(), error: undefined });
  useEffect(() => {
    const asking = new AbortController();
    const path = '/console/api/datasets/{dataset_id}/fields';
    const all = (JSON.parse(key) as readonly string[]).map((id) =>
      call.get(path, { path: { dataset_id: id }, signal: asking.signal }),
    );
    setFields((before) => ({ ...before, error: undefined }));
    // A base that is gone hides nothing of the others.
    void Promise.allSettled(all).then((answers) => {
      if (asking.signal.aborted) return;
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const own = found.flatMap(({ data }) => data);
      const builtIn = found.flatMap((each) => (each.built_in_field_enabled ? each.built_in_fields : []));
      const known = new Map([...own, ...builtIn].map(({ name, type }) => [name, type]));
      const failed = answers.find((answer) => answer.status === 'rejected');
      setFields({ known, error: found.length === 0 ? failed?.reason : undefined });
    });
    return () => asking.abort();
  }, [key]);
  return fields;
}

/** Conditions of a node that asks knowledge bases. */
export function MetadataFilterInput({ field, settings, value, onChange }: FieldProps<'metadata-filter'>) {
  const { before } = usePanel();
  return (
    <MetadataFilter
      label={field.label}
      bases={selectorOf(settingAt(settings, field.of))}
      value={value}
      variables={before}
      onChange={onChange}
    />
  );
}
