import { useEffect, useState } from 'react';
import { type Api, Button, EmptyState, Loading } from '#plugins/ui/web/contract.ts';
import { Rows } from '#plugins/ui/web/icons.tsx';
import { goTo } from '#plugins/web-app/web/workflow/go-to.ts';
import { PastItems } from '#plugins/web-app/web/workflow/results/past-items.tsx';
import { usePast } from '#plugins/web-app/web/workflow/results/use-past.ts';
import { hearTabs, tellTabs } from '#plugins/web-app/web/workflow/run-memory.ts';
import { workflowTexts } from '#plugins/web-app/web/workflow/texts/en.ts';
import css from './batches-view.module.css';
import { NewBatch } from './new-batch.tsx';

interface BatchesViewProps {
  readonly api: Api;
  readonly owner: string;
  readonly title: string;
}

/** A new batch, and those there are. */
export function BatchesView({ api, owner, title }: BatchesViewProps) {
  const t = workflowTexts();
  const past = usePast(api, { runs: false, isKept: false });
  const [key, setKey] = useState(0);
  useEffect(() => hearTabs(owner, past.again), [owner, past.again]);
  // Batches that go on change; looking is cheap.
  const goesOn = past.items.some(({ status }) => status === 'running');
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && past.again(), 5000);
    return () => clearInterval(timer);
  }, [goesOn, past.again]);
  return (
    <div className={css.view}>
      <section aria-labelledby="new-batch" className={css.new}>
        <h2 id="new-batch" className={css.title}>
          {t.newBatch}
        </h2>
        <NewBatch
          key={key}
          api={api}
          title={title}
          onStarted={({ id }) => {
            setKey(key + 1);
            tellTabs(owner);
            goTo({ view: 'batch', id, status: '', row: 0 });
          }}
        />
      </section>
      <section aria-labelledby="old-batches" className={css.old}>
        <h2 id="old-batches" className={css.title}>
          {t.batches}
        </h2>
        {past.error !== undefined && past.items.length === 0 ? (
          <EmptyState title={t.loadFailed} action={<Button onClick={past.again}>{t.tryAgain}</Button>} />
        ) : past.isLoading && past.items.length === 0 ? (
          <Loading label={t.loading} />
        ) : past.items.length === 0 ? (
          <EmptyState sign={<Rows />} title={t.noBatches} about={t.newBatchAbout} />
        ) : (
          <PastItems api={api} past={past} onUse={() => {}} />
        )}
      </section>
    </div>
  );
}
