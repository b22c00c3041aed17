import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { settingAt } from '#plugins/drafts/web/graph/read-graph.ts';
import type { FieldProps } from './field-props.ts';
import { ModelChoice, ModelSettings } from './model-settings.tsx';
import { text } from './values.ts';

/** A model and its parameters, or only its names where the settings have them at places of their own. */
export function ModelInput({ field, settings, value, onChange, set }: FieldProps<'model'>) {
  const { label, help, of, provider_at: providerAt, name_at: nameAt } = field;
  if (providerAt === undefined || nameAt === undefined) {
    const key = nameAt?.split('.').at(-1) ?? 'name';
    return (
      <ModelSettings
        {...{ label, help, of }}
        value={renamed(value, key, 'name')}
        onChange={(next) => onChange(renamed(next, 'name', key))}
      />
    );
  }
  return (
    <ModelChoice
      {...{ label, help, of }}
      provider={text(settingAt(settings, providerAt))}
      name={text(settingAt(settings, nameAt))}
      onChange={(names) => {
        set(providerAt, names.provider);
        set(nameAt, names.name);
      }}
    />
  );
}

/** Some models have their name at another key; keys stay in their order. */
function renamed(model: unknown, from: string, to: string): unknown {
  if (from === to || !isMapping(model)) return model;
  const others: Mapping = Object.fromEntries(
    Object.entries(model).flatMap(([key, value]) => (key === from ? [[to, value]] : key === to ? [] : [[key, value]])),
  );
  return others;
}
