import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  changed,
  confirm,
  Failure,
  number,
  Section,
  useAnswer,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import type { Base } from '#plugins/studio-knowledge/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/studio-knowledge/web/knowledge-texts.ts';
import { type ChosenModel, ModelSelect } from '#plugins/studio-knowledge/web/model-select.tsx';
import { useRefresh } from '#plugins/studio-knowledge/web/use-refresh.ts';
import { Button, Notice, toast } from '#plugins/ui/web/contract.ts';
import styles from './settings.module.css';

type Rebuild = Schemas['IndexRebuild'];
const route = '/console/api/datasets/{dataset_id}/rebuild';

/** By which model it is indexed. Another one builds a new index while the old one answers. */
export function IndexSettings({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const path = { dataset_id: base.id };
  const answer = useAnswer(route, { path });
  const rebuild = answer.value?.rebuild ?? null;
  const isRunning = rebuild !== null && rebuild.error === null;
  useRefresh(answer, isRunning);
  const [was, setWas] = useState(isRunning);
  if (was !== isRunning) {
    setWas(isRunning);
    // It is over: the base has another model now.
    if (was) changed(`/console/api/datasets/${base.id}`);
  }
  const model = base.embedding_model;
  return (
    <Section title={t.indexing} about={t.indexingAbout}>
      <p className={styles.fact}>
        {base.indexing_technique === null ? t.notIndexedYet : t.kinds[base.indexing_technique]}
        {base.doc_form !== null && ` · ${t.forms[base.doc_form]}`}
        {model !== null && ` · ${base.embedding_model_provider}/${model}`}
      </p>
      {rebuild !== null && <Progress base={base} rebuild={rebuild} />}
      {!isRunning && <OtherModel base={base} />}
    </Section>
  );
}

function Progress({ base, rebuild }: { readonly base: Base; readonly rebuild: Rebuild }) {
  const t = knowledgeTexts();
  const sending = useSending();
  const cancel = async () => {
    if (!(await confirm({ title: t.stopRebuild, about: t.stopRebuildAbout, action: t.stopReading }))) return;
    await sending.run(async () => {
      await call.delete(route, { path: { dataset_id: base.id } });
      changed(`/console/api/datasets/${base.id}`);
    });
  };
  return (
    <>
      {rebuild.error !== null && <Notice look="bad">{rebuild.error}</Notice>}
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
      {sending.error !== undefined && <Failure error={sending.error} />}
    </>
  );
}

/** A model, what it would cost, and the button that starts it. */
function OtherModel({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSending();
  const [model, setModel] = useState<ChosenModel | null>(null);
  const body = model === null ? null : { embedding_model: model.model, embedding_model_provider: model.provider };
  const estimate = useAnswer('/console/api/datasets/{dataset_id}/rebuild/estimate', {
    path: { dataset_id: base.id },
    query: body ?? {},
    when: body !== null,
  });
  const start = () =>
    sending.run(async () => {
      await call.post(route, { path: { dataset_id: base.id }, body });
      changed(`/console/api/datasets/${base.id}`);
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
        <p className={styles.fact} role="status">
          {t.previewSum(number(cost.segments), number(cost.tokens))} ·{' '}
          {cost.price === null || Number(cost.price) === 0 ? t.noPrice : t.price(cost.price, cost.currency ?? '')}
        </p>
      )}
      {estimate.error !== undefined && <Failure error={estimate.error} />}
      {sending.error !== undefined && <Failure error={sending.error} />}
    </>
  );
}
