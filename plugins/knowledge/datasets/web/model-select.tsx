import { ModelPicker, useApi } from '#plugins/studio/web/contract.tsx';
import type { FieldFrame } from '#plugins/ui/web/contract.ts';

/** A model by its names. */
export interface ChosenModel {
  readonly provider: string;
  readonly model: string;
}

type Kind = 'llm' | 'embedding' | 'rerank';

/** A choice among the models of the workspace, under the names that bases have for them. */
export function ModelSelect({
  kind,
  value,
  onChange,
  ...field
}: FieldFrame & {
  readonly label: string;
  readonly kind: Kind;
  readonly value: ChosenModel | null;
  readonly empty?: string;
  readonly required?: boolean;
  onChange(value: ChosenModel | null): void;
}) {
  const models = useApi('/console/api/models', { query: { type: kind } }).value?.data;
  return (
    <ModelPicker
      {...field}
      models={models}
      value={value === null ? null : { provider: value.provider, name: value.model }}
      onChange={(next) => onChange(next === null ? null : { provider: next.provider, model: next.name })}
    />
  );
}
