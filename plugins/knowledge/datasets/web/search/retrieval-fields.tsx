import { ModelSelect } from '#plugins/datasets/web/model-select.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { number } from '#plugins/studio/web/contract.tsx';
import { Checkbox, Field, Select, TextField } from '#plugins/ui/web/contract.ts';
import { methods, type Retrieval } from './retrieval.ts';
import styles from './search.module.css';

/** How a base is searched. Without vectors there is one method, and what orders its hits. */
export function RetrievalFields({
  value,
  hasVectors,
  onChange,
}: {
  readonly value: Retrieval;
  readonly hasVectors: boolean;
  onChange(value: Retrieval): void;
}) {
  const t = knowledgeTexts();
  const set = (values: Partial<Retrieval>) => onChange({ ...value, ...values });
  const known = hasVectors ? methods : (['keyword_search'] as const);
  const offered = known.some((each) => each === value.method) ? known : [value.method, ...known];
  const isWeighted = hasVectors && value.method === 'hybrid_search' && value.reranker === null;
  return (
    <div className={styles.fields}>
      <Select
        label={t.method}
        hint={t.methodHints[value.method]}
        value={value.method}
        options={offered.map((each) => ({ value: each, label: t.methods[each] }))}
        onChange={(event) => set({ method: event.currentTarget.value as Retrieval['method'] })}
      />
      <TextField
        label={t.topK}
        type="number"
        min={1}
        max={100}
        value={value.topK}
        onInput={(event) => set({ topK: event.currentTarget.valueAsNumber || 1 })}
      />
      <ModelSelect
        kind="rerank"
        label={t.reranker}
        empty={t.noReranker}
        value={value.reranker}
        onChange={(reranker) => set({ reranker })}
      />
      {isWeighted && (
        <Field
          label={t.keywordWeight}
          hint={t.weightsAre(
            number(value.keywordWeight, { style: 'percent' }),
            number(1 - value.keywordWeight, { style: 'percent' }),
          )}
        >
          {(control) => (
            <input
              {...control}
              type="range"
              className={styles.range}
              min={0}
              max={1}
              step={0.05}
              value={value.keywordWeight}
              onInput={(event) => set({ keywordWeight: event.currentTarget.valueAsNumber })}
            />
          )}
        </Field>
      )}
      <Threshold value={value.threshold} onChange={(threshold) => set({ threshold })} />
    </div>
  );
}

/** The least score of a hit. */
function Threshold({ value, onChange }: { readonly value: number | null; onChange(value: number | null): void }) {
  const t = knowledgeTexts();
  return (
    <div className={styles.fields}>
      <Checkbox
        label={t.hasThreshold}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? 0.5 : null)}
      />
      {value !== null && (
        <TextField
          label={t.threshold}
          type="number"
          min={0}
          max={1}
          step={0.01}
          value={value}
          onInput={(event) => onChange(event.currentTarget.valueAsNumber || 0)}
        />
      )}
    </div>
  );
}

/** How another system is asked. */
export interface ExternalRetrieval {
  readonly top_k: number;
  readonly score_threshold: number | null;
}

export function ExternalFields({
  value,
  onChange,
}: {
  readonly value: ExternalRetrieval;
  onChange(value: ExternalRetrieval): void;
}) {
  const t = knowledgeTexts();
  return (
    <div className={styles.fields}>
      <TextField
        label={t.topK}
        type="number"
        min={1}
        max={100}
        value={value.top_k}
        onInput={(event) => onChange({ ...value, top_k: event.currentTarget.valueAsNumber || 1 })}
      />
      <Threshold
        value={value.score_threshold}
        onChange={(score_threshold) => onChange({ ...value, score_threshold })}
      />
    </div>
  );
}
