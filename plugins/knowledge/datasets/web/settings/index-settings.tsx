import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { type ChosenModel, ModelSelect } from '#plugins/datasets/web/model-select.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  call,
  confirm,
  ErrorAlert,
  invalidate,
  number,
  Section,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Muted, Notice, toast } from '#plugins/ui/web/contract.ts';
import styles from './settings.module.css';

type Rebuild = Schemas['IndexRebuild'];
const route = '/console/api/datasets/{dataset_id}/rebuild';

function runs(rebuild: Rebuild | null): boolean {
  return rebuild !== null && rebuild.error === null;
}

/** By which model it is indexed. Another one builds a new index while the old one answers. */
export function IndexSettings({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const path = { dataset_id: base.id };
  const answer = useApi(route, { path, isUnderWay: (found) => runs(found.rebuild) });
  const rebuild = answer.value?.rebuild ?? null;
  const isRunning = runs(rebuild);
  const [was, setWas] = useState(isRunning);
  if (was !== isRunning) {
    setWas(isRunning);
    // It is over: the base has another model now.
    if (was) invalidate(['/console/api/datasets/{dataset_id}', { dataset_id: base.id }]);
  }
  const model = base.embedding_model;
  return (
    <Section title={t.indexing} about={t.indexingAbout}>
      <Muted>
        {base.indexing_technique === null ? t.notIndexedYet : t.kinds[base.indexing_technique]}
        {base.doc_form !== null && ` · ${t.forms[base.doc_form]}`}
        {model !== null && ` · ${base.embedding_model_provider}/${model}`}
      </Muted>
      {rebuild !== null && <Progress base={base} rebuild={rebuild} />}
      {!isRunning && <OtherModel base={base} />}
    </Section>
  );
}

function Progress({ base, rebuild }: { readonly base: Base; readonly rebuild: Rebuild }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const cancel = async () => {
    if (!(await confirm({ title: t.stopRebuild, about: t.stopRebuildAbout, action: t.stopReading }))) return;
    await sending.run(async () => {
      await call.delete(route, {
        path: { dataset_id: base.id },
        invalidates: [['/console/api/datasets/{dataset_id}', { dataset_id: base.id }]],
      });
    });
  };
  return (
    <>
      {rebuild.error !== null && <Notice variant="danger">{rebuild.error}</Notice>}
      <div className={styles.progress}>
        <progress value={rebuild.done} max={Math.max(1, rebuild.segments)} aria-label={t.rebuilding} />
        <span>
          {t.rebuildProgress(
            number(rebuild.done),
            number(rebuild.segments),
            `${rebuild.embedding_model_provider}/${rebuild.embedding_model}`,
          )}
        </span>
        <Button small busy={sending.isBusy} onClick={() => void cancel()}>
          {t.stopReading}
        </Button>
      </div>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </>
  );
}

/** A model, what it would cost, and the button that starts it. */
function OtherModel({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [model, setModel] = useState<ChosenModel | null>(null);
  const body = model === null ? null : { embedding_model: model.model, embedding_model_provider: model.provider };
  const estimate = useApi('/console/api/datasets/{dataset_id}/rebuild/estimate', {
    path: { dataset_id: base.id },
    query: body ?? { embedding_model: '', embedding_model_provider: '' },
    when: body !== null,
  });
  const start = () =>
    sending.run(async () => {
      if (body === null) return;
      await call.post(route, {
        path: { dataset_id: base.id },
        body,
        invalidates: [['/console/api/datasets/{dataset_id}', { dataset_id: base.id }]],
      });
      setModel(null);
      toast(t.rebuildStarted);
    });
  const cost = estimate.value;
  return (
    <>
      <div className={styles.inline}>
        <ModelSelect kind="embedding" label={t.otherModel} empty={t.keepModel} value={model} onChange={setModel} />
        <Button disabled={model === null || cost === undefined} busy={sending.isBusy} onClick={() => void start()}>
          {t.rebuild}
        </Button>
      </div>
      {cost !== undefined && (
        <Muted role="status">
          {t.previewSum(cost.segments, number(cost.segments), number(cost.tokens))} ·{' '}
          {cost.price === null || Number(cost.price) === 0 ? t.noPrice : t.price(cost.price, cost.currency ?? '')}
        </Muted>
      )}
      {estimate.error !== undefined && <ErrorAlert error={estimate.error} />}
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </>
  );
}
