import { Failure, useAnswer } from '#plugins/studio/web/contract.tsx';
import { buildTexts } from '#plugins/studio-build/web/build-texts.ts';
import { isMapping } from '#plugins/studio-build/web/document/operations.ts';
import { settingAt } from '#plugins/studio-build/web/graph/read-graph.ts';
import { Select } from '#plugins/ui/web/contract.ts';
import type { FieldProps } from './field-props.ts';
import styles from './fields.module.css';
import { JsonInput } from './json-input.tsx';
import { text } from './values.ts';

const types = { llm: 'llm', rerank: 'rerank', 'text-embedding': 'embedding' } as const;

/** A model of the workspace; none: its default. What a document names stays, whether the workspace has it or not. */
export function ModelInput({ field, settings, value, onChange, set }: FieldProps<'model'>) {
  const t = buildTexts();
  const answer = useAnswer('/console/api/models', { query: { type: types[field.of] } });
  const model = isMapping(value) ? value : {};
  const { provider_at: providerAt, name_at: nameAt } = field;
  const provider = text(providerAt === undefined ? model.provider : settingAt(settings, providerAt));
  const name = text(nameAt === undefined ? model.name : settingAt(settings, nameAt));
  const models = answer.value?.data ?? [];
  const key = name === '' ? '' : `${provider}/${name}`;
  // Documents of the family name a provider by where it comes from.
  const found = models.find(
    (each) => each.name === name && (provider === each.provider || provider.endsWith(`/${each.provider}`)),
  );
  const options = models.map((each) => ({
    value: `${each.provider}/${each.name}`,
    label: `${each.name} · ${each.provider_label}`,
  }));
  const choose = (chosen: string) => {
    const next = models.find((each) => `${each.provider}/${each.name}` === chosen);
    const names = { provider: next?.provider ?? '', name: next?.name ?? '' };
    if (providerAt !== undefined) set(providerAt, names.provider);
    if (nameAt !== undefined) set(nameAt, names.name);
    if (providerAt === undefined || nameAt === undefined)
      onChange({ mode: 'chat', completion_params: {}, ...model, ...names });
  };
  const hasParameters = providerAt === undefined && field.of === 'llm';
  return (
    <div className={styles.group}>
      <Select
        label={field.label}
        {...(field.help !== undefined && { hint: field.help })}
        empty={t.defaultModel}
        options={key === '' || found !== undefined ? options : [...options, { value: key, label: t.notThere(key) }]}
        value={found === undefined ? key : `${found.provider}/${found.name}`}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {answer.error !== undefined && <Failure error={answer.error} again={answer.again} />}
      {hasParameters && (
        <details>
          <summary>{t.parameters}</summary>
          <JsonInput
            label={t.parametersJson}
            hint={t.parametersHint}
            rows={5}
            value={model.completion_params ?? {}}
            onChange={(next) => onChange({ ...model, completion_params: isMapping(next) ? next : {} })}
          />
        </details>
      )}
    </div>
  );
}
