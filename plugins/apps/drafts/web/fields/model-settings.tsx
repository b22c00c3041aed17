import { useState } from 'react';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { ErrorAlert, Link, ModelPicker, number, useApi } from '#plugins/studio/web/contract.tsx';
import { Loading } from '#plugins/ui/web/contract.ts';
import styles from './fields.module.css';
import { OtherParameters } from './other-parameters.tsx';
import { ParameterField } from './parameter-field.tsx';
import look from './parameters.module.css';
import { modelOf, otherNames, type Parameter, parametersIn, withParameter } from './parameters.ts';
import { settingsTexts } from './settings-texts/en.ts';
import { text } from './values.ts';

/** Types of models by what fields call them. */
const types = { llm: 'llm', rerank: 'rerank', 'text-embedding': 'embedding' } as const;
const none: readonly Parameter[] = [];

export interface ModelSettingsProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly of: keyof typeof types;
  /** `{provider, name, mode, completion_params}` and what else a document has there. */
  readonly value: unknown;
  onChange(value: unknown): void;
}

/** A model of the workspace and what its calls are set to. What a document names stays, whether the workspace has it or not. */
export function ModelSettings({ label, help, of, value, onChange }: ModelSettingsProps) {
  const model = isMapping(value) ? value : {};
  const [provider, name] = [text(model.provider), text(model.name)];
  const set = parametersIn(model);
  return (
    <div className={styles.group}>
      <ModelChoice
        {...{ label, help, of, provider, name }}
        onChange={(names) => onChange({ mode: 'chat', completion_params: {}, ...model, ...names })}
      />
      {of === 'llm' && (
        <Parameters {...{ provider, name, set }} onChange={(next) => onChange({ ...model, completion_params: next })} />
      )}
    </div>
  );
}

export interface ModelChoiceProps extends Omit<ModelSettingsProps, 'value' | 'onChange'> {
  readonly provider: string;
  readonly name: string;
  onChange(names: { readonly provider: string; readonly name: string }): void;
}

/** A model of the workspace; none: its default. */
export function ModelChoice({ label, help, of, provider, name, onChange }: ModelChoiceProps) {
  const t = buildTexts();
  const answer = useApi('/console/api/models', { query: { type: types[of] } });
  const found = modelOf(answer.value?.data ?? [], provider, name);
  return (
    <>
      <ModelPicker
        label={label}
        hint={
          <>
            {help} <Link href="/models">{t.setUpModels}</Link>
          </>
        }
        empty={t.defaultModel}
        models={answer.value?.data}
        value={name === '' ? null : (found ?? { provider, name })}
        missing={answer.value === undefined ? undefined : t.notThere(`${provider}/${name}`)}
        onChange={(next) => onChange({ provider: next?.provider ?? '', name: next?.name ?? '' })}
      />
      {answer.error !== undefined && <ErrorAlert error={answer.error} refetch={answer.refetch} />}
    </>
  );
}

interface ParametersProps {
  readonly provider: string;
  readonly name: string;
  readonly set: Readonly<Record<string, unknown>>;
  onChange(set: Readonly<Record<string, unknown>>): void;
}

/** What a model takes is asked for when it is looked at. */
function Parameters(props: ParametersProps) {
  const [t, own] = [buildTexts(), settingsTexts()];
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(props.set).length;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{count === 0 ? t.parameters : `${t.parameters} · ${own.setCount(number(count))}`}</summary>
      {isOpen && <ParameterList {...props} />}
    </details>
  );
}

function ParameterList({ provider, name, set, onChange }: ParametersProps) {
  const t = buildTexts();
  const own = settingsTexts();
  const models = useApi('/console/api/models', { query: { type: 'llm' } });
  const found = modelOf(models.value?.data ?? [], provider, name);
  const rules = useApi('/console/api/providers/{provider}/models/parameter-rules', {
    ...{ path: { provider: found?.provider ?? '' }, query: { type: 'llm', model: name }, when: found !== undefined },
  });
  const known = found === undefined ? none : (rules.value?.data ?? none);
  const isWaiting = models.value === undefined ? models.error === undefined : found !== undefined && !isTold(rules);
  if (isWaiting) return <Loading label={t.loading} />;
  // Of these the schema belongs to its format.
  const shown = known.filter(
    (each) => each.name !== 'json_schema' || set.response_format === 'json_schema' || set.json_schema !== undefined,
  );
  return (
    <div className={look.folded}>
      {rules.error !== undefined && found !== undefined && <ErrorAlert error={rules.error} refetch={rules.refetch} />}
      {found === undefined && <p className={styles.help}>{own.modelUnknown}</p>}
      {shown.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={set[parameter.name]}
          onChange={(next) => onChange(withParameter(set, parameter.name, next))}
        />
      ))}
      <OtherParameters set={set} names={otherNames(known, set)} onChange={onChange} />
    </div>
  );
}

function isTold({ value, error }: { readonly value?: unknown; readonly error?: unknown }): boolean {
  return value !== undefined || error !== undefined;
}
