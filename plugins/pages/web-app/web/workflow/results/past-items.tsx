import { useState } from 'react';
import { type Api, Button, visitorCalls } from '#plugins/ui/web/contract.ts';
import { RotateCcw, Star } from '#plugins/ui/web/icons.tsx';
import { type Batch, doneRows } from '#plugins/web-app/web/workflow/batches/batch-api.ts';
import { BatchChip } from '#plugins/web-app/web/workflow/batches/batch-chip.tsx';
import { goTo } from '#plugins/web-app/web/workflow/go-to.ts';
import { InputValues, inputSummary } from '#plugins/web-app/web/workflow/input-values.tsx';
import { ItemActions } from '#plugins/web-app/web/workflow/item-actions.tsx';
import { deleteLater } from '#plugins/web-app/web/workflow/late-deletion.ts';
import { durationText, momentText, numberText } from '#plugins/web-app/web/workflow/numbers.ts';
import { Outputs } from '#plugins/web-app/web/workflow/output-view.tsx';
import { addressOf } from '#plugins/web-app/web/workflow/places.ts';
import { type ShownStatus, StatusChip } from '#plugins/web-app/web/workflow/run-panel.tsx';
import { workflowTexts } from '#plugins/web-app/web/workflow/texts/en.ts';
import css from './past-items.module.css';
import type { Past, PastItem, Result } from './use-past.ts';

interface PastItemsProps {
  readonly api: Api;
  readonly past: Past;
  onUse(inputs: Readonly<Record<string, unknown>>): void;
}

/** Past runs, which open in place, and batches, which have a page of their own. */
export function PastItems({ api, past, onUse }: PastItemsProps) {
  const t = workflowTexts();
  return (
    <>
      <ul className={css.items}>
        {past.items.map((item) => (
          <li key={item.id} className={css.item}>
            {item.kind === 'run' ? (
              <RunItem {...{ api, past, onUse }} item={item} />
            ) : (
              <BatchItem api={api} past={past} item={item} />
            )}
          </li>
        ))}
      </ul>
      {past.hasMore && (
        <Button busy={past.isLoading} onClick={past.more}>
          {t.loadMore}
        </Button>
      )}
    </>
  );
}

interface RunItemProps extends PastItemsProps {
  readonly item: Extract<PastItem, { kind: 'run' }>;
}

function RunItem({ api, past, item, onUse }: RunItemProps) {
  const t = workflowTexts();
  const [isOpen, setOpen] = useState(false);
  const { run } = item;
  const name = run.name || inputSummary(run.inputs) || t.untitled;
  const set = async (part: { name?: string; kept?: boolean }) => {
    await visitorCalls(api).patch('/v1/results/{result_id}', { path: { result_id: run.id }, body: part, retry: true });
    past.change({ ...item, run: { ...run, ...part } });
  };
  return (
    <div className={css.card}>
      <button type="button" className={css.main} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={css.name} dir="auto">
          {run.kept && <Kept />}
          {name}
        </span>
        <span className={css.figures}>
          <StatusChip status={run.status as ShownStatus} />
          <span>{momentText(run.created_at)}</span>
          {run.elapsed_time !== null && run.elapsed_time > 0 && <span>{durationText(run.elapsed_time)}</span>}
        </span>
      </button>
      <ItemActions
        name={name}
        isKept={run.kept}
        more={[{ label: t.useInputs, icon: <RotateCcw />, onSelect: () => onUse(run.inputs) }]}
        onRename={(next) => set({ name: next })}
        onKeep={(kept) => set({ kept })}
        onDelete={() => remove(api, past, { id: run.id, path: `/v1/results/${run.id}`, name })}
      />
      {isOpen && <RunDetails api={api} run={run} name={name} onUse={onUse} />}
    </div>
  );
}

interface RunDetailsProps {
  readonly api: Api;
  readonly run: Result;
  readonly name: string;
  onUse(inputs: Readonly<Record<string, unknown>>): void;
}

function RunDetails({ api, run, name, onUse }: RunDetailsProps) {
  const t = workflowTexts();
  const { task_id: task } = run;
  const isOpen = run.status === 'running' || run.status === 'paused';
  const outputs = run.outputs ?? (typeof run.answer === 'string' && run.answer !== '' ? { answer: run.answer } : null);
  return (
    <div className={css.details}>
      {run.error !== null && run.error !== '' && (
        <p className={css.error} dir="auto">
          {run.error}
        </p>
      )}
      {outputs !== null && !isOpen && <Outputs api={api} outputs={outputs} title={name} />}
      {Object.keys(run.inputs).length > 0 && (
        <section>
          <h3 className={css.title}>{t.inputs}</h3>
          <InputValues inputs={run.inputs} />
        </section>
      )}
      <div className={css.actions}>
        {isOpen && task !== undefined && (
          <Button small variant="primary" onClick={() => goTo({ view: 'run', task })}>
            {t.open}
          </Button>
        )}
        <Button small onClick={() => onUse(run.inputs)}>
          {t.useInputs}
        </Button>
      </div>
    </div>
  );
}

interface BatchItemProps {
  readonly api: Api;
  readonly past: Past;
  readonly item: Extract<PastItem, { kind: 'batch' }>;
}

function BatchItem({ api, past, item }: BatchItemProps) {
  const t = workflowTexts();
  const { batch } = item;
  const name = batch.name || momentText(batch.created_at);
  const place = { view: 'batch', id: batch.id, status: '', row: 0 } as const;
  const set = async (part: { name?: string; kept?: boolean }) => {
    await visitorCalls(api).patch('/v1/batches/{batch_id}', { path: { batch_id: batch.id }, body: part, retry: true });
    past.change({ ...item, batch: { ...batch, ...part } });
  };
  return (
    <div className={css.card}>
      <a
        className={css.main}
        href={addressOf(place)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          goTo(place);
        }}
      >
        <span className={css.name} dir="auto">
          {batch.kept && <Kept />}
          {name}
        </span>
        <span className={css.figures}>
          <BatchChip batch={batch} />
          <span>{rowsText(batch)}</span>
          <span>{momentText(batch.created_at)}</span>
        </span>
      </a>
      <ItemActions
        name={name}
        isKept={batch.kept}
        onRename={(next) => set({ name: next })}
        onKeep={(kept) => set({ kept })}
        onDelete={() => remove(api, past, { id: batch.id, path: `/v1/batches/${batch.id}`, name })}
      />
    </div>
  );

  function rowsText(of: Batch): string {
    const done = doneRows(of);
    return done === of.total
      ? t.allRows(of.total, numberText(of.total))
      : t.progress(numberText(done), numberText(of.total));
  }
}

function Kept() {
  const t = workflowTexts();
  return (
    <span className={css.kept} title={t.kept}>
      <Star />
      <span className="said">{t.kept}</span>
    </span>
  );
}

function remove(api: Api, past: Past, { id, path, name }: { id: string; path: string; name: string }): void {
  deleteLater(api, { path, name, hide: () => past.hide(id), show: () => past.show(id) });
}
