import { buildTexts } from '#plugins/studio-build/web/build-texts.ts';
import { isMapping, type Mapping } from '#plugins/studio-build/web/document/operations.ts';
import { newId } from '#plugins/studio-build/web/graph/changes.ts';
import { settingAt } from '#plugins/studio-build/web/graph/read-graph.ts';
import type { VariableGroup } from '#plugins/studio-build/web/graph/variables.ts';
import { Select, Switch, TextField } from '#plugins/ui/web/contract.ts';
import { type FieldProps, usePanel } from './field-props.ts';
import styles from './fields.module.css';
import { Items } from './items.tsx';
import { JsonInput } from './json-input.tsx';
import { TemplateInput } from './template-input.tsx';
import { list, selectorOf, text } from './values.ts';
import { VariableSelect } from './variable-select.tsx';

const texts = [
  'contains',
  'not contains',
  'start with',
  'end with',
  'is',
  'is not',
  'empty',
  'not empty',
  'in',
  'not in',
];
const numbers = ['=', '≠', '>', '<', '≥', '≤', 'empty', 'not empty'];
const lists = ['contains', 'not contains', 'all of', 'empty', 'not empty'];
const others = ['exists', 'not exists', 'null', 'not null', 'empty', 'not empty'];
/** Operators that compare with nothing. */
const alone = new Set(['empty', 'not empty', 'exists', 'not exists', 'null', 'not null']);

function operatorsFor(type: string): readonly string[] {
  if (type === 'number' || type === 'integer' || type === 'float') return numbers;
  if (type === 'boolean') return ['is', 'is not'];
  if (type.startsWith('array')) return lists;
  if (type === 'object' || type === 'file') return others;
  return type === 'any' ? [...new Set([...texts, ...numbers, ...lists, ...others])] : texts;
}

