import { WriteButton } from '#plugins/drafts/web/assistant/offers.tsx';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { newId } from '#plugins/drafts/web/graph/new-id.ts';
import { comparesNothing, comparesSeveral, operatorsFor } from '#plugins/drafts/web/graph/operators.ts';
import { settingAt } from '#plugins/drafts/web/graph/read-graph.ts';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Select, Switch, TextField } from '#plugins/ui/web/contract.ts';
import { ChoiceValue, useOptions } from './choice-value.tsx';
import { Joiner, OperatorSelect } from './condition-parts.tsx';
import { ConstantInput } from './constant-input.tsx';
import { PartOfItem } from './field-problems.tsx';
import { type FieldProps, usePanel } from './field-props.ts';
import styles from './fields.module.css';
import { FileConditions } from './file-conditions.tsx';
import { Items } from './items.tsx';
import { TemplateInput } from './template-input.tsx';
import { ValueList } from './value-list.tsx';
import { list, selectorOf, text } from './values.ts';
import { VariableSelect } from './variable-select.tsx';

/** Operators that look into the files of a list. */
const comparesFiles = new Set(['contains', 'not contains', 'all of']);

/** Another comparison, and the value it is with: several values where it takes several, else the first of them. */
function compared(item: Mapping, operator: string): Mapping {
  const { value } = item;
  if (comparesNothing.has(operator)) return { comparison_operator: operator };
  if (comparesSeveral.has(operator) === Array.isArray(value)) return { comparison_operator: operator };
  const several = text(value) === '' ? [] : [value];
  return { comparison_operator: operator, value: Array.isArray(value) ? (value[0] ?? '') : several };
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
        const isOfFiles =
          isMapping(item.sub_variable_condition) || (type === 'array[file]' && comparesFiles.has(operator));
        return (
          <div className={styles.condition}>
            <VariableSelect
              label={t.variable}
              labelHidden
              groups={groups}
              value={selector}
              onChange={(next, chosen) => {
                const fits = operatorsFor(chosen);
                const kept = fits.includes(operator) ? operator : (fits[0] ?? 'is');
                const { sub_variable_condition: asked, ...others } = item;
                // Conditions about files stand beside a list of files only; null is as editors leave it.
                const files =
                  asked === undefined || (isMapping(asked) && chosen !== 'array[file]')
                    ? {}
                    : { sub_variable_condition: asked };
                change({
                  ...others,
                  ...files,
                  ...compared(item, kept),
                  ...{ variable_selector: next, varType: chosen },
                });
              }}
            />
            <OperatorSelect
              value={operator}
              type={type}
              onChange={(next) => change({ ...item, ...compared(item, next) })}
            />
            {isOfFiles ? (
              <FileConditions
                value={item.sub_variable_condition}
                onChange={(next) => change({ ...item, sub_variable_condition: next })}
              />
            ) : (
              !comparesNothing.has(operator) && <ComparedValue item={item} type={type} change={change} />
            )}
          </div>
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
  const options = useOptions(selectorOf(item.variable_selector), text(item.comparison_operator));
  if (type === 'boolean') {
    return (
      <Switch
        label={t.isTrue}
        checked={item.value === true}
        onChange={(event) => change({ ...item, value: event.currentTarget.checked })}
      />
    );
  }
  if (Array.isArray(item.value) || comparesSeveral.has(text(item.comparison_operator))) {
    const several = Array.isArray(item.value) ? item.value : [item.value].filter((each) => text(each) !== '');
    return <ValueList label={t.value} value={several} onChange={(next) => change({ ...item, value: next })} />;
  }
  // What is none of the options, as a variable, stays as it was written.
  if (options.length > 0 && (text(item.value) === '' || options.includes(text(item.value)))) {
    return <ChoiceValue options={options} value={item.value} onChange={(value) => change({ ...item, value })} />;
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
      <WriteButton kind="condition" label={field.label} current="" />
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
          <PartOfItem name="conditions">
            <ConditionList
              label={t.caseName(at + 1)}
              value={item.conditions}
              groups={before}
              onChange={(next) => change({ ...item, conditions: next })}
            />
          </PartOfItem>
          <WriteButton kind="condition" label={t.caseName(at + 1)} current="" />
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
            onChange={(next) => change({ ...item, ...compared(item, next) })}
          />
          {!comparesNothing.has(text(item.comparison_operator)) && (
            <ComparedValue item={item} type="string" change={change} />
          )}
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
