import { useMemo } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { number } from '#plugins/studio/web/parts/times.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Picker, type PickerProps } from './picker.tsx';
import { localSource, type PickerItem } from './source.ts';

type Model = Schemas['AvailableModel'];

/** A model by the names that documents and calls have for it. */
export interface ModelName {
  readonly provider: string;
  readonly name: string;
}

export interface ModelPickerProps extends Omit<PickerProps, 'source' | 'value' | 'name' | 'onChange'> {
  /** Those of the workspace, of one type; undefined: not known yet. */
  readonly models: readonly Model[] | undefined;
  readonly value: ModelName | null;
  /** What stands for a model that is chosen and not there; default: its names. */
  readonly missing?: string | undefined;
  onChange(value: ModelName | null): void;
}

/** A field that picks a model of the workspace, by provider. One that is chosen and is not there any more stays in the list. */
export function ModelPicker({ models = none, value, missing, onChange, ...field }: ModelPickerProps) {
  const key = value === null ? '' : keyOf(value);
  const source = useMemo(() => {
    const items = models.map((model): PickerItem => itemOf(model));
    const isThere = key === '' || items.some(({ id }) => id === key);
    return localSource(
      `models-${models[0]?.type ?? ''}`,
      isThere ? items : [{ id: key, label: missing ?? key }, ...items],
    );
  }, [models, key, missing]);
  return (
    <Picker
      {...field}
      source={source}
      value={key}
      onChange={(id) => {
        const found = models.find((model) => keyOf(model) === id);
        if (found !== undefined || id === '')
          onChange(found === undefined ? null : { provider: found.provider, name: found.name });
      }}
    />
  );
}

const none: readonly Model[] = [];
const keyOf = ({ provider, name }: ModelName) => `${provider}/${name}`;

function itemOf(model: Model): PickerItem {
  const { name, provider_label: provider } = model;
  const detail = detailOf(model);
  return {
    id: keyOf(model),
    label: `${name} · ${provider}`,
    group: provider,
    ...(detail !== '' && { detail }),
  };
}

/** How much it reads at once, what a million tokens cost (read and written), and what it can do. */
function detailOf({ dimensions, context_size: context, features, price }: Model): string {
  const words = studioTexts().modelFeatures;
  return [
    dimensions === null ? '' : number(dimensions),
    context === null ? '' : number(context, { notation: 'compact' }),
    price === null ? '' : [price.prompt, price.completion].map((each) => costOf(each, price)).join(' / '),
    (features ?? []).flatMap((feature) => words[feature] ?? []).join(', '),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function costOf(amount: string, { unit, currency }: Pick<NonNullable<Model['price']>, 'unit' | 'currency'>): string {
  const perMillion = Number(amount) * Number(unit) * 1_000_000;
  return number(perMillion, { style: 'currency', currency, maximumFractionDigits: 2 });
}