function OperatorSelect({
  value,
  type,
  onChange,
}: {
  readonly value: string;
  readonly type: string;
  onChange(value: string): void;
}) {
  const t = buildTexts();
  const all = operatorsFor(type);
  const options = all.includes(value) || value === '' ? all : [...all, value];
  return (
    <Select
      label={t.comparison}
      labelHidden
      options={options.map((each) => ({ value: each, label: t.operators[each] ?? each }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Joiner({ value, onChange }: { readonly value: unknown; onChange(value: string): void }) {
  const t = buildTexts();
  return (
    <Select
      label={t.holdIf}
      options={[
        { value: 'and', label: t.allHold },
        { value: 'or', label: t.anyHolds },
      ]}
      value={value === 'or' ? 'or' : 'and'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function ConditionList({
  label,
  value,
  groups,
  onChange,
}: {
  readonly label: string;
  readonly value: unknown;
  readonly groups: readonly VariableGroup[];
  onChange(value: unknown): void;
}) {
  const t = buildTexts();
  const { typeOf } = usePanel();
  const made = () => ({ id: newId(), variable_selector: [], varType: 'string', comparison_operator: 'is', value: '' });
  return (
    <Items label={label} value={value} made={made} addLabel={t.addCondition} onChange={onChange}>
      {(item, change) => {
        const selector = selectorOf(item.variable_selector);
        const known = selector.length === 0 ? 'any' : typeOf(selector);
        const type = known === 'any' ? text(item.varType) || 'any' : known;
        const operator = text(item.comparison_operator);
        return (
          <>
            <VariableSelect
              label={t.variable}
              labelHidden
              groups={groups}
              value={selector}
              onChange={(next, chosen) => {
                const fits = operatorsFor(chosen);
                const kept = fits.includes(operator) ? operator : (fits[0] ?? 'is');
                change({ ...item, variable_selector: next, varType: chosen, comparison_operator: kept });
              }}
            />
            <OperatorSelect
              value={operator}
              type={type}
              onChange={(next) => change({ ...item, comparison_operator: next })}
            />
            {!alone.has(operator) && <ComparedValue item={item} type={type} change={change} />}
            {item.sub_variable_condition !== undefined && item.sub_variable_condition !== null && (
              <JsonInput
                label={t.innerConditions}
                value={item.sub_variable_condition}
                rows={5}
                onChange={(next) => change({ ...item, sub_variable_condition: next })}
              />
            )}
          </>
        );
      }}
    </Items>
  );
}

function ComparedValue({
  item,
  type,
  change,
}: {
  readonly item: Mapping;
  readonly type: string;
  change(next: unknown): void;
}) {
  const t = buildTexts();
  if (type === 'boolean') {
    return (
      <Switch
        label={t.isTrue}
        checked={item.value === true}
        onChange={(event) => change({ ...item, value: event.currentTarget.checked })}
      />
    );
  }
  if (Array.isArray(item.value)) {
    return (
      <TextField
        label={t.value}
        labelHidden
        value={item.value.map(text).join(', ')}
        onInput={(event) => change({ ...item, value: event.currentTarget.value.split(',').map((each) => each.trim()) })}
      />
    );
  }
  return (
    <TemplateInput
      label={t.value}
      labelHidden
      rows={1}
      value={text(item.value)}
      onChange={(value) => change({ ...item, value })}
    />
  );
}

export function ConditionsInput({ field, settings, value, onChange, set }: FieldProps<'conditions'>) {
  const panel = usePanel();
  return (
    <div className={styles.group}>
      {list(value).length > 1 && (
        <Joiner value={settingAt(settings, field.operator_at)} onChange={(next) => set(field.operator_at, next)} />
      )}
      <ConditionList
        label={field.label}
        value={value}
        groups={field.from === 'inside' ? [...panel.inside, ...panel.before] : panel.before}
        onChange={onChange}
      />
    </div>
  );
}

export function CasesInput({ field, value, onChange }: FieldProps<'cases'>) {
  const t = buildTexts();
  const { before } = usePanel();
  const made = () => {
    const id = newId();
    return { case_id: id, id, logical_operator: 'and', conditions: [] };
  };
  return (
    <Items label={field.label} value={value} made={made} addLabel={t.addCase} min={1} onChange={onChange}>
      {(item, change, at) => (
        <>
          {list(item.conditions).length > 1 && (
            <Joiner value={item.logical_operator} onChange={(next) => change({ ...item, logical_operator: next })} />
          )}
          <ConditionList
            label={t.caseName(at + 1)}
            value={item.conditions}
            groups={before}
            onChange={(next) => change({ ...item, conditions: next })}
          />
        </>
      )}
    </Items>
  );
}

export function ItemConditionsInput({ field, value, onChange }: FieldProps<'item-conditions'>) {
  const t = buildTexts();
  return (
    <Items
      label={field.label}
      value={value}
      made={() => ({ key: '', comparison_operator: 'contains', value: '' })}
      addLabel={t.addCondition}
      onChange={onChange}
    >
      {(item, change) => (
        <>
          <TextField
            label={t.key}
            value={text(item.key)}
            onInput={(event) => change({ ...item, key: event.currentTarget.value })}
          />
          <OperatorSelect
            value={text(item.comparison_operator)}
            type="any"
            onChange={(next) => change({ ...item, comparison_operator: next })}
          />
          {!alone.has(text(item.comparison_operator)) && <ComparedValue item={item} type="string" change={change} />}
        </>
      )}
    </Items>
  );
}

const operations = [
  'over-write',
  'set',
  'clear',
  'append',
  'extend',
  '+=',
  '-=',
  '*=',
  '/=',
  'remove-first',
  'remove-last',
];
const withoutInput = new Set(['clear', 'remove-first', 'remove-last']);

export function AssignmentsInput({ field, value, onChange }: FieldProps<'assignments'>) {
  const t = buildTexts();
  const { assignable, before, typeOf } = usePanel();
  const made = () => ({ variable_selector: [], input_type: 'variable', operation: 'over-write', value: [] });
  return (
    <Items label={field.label} value={value} made={made} addLabel={t.addChange} onChange={onChange}>
      {(item, change) => {
        const isVariable = Array.isArray(item.value) && item.input_type !== 'constant';
        const selector = selectorOf(item.variable_selector);
        return (
          <>
            <VariableSelect
              label={t.variable}
              groups={assignable}
              value={selector}
              onChange={(next) => change({ ...item, variable_selector: next })}
            />
            <Select
              label={t.operation}
              options={operations.map((each) => ({ value: each, label: t.operations[each] ?? each }))}
              value={text(item.operation)}
              onChange={(event) => {
                const operation = event.currentTarget.value;
                const needsConstant = operation === 'set' || operation.endsWith('=');
                const kept = needsConstant && isVariable ? { input_type: 'constant', value: '' } : {};
                change({ ...item, ...kept, operation });
              }}
            />
            {!withoutInput.has(text(item.operation)) &&
              (isVariable ? (
                <VariableSelect
                  label={t.value}
                  groups={before}
                  value={selectorOf(item.value)}
                  onChange={(next) => change({ ...item, value: next })}
                />
              ) : (
                <ConstantInput
                  label={t.value}
                  type={typeOf(selector)}
                  value={item.value}
                  onChange={(next) => change({ ...item, value: next })}
                />
              ))}
          </>
        );
      }}
    </Items>
  );
}

/** A constant of a type. */
function ConstantInput({
  label,
  type,
  value,
  onChange,
}: {
  readonly label: string;
  readonly type: string;
  readonly value: unknown;
  onChange(value: unknown): void;
}) {
  if (type === 'boolean')
    return (
      <Switch label={label} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
    );
  if (type === 'number') {
    return (
      <TextField
        label={label}
        type="number"
        step="any"
        value={text(value)}
        onInput={(event) =>
          Number.isFinite(event.currentTarget.valueAsNumber) && onChange(event.currentTarget.valueAsNumber)
        }
      />
    );
  }
  if (type === 'object' || type.startsWith('array') || isMapping(value) || Array.isArray(value))
    return <JsonInput label={label} value={value} rows={4} onChange={onChange} />;
  return <TextField label={label} value={text(value)} onInput={(event) => onChange(event.currentTarget.value)} />;
}

export function TypedValueInput({ field, settings, value, onChange, set }: FieldProps<'typed-value'>) {
  const t = buildTexts();
  const { before } = usePanel();
  const type = text(settingAt(settings, field.type_at)) || 'string';
  const isVariable = field.input_at !== undefined && settingAt(settings, field.input_at) === 'variable';
  return (
    <div className={styles.group}>
      {field.input_at !== undefined && (
        <Switch
          label={t.fromVariable(field.label)}
          checked={isVariable}
          onChange={(event) => {
            set(field.input_at ?? '', event.currentTarget.checked ? 'variable' : 'constant');
            onChange(event.currentTarget.checked ? [] : '');
          }}
        />
      )}
      {isVariable ? (
        <VariableSelect
          label={field.label}
          groups={before}
          types={[type]}
          value={selectorOf(value)}
          onChange={(next) => onChange(next)}
        />
      ) : (
        <ConstantInput label={field.label} type={type} value={value} onChange={onChange} />
      )}
    </div>
  );
}
