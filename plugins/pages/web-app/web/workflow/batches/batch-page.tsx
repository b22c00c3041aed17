import { type ReactNode, useState } from 'react';
import {
  type Api,
  Button,
  Dialog,
  EmptyState,
  Loading,
  Menu,
  Notice,
  Spinner,
  toast,
  visitorCalls,
} from '#plugins/ui/web/contract.ts';
import { ArrowLeft, Download, Pause, Play, RotateCcw, Square } from '#plugins/ui/web/icons.tsx';
import { goTo } from '#plugins/web-app/web/workflow/go-to.ts';
import { durationText, momentText, numberText, waitText } from '#plugins/web-app/web/workflow/numbers.ts';
import { fileName } from '#plugins/web-app/web/workflow/output-values.ts';
import type { Place } from '#plugins/web-app/web/workflow/places.ts';
import { saveAnswer } from '#plugins/web-app/web/workflow/save-file.ts';
import { workflowTexts } from '#plugins/web-app/web/workflow/texts/en.ts';
import { refusalOf } from '#plugins/web-app/web/workflow/use-run.ts';
import { type Batch, type BatchRow, doneRows, isBatchOver, type RowStatus } from './batch-api.ts';
import { BatchChip } from './batch-chip.tsx';
import css from './batch-page.module.css';
import { BatchTable } from './batch-table.tsx';
import { RowDialog } from './row-dialog.tsx';
import { type BatchState, useBatch } from './use-batch.ts';

interface BatchPageProps {
  readonly api: Api;
  readonly owner: string;
  readonly place: Extract<Place, { view: 'batch' }>;
  onUse(inputs: Readonly<Record<string, unknown>>): void;
}

/** One batch: how far it is, what can be done with it, and its rows. */
export function BatchPage({ api, owner, place, onUse }: BatchPageProps) {
  const t = workflowTexts();
  const state = useBatch(api, owner, place.id, place.status);
  const [row, setRow] = useState<BatchRow | null>(null);
  const { batch } = state;
  const back = (
    <Button variant="quiet" small className={css.back} onClick={() => goTo({ view: 'batches' })}>
      <ArrowLeft /> {t.backToBatches}
    </Button>
  );
  if (state.isGone) return <EmptyState title={t.batchGone} action={back} />;
  if (batch === null && state.error !== undefined) {
    return <EmptyState title={t.loadFailed} action={<Button onClick={state.again}>{t.tryAgain}</Button>} />;
  }
  if (batch === null) return <Loading label={t.loading} />;
  const count = countOf(batch, place.status);
  return (
    <div className={css.page}>
      {back}
      <Head api={api} state={state} batch={batch} />
      {batch.error !== null && batch.error !== '' && <Notice variant="warning">{batch.error}</Notice>}
      <Filters batch={batch} status={place.status} onChoose={(status) => goTo({ ...place, status, row: 0 })} />
      {count === 0 ? (
        <p className={css.none}>{t.rowsEmpty}</p>
      ) : (
        <BatchTable batch={batch} rows={state.rows} count={count} onOpen={setRow} />
      )}
      {row !== null && <RowDialog {...{ api, batch, row, onUse }} onShow={setRow} onClose={() => setRow(null)} />}
    </div>
  );
}

const rowStatuses = ['waiting', 'running', 'succeeded', 'failed', 'stopped', 'wrong'] as const;

function countOf(batch: Batch, status: string): number {
  if (status === '') return batch.total;
  return batch[status as RowStatus] ?? 0;
}

function Head({ api, state, batch }: { readonly api: Api; readonly state: BatchState; readonly batch: Batch }) {
  const t = workflowTexts();
  const done = doneRows(batch);
  const took = batch.finished_at === null ? null : batch.finished_at - batch.created_at;
  return (
    <header className={css.head}>
      <div className={css.titleLine}>
        <h2 className={css.title} dir="auto">
          {batch.name || momentText(batch.created_at)}
        </h2>
        <BatchChip batch={batch} />
      </div>
      <Bar batch={batch} done={done} />
      <p className={css.figures}>
        <span>{t.progress(numberText(done), numberText(batch.total))}</span>
        {!isBatchOver(batch) && <span>{leftText(state.timeLeft)}</span>}
        {took !== null && took > 0 && <span>{durationText(took)}</span>}
        <span>{momentText(batch.created_at)}</span>
      </p>
      <span className="said" role="status">
        {isBatchOver(batch) ? t.batchOver : batch.status === 'paused' ? t.batchPaused : t.status[batch.status]}
      </span>
      <Actions api={api} state={state} batch={batch} />
    </header>
  );
}

