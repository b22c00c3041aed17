import type { ComponentType } from 'react';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { holds, type NodeField } from '#plugins/drafts/web/graph/forms.ts';
import { newId } from '#plugins/drafts/web/graph/new-id.ts';
import { settingAt } from '#plugins/drafts/web/graph/read-graph.ts';
import { withSetting } from '#plugins/drafts/web/graph/settings.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { type LazyModule, lazyModule } from '#plugins/ui/web/contract.ts';
import { WithProblems } from './field-problems.tsx';
import { type FieldProps, usePanel } from './field-props.ts';
import styles from './fields.module.css';
import { Items } from './items.tsx';
import { MessagesInput, OutputListInput, ValuesInput } from './list-fields.tsx';
import { ModelInput } from './model-field.tsx';
import * as simple from './simple-fields.tsx';

// Of few kinds of nodes, and large: they come with the first of those.
const code = lazyModule(() => import('./code-field.tsx').then((module) => module.CodeField));
const metadataFilter = lazyModule(() => import('./metadata-filter.tsx').then((module) => module.MetadataFilterInput));
const inputForm = lazyModule(() => import('./input-form-field.tsx').then((module) => module.InputFormInput));
const deliveries = lazyModule(() => import('./deliveries.tsx').then((module) => module.DeliveriesInput));
const conditions = lazyModule(() => import('./condition-fields.tsx').then((module) => module.ConditionsInput));
const cases = lazyModule(() => import('./condition-fields.tsx').then((module) => module.CasesInput));
const itemConditions = lazyModule(() => import('./condition-fields.tsx').then((module) => module.ItemConditionsInput));
const assignments = lazyModule(() => import('./condition-fields.tsx').then((module) => module.AssignmentsInput));
const typedValue = lazyModule(() => import('./condition-fields.tsx').then((module) => module.TypedValueInput));
const jsonSchema = lazyModule(() => import('./schema-input.tsx').then((module) => module.JsonSchemaField));
const tool = lazyModule(() => import('./tool-fields.tsx').then((module) => module.ToolInput));
const parameters = lazyModule(() => import('./tool-fields.tsx').then((module) => module.ToolParametersInput));
const datasets = lazyModule(() => import('./tool-fields.tsx').then((module) => module.DatasetsInput));
const keyValues = lazyModule(() => import('./tool-fields.tsx').then((module) => module.KeyValuesInput));
const tools = lazyModule(() => import('./tool-list.tsx').then((module) => module.ToolsInput));

function later<Props extends object>(module: LazyModule<ComponentType<Props>>): ComponentType<Props> {
  return function Later(props) {
    const Component = module.use();
    return Component === null ? null : <Component {...props} />;
  };
}

/** One component for each kind of field: none is shown as JSON. Groups are shown where they stand. */
const components: { readonly [Kind in Exclude<NodeField['kind'], 'group'>]: ComponentType<FieldProps<Kind>> } = {
  ...{ text: simple.TextInput, template: simple.TemplateField, number: simple.NumberInput, switch: simple.SwitchInput },
  ...{ choice: simple.ChoiceInput, choices: simple.ChoicesInput, texts: simple.TextsInput, value: simple.ValueInput },
  ...{ code: later(code), note: simple.NoteText, 'rich-text': simple.RichText },
  ...{ memory: simple.MemoryInput, vision: simple.VisionInput },
  ...{ model: ModelInput, values: ValuesInput, messages: MessagesInput, 'output-list': OutputListInput },
  ...{ 'input-form': later(inputForm), conditions: later(conditions), cases: later(cases) },
  ...{ assignments: later(assignments), 'item-conditions': later(itemConditions), 'typed-value': later(typedValue) },
  'key-values': later(keyValues),
  ...{ tool: later(tool), 'tool-parameters': later(parameters), datasets: later(datasets), list: ListInput },
  ...{ 'json-schema': later(jsonSchema), tools: later(tools), deliveries: later(deliveries) },
  'metadata-filter': later(metadataFilter),
};

/** Kinds whose component shows one item below the other (`Items`). */
const withItems: ReadonlySet<NodeField['kind']> = new Set([
  ...(['values', 'conditions', 'cases', 'assignments', 'messages', 'input-form', 'item-conditions'] as const),
]);

export interface FieldsProps {
  readonly fields: readonly NodeField[];
  /** What paths of the fields begin at. */
  readonly settings: unknown;
  /** Where they begin, below the node's data. */
  readonly base?: string;
  set(path: string, value: unknown): void;
}

/** Fields below each other; those that are asked for seldom are behind a fold. */
export function Fields({ fields, settings, base = '', set }: FieldsProps) {
  const t = buildTexts();
  const { when } = usePanel();
  const shown = fields.filter((field) => holds(field.when, settings, when));
  const often = shown.filter((field) => field.is_advanced !== true);
  const seldom = shown.filter((field) => field.is_advanced === true);
  const one = (field: NodeField) => (
    <OneField key={`${field.kind} ${field.at} ${field.label}`} {...{ field, settings, base, set }} />
  );
  return (
    <div className={styles.fields}>
      {often.map(one)}
      {seldom.length > 0 && (
        <details>
          <summary>{t.more}</summary>
          <div className={styles.fields}>{seldom.map(one)}</div>
        </details>
      )}
    </div>
  );
}

function OneField({
  field,
  settings,
  base,
  set,
}: { readonly field: NodeField; readonly base: string } & Omit<FieldsProps, 'fields' | 'base'>) {
  const { nodeId } = usePanel();
  if (field.kind === 'group') {
    return (
      <section className={styles.group}>
        <h2>{field.label}</h2>
        <Fields fields={field.fields} settings={settings} base={base} set={set} />
      </section>
    );
  }
  const raw = settingAt(settings, field.at);
  const value = field.wrapped !== undefined && isMapping(raw) ? raw.value : raw;
  const onChange = (next: unknown) =>
    set(
      field.at,
      field.wrapped === undefined || next === undefined
        ? next
        : { ...(isMapping(raw) ? raw : {}), type: field.wrapped, value: next },
    );
  const Component = components[field.kind] as ComponentType<FieldProps>;
  const at = pathOf(field, base);
  return (
    <WithProblems place={{ nodeId, at, hasFields: field.kind === 'list' }} hasItems={withItems.has(field.kind)}>
      <Component {...{ field, settings, value, onChange, set }} base={at} />
    </WithProblems>
  );
}

/** Of a tool, what names it is told of. */
function pathOf(field: NodeField, base: string): string {
  const own = field.kind === 'tool' ? 'tool_name' : field.wrapped === undefined ? field.at : `${field.at}.value`;
  return [base, own].filter((part) => part !== '').join('.');
}

export function ListInput({ field, value, base, onChange }: FieldProps<'list'>) {
  const t = buildTexts();
  const made = () => ({ ...structuredClone(field.new), ...(field.id_at !== undefined && { [field.id_at]: newId() }) });
  return (
    <Items
      label={field.label}
      value={value}
      made={made}
      addLabel={t.add(field.item)}
      min={field.min}
      max={field.max}
      onChange={onChange}
    >
      {(item, change, at) => (
        <Fields
          fields={field.fields}
          settings={item}
          base={`${base}.${at}`}
          set={(path, next) => change(withSetting(item, path, next))}
        />
      )}
    </Items>
  );
}
