import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button, Notice, useOnChange } from '#plugins/ui/web/contract.ts';
import { durationText, numberText } from '#plugins/web-app/web/workflow/numbers.ts';
import { cellText } from '#plugins/web-app/web/workflow/output-values.ts';
import { StatusChip } from '#plugins/web-app/web/workflow/run-panel.tsx';
import { workflowTexts } from '#plugins/web-app/web/workflow/texts/en.ts';
import type { Batch, BatchRow } from './batch-api.ts';
import css from './batch-table.module.css';
import type { RowStore } from './row-store.ts';

interface BatchTableProps {
  readonly batch: Batch;
  readonly rows: RowStore;
  /** How many rows there are of the chosen status. */
  readonly count: number;
  onOpen(row: BatchRow): void;
}

/** Of each row and of the head, also in the style sheet. */
const rowHeight = 44;
const headHeight = 36;
/** Drawn beyond what is in view, so that scrolling shows no gap. */
const margin = 10;
/** A cell shows the beginning of what it holds; the row opens to the rest. */
const longestCell = 300;

/** All rows, of which those in view are drawn. */
export function BatchTable({ batch, rows, count, onOpen }: BatchTableProps) {
  const t = workflowTexts();
  const scroll = useRef<HTMLDivElement>(null);
  const [[first, last], setView] = useState<readonly [number, number]>([0, 30]);
  const [active, setActive] = useState(0);
  const isMoved = useRef(false);
  useSyncExternalStore(rows.subscribe, rows.snapshot);
  const total = rows.length ?? count;

  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const measure = () => {
      const top = Math.max(0, Math.floor(element.scrollTop / rowHeight) - margin);
      const bottom = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + margin;
      setView(([from, to]) => (from === top && to === bottom ? [from, to] : [top, bottom]));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      resized.disconnect();
    };
  }, []);
  const end = Math.min(last, total);
  useEffect(() => {
    if (total > 0) rows.view(Math.min(first, total - 1), Math.min(last, total) - 1);
  }, [rows, first, last, total]);
  useOnChange(rows, () => {
    scroll.current?.scrollTo({ top: 0 });
    setActive(0);
  });
  useLayoutEffect(() => {
    if (!isMoved.current) return;
    const row = scroll.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    // It may be on its way yet.
    if (row === null || row === undefined) return;
    isMoved.current = false;
    row.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextIndex(event.key, active, total);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setActive(next);
    isMoved.current = true;
    showIndex(scroll.current, next);
  };
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  const tabbable = active >= first && active < end ? active : first;
  return (
    <>
      {rows.hasFailed && (
        <Notice variant="warning" action={<Button onClick={() => rows.retry()}>{t.tryAgain}</Button>}>
          {t.loadFailed}
        </Notice>
      )}
      <div className={css.scroll} ref={scroll} data-rows={total}>
        {/* As high as all rows are; the table of those in view stands where they belong. */}
        <div className={css.all} style={{ blockSize: `${total * rowHeight + headHeight}px` }}>
          <table
            className={css.table}
            aria-rowcount={total + 1}
            style={{ marginBlockStart: `${Math.min(first, total) * rowHeight}px` }}
          >
            <Head batch={batch} />
            <tbody onKeyDown={onKeyDown}>
              {indexes.map((index) => (
                <Row
                  key={index}
                  {...{ index, batch, onOpen }}
                  row={rows.row(index)}
                  isTabbable={index === tabbable}
                  onFocus={setActive}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}

function columnCount({ columns, output_columns }: Batch): number {
  return columns.length + Math.max(output_columns.length, 1) + 3;
}

function nextIndex(key: string, at: number, total: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 10,
    PageUp: at - 10,
    Home: 0,
    End: total - 1,
  };
  const next = steps[key];
  return next === undefined ? null : Math.max(0, Math.min(total - 1, next));
}

/** Below the head, which stays at the top. */
function showIndex(element: HTMLElement | null, index: number): void {
  if (element === null) return;
  const top = index * rowHeight;
  const room = element.clientHeight - rowHeight * 2;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top > element.scrollTop + room) element.scrollTop = top - room;
}

function Head({ batch }: { readonly batch: Batch }) {
  const t = workflowTexts();
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={css.number}>
          {t.row}
        </th>
        <th scope="col" className={css.status}>
          {t.statusColumn}
        </th>
        {batch.columns.map((name) => (
          <th key={`in ${name}`} scope="col" className={css.input} dir="auto">
            {name}
          </th>
        ))}
        {batch.output_columns.map((name) => (
          <th key={`out ${name}`} scope="col" className={css.output} dir="auto">
            {name}
          </th>
        ))}
        {batch.output_columns.length === 0 && (
          <th scope="col" className={css.output}>
            {t.outputs}
          </th>
        )}
        <th scope="col" className={css.time}>
          {t.time}
        </th>
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly index: number;
  readonly batch: Batch;
  readonly row: BatchRow | undefined;
  readonly isTabbable: boolean;
  onOpen(row: BatchRow): void;
  onFocus(index: number): void;
}

function Row({ index, batch, row, isTabbable, onOpen, onFocus }: RowProps) {
  const t = workflowTexts();
  if (row === undefined) {
    return (
      <tr className={css.row} aria-rowindex={index + 2} aria-busy="true">
        <td colSpan={columnCount(batch)}>
          <span className={css.coming} />
          <span className="said">{t.loading}</span>
        </td>
      </tr>
    );
  }
  const outputs = row.outputs ?? {};
  return (
    <tr className={css.row} aria-rowindex={index + 2} data-status={row.status}>
      <td className={css.number}>
        <button
          type="button"
          className={css.open}
          data-index={index}
          tabIndex={isTabbable ? 0 : -1}
          aria-label={t.rowTitle(row.number)}
          onClick={() => onOpen(row)}
          onFocus={() => onFocus(index)}
        >
          {numberText(row.number)}
        </button>
      </td>
      <td className={css.status}>
        <StatusChip status={row.status} />
      </td>
      {batch.columns.map((name) => (
        <Cell key={`in ${name}`} value={row.inputs[name]} />
      ))}
      {row.error !== null && row.error !== '' ? (
        <td className={css.error} colSpan={Math.max(batch.output_columns.length, 1)} dir="auto">
          {row.error.slice(0, longestCell)}
        </td>
      ) : (
        batch.output_columns.map((name) => <Cell key={`out ${name}`} value={outputs[name]} />)
      )}
      {batch.output_columns.length === 0 && !row.error && <td />}
      <td className={css.time}>{row.elapsed_time === null ? '' : durationText(row.elapsed_time)}</td>
    </tr>
  );
}

function Cell({ value }: { readonly value: unknown }) {
  return <td dir="auto">{cellText(value).slice(0, longestCell)}</td>;
}