function leftText(seconds: number | null): string {
  const t = workflowTexts();
  if (seconds === null) return '';
  return seconds > 86_400 ? t.takesLong : t.timeLeft(waitText(seconds));
}

function Bar({ batch, done }: { readonly batch: Batch; readonly done: number }) {
  const t = workflowTexts();
  const part = (count: number) => ({ inlineSize: `${batch.total === 0 ? 0 : (count / batch.total) * 100}%` });
  return (
    <div
      className={css.bar}
      role="progressbar"
      aria-label={t.progress(numberText(done), numberText(batch.total))}
      aria-valuemin={0}
      aria-valuemax={batch.total}
      aria-valuenow={done}
    >
      <span className={css.good} style={part(batch.succeeded)} />
      <span className={css.bad} style={part(batch.failed)} />
      <span className={css.other} style={part(done - batch.succeeded - batch.failed)} />
    </div>
  );
}

const actions = {
  pause: '/v1/batches/{batch_id}/pause',
  resume: '/v1/batches/{batch_id}/resume',
  stop: '/v1/batches/{batch_id}/stop',
  retry: '/v1/batches/{batch_id}/retry',
} as const;

function Actions({ api, state, batch }: { readonly api: Api; readonly state: BatchState; readonly batch: Batch }) {
  const t = workflowTexts();
  const [asked, setAsked] = useState('');
  const [isStopShown, showStop] = useState(false);
  const ask = async (action: keyof typeof actions) => {
    setAsked(action);
    try {
      await state.change(() => visitorCalls(api).post(actions[action], { path: { batch_id: batch.id }, retry: true }));
    } catch (error) {
      const { message, isOffline } = refusalOf(error);
      toast(isOffline ? t.offline : message || t.notDone);
    }
    setAsked('');
  };
  const unfinished = batch.waiting + batch.running;
  const button = (action: 'pause' | 'resume' | 'retry', sign: ReactNode, text: string) => (
    <Button small busy={asked === action} onClick={() => void ask(action)}>
      {asked !== action && sign} {text}
    </Button>
  );
  return (
    <div className={css.actions}>
      {batch.status === 'running' && button('pause', <Pause />, t.pause)}
      {batch.status === 'paused' && button('resume', <Play />, t.resume)}
      {!isBatchOver(batch) && (
        <Button small busy={asked === 'stop'} onClick={() => showStop(true)}>
          <Square /> {t.stopBatch}
        </Button>
      )}
      {isBatchOver(batch) && batch.failed + batch.stopped > 0 && button('retry', <RotateCcw />, t.retryFailed)}
      <Export api={api} batch={batch} />
      <Dialog
        open={isStopShown}
        title={t.stopBatchTitle}
        onClose={() => showStop(false)}
        actions={
          <>
            <Button onClick={() => showStop(false)}>{t.cancel}</Button>
            <Button
              variant="danger"
              onClick={() => {
                showStop(false);
                void ask('stop');
              }}
            >
              {t.stopBatch}
            </Button>
          </>
        }
      >
        <p>{t.stopBatchAbout(unfinished, numberText(unfinished))}</p>
      </Dialog>
    </div>
  );
}

function Export({ api, batch }: { readonly api: Api; readonly batch: Batch }) {
  const t = workflowTexts();
  const [isBusy, setBusy] = useState(false);
  const save = async (format: 'csv' | 'json') => {
    setBusy(true);
    const name = fileName(batch.name || 'batch', format);
    await saveAnswer(api, `/v1/batches/${batch.id}/export?format=${format}`, name).catch(() => toast(t.notDone));
    setBusy(false);
  };
  const items = [
    { label: t.exportCsv, onSelect: () => void save('csv') },
    { label: t.exportJson, onSelect: () => void save('json') },
  ];
  return (
    <Menu label={t.export} small items={items}>
      {isBusy ? <Spinner /> : <Download />}
    </Menu>
  );
}

interface FiltersProps {
  readonly batch: Batch;
  readonly status: string;
  onChoose(status: string): void;
}

function Filters({ batch, status, onChoose }: FiltersProps) {
  const t = workflowTexts();
  const shown = ['', ...rowStatuses.filter((each) => countOf(batch, each) > 0 || each === status)];
  return (
    <fieldset className={css.filters}>
      <legend className="said">{t.statusColumn}</legend>
      {shown.map((each) => (
        <button
          key={each}
          type="button"
          className={css.filter}
          aria-pressed={each === status}
          onClick={() => onChoose(each)}
        >
          {each === '' ? t.all : t.status[each as RowStatus]}{' '}
          <span className={css.count}>{numberText(countOf(batch, each))}</span>
        </button>
      ))}
    </fieldset>
  );
}
