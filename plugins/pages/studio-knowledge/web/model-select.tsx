import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { number, useAnswer } from '#plugins/studio/web/contract.tsx';
import { type FieldFrame, Select } from '#plugins/ui/web/contract.ts';

/** A model by its names. */
export interface ChosenModel {
  readonly provider: string;
  readonly model: string;
}

type Kind = 'llm' | 'embedding' | 'rerank';
type Model = Schemas['AvailableModel'];

const nameOf = ({ provider, model }: ChosenModel) => `${provider}/${model}`;

/** A choice among the models of the workspace; one that is chosen and is not there any more stays in the list. */
export function ModelSelect({
  kind,
  value,
  empty,
  onChange,
  ...frame
}: FieldFrame & {
  readonly kind: Kind;
  readonly value: ChosenModel | null;
  readonly empty?: string | undefined;
  readonly required?: boolean;
  onChange(value: ChosenModel | null): void;
}) {
  const models = useAnswer('/console/api/models', { query: { type: kind } }).value?.data ?? [];
  const names = models.map(({ provider, name }) => nameOf({ provider, model: name }));
  const chosen = value === null ? '' : nameOf(value);
  const missing = chosen === '' || names.includes(chosen) ? [] : [{ value: chosen }];
  return (
    <Select
      {...frame}
      {...(empty !== undefined && { empty })}
      value={chosen}
      options={[...missing, ...models.map((model, at) => ({ value: names[at] ?? '', label: labelOf(model) }))]}
      onChange={(event) => {
        const found = models[names.indexOf(event.currentTarget.value)];
        onChange(found === undefined ? null : { provider: found.provider, model: found.name });
      }}
    />
  );
}

function labelOf({ provider_label: provider, name, dimensions }: Model): string {
  return dimensions === null ? `${provider} · ${name}` : `${provider} · ${name} (${number(dimensions)})`;
}
