import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { type Api, Button, Loading, Notice, TextField, toast, withKeys } from '#plugins/ui/web/contract.ts';
import { Download, Upload } from '#plugins/ui/web/icons.tsx';
import { numberText, waitText } from '#plugins/web-app/web/workflow/numbers.ts';
import { cellText } from '#plugins/web-app/web/workflow/output-values.ts';
import { saveAnswer } from '#plugins/web-app/web/workflow/save-file.ts';
import { ScrollRegion } from '#plugins/web-app/web/workflow/scroll-region.tsx';
import { workflowTexts } from '#plugins/web-app/web/workflow/texts/en.ts';
import { refusalOf } from '#plugins/web-app/web/workflow/use-run.ts';
import { type Batch, type BatchPreview, previewTable, startBatch } from './batch-api.ts';
import css from './new-batch.module.css';

interface NewBatchProps {
  readonly api: Api;
  /** Of the app: names of downloaded files. */
  readonly title: string;
  onStarted(batch: Batch): void;
}

interface Chosen {
  readonly file: File;
  readonly preview: BatchPreview | null;
  readonly problem: string;
}

/** A table goes in, is looked at, and started. */
export function NewBatch({ api, title, onStarted }: NewBatchProps) {
  const t = workflowTexts();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);

  const choose = (file: File) => {
    reading.current?.abort();
    const mine = new AbortController();
    reading.current = mine;
    if (!/\.(csv|xlsx)$/i.test(file.name)) return setChosen({ file, preview: null, problem: t.wrongTable });
    setChosen({ file, preview: null, problem: '' });
    previewTable(api, file, mine.signal).then(
      (preview) => !mine.signal.aborted && setChosen({ file, preview, problem: '' }),
      (error: unknown) => {
        if (mine.signal.aborted) return;
        const { message, isOffline } = refusalOf(error);
        setChosen({ file, preview: null, problem: isOffline ? t.offline : message || t.loadFailed });
      },
    );
  };
  if (chosen?.preview !== null && chosen?.preview !== undefined) {
    return <Preview {...{ api, onStarted }} file={chosen.file} preview={chosen.preview} onOther={choose} />;
  }
  if (chosen !== null && chosen.problem === '') return <Loading label={t.readingTable} />;
  return (
    <div className={css.new}>
      <p className={css.about}>{t.newBatchAbout}</p>
      {chosen !== null && (
        <Notice variant="danger">
          <strong dir="auto">{chosen.file.name}</strong>: {chosen.problem}
        </Notice>
      )}
      <TablePicker onChoose={choose} label={chosen === null ? t.chooseTable : t.otherFile} isLarge />
      <Template api={api} title={title} />
    </div>
  );
}

function Template({ api, title }: Pick<NewBatchProps, 'api' | 'title'>) {
  const t = workflowTexts();
  const load = (format: 'csv' | 'xlsx') =>
    saveAnswer(api, `/v1/batches/template?format=${format}`, `${title}.${format}`).catch(() => toast(t.notDone));
  return (
    <div className={css.template}>
      <span>
        {t.template}. {t.templateAbout}
      </span>
      <Button small onClick={() => void load('csv')}>
        <Download /> {t.asCsv}
      </Button>
      <Button small onClick={() => void load('xlsx')}>
        <Download /> {t.asXlsx}
      </Button>
    </div>
  );
}

interface PickerProps {
  readonly label: string;
  readonly isLarge?: boolean;
  onChoose(file: File): void;
}

function TablePicker({ label, isLarge = false, onChoose }: PickerProps) {
  const t = workflowTexts();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file !== undefined) onChoose(file);
  };
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    take(currentTarget.files);
    // So that the same file, mended, can be chosen again.
    currentTarget.value = '';
  };
  const onDrop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files ?? null);
  };
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <label className={isLarge ? css.drop : css.other} data-over={isOver || undefined}>
      <input
        className={css.picker}
        type="file"
        accept=".csv,.xlsx"
        {...{ onChange, onDrop, onDragOver }}
        onDragLeave={() => setOver(false)}
      />
      <span className={css.pick}>
        {isLarge && <Upload />}
        {label}
      </span>
      {isLarge && <span className={css.orDrop}>{t.dropTable}</span>}
    </label>
  );
}

interface PreviewProps extends Pick<NewBatchProps, 'api' | 'onStarted'> {
  readonly file: File;
  readonly preview: BatchPreview;
  onOther(file: File): void;
}

function Preview({ api, file, preview, onStarted, onOther }: PreviewProps) {
  const t = workflowTexts();
  const [name, setName] = useState(() => file.name.replace(/\.(csv|xlsx)$/i, ''));
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState('');
  const key = useRef(crypto.randomUUID());
  const wrongRows = preview.error_count === 0 ? 0 : wrongRowCount(preview);
  const usable = Math.max(0, preview.total - wrongRows);
  const missing = missingColumns(preview);
  const canStart = usable > 0 && (preview.estimate.rows_left ?? usable) >= usable;
  const start = async () => {
    setStarting(true);
    setProblem('');
    try {
      onStarted(await startBatch(api, { file, name: name.trim(), skipWrong: wrongRows > 0, key: key.current }));
    } catch (error) {
      // Another order may be made of the same file.
      key.current = crypto.randomUUID();
      const { message, isOffline } = refusalOf(error);
      setProblem(isOffline ? t.offline : message || t.notDone);
      setStarting(false);
    }
  };
  return (
    <div className={css.new}>
      <header className={css.fileLine}>
        <strong dir="auto">{file.name}</strong>
        <span>{t.allRows(preview.total, numberText(preview.total))}</span>
      </header>
      <Columns columns={preview.columns} />
      {missing.length > 0 && <Notice variant="danger">{t.missingColumn(missing.join(', '))}</Notice>}
      {preview.error_count > 0 && <Mistakes preview={preview} wrongRows={wrongRows} />}
      {preview.total === 0 && <Notice variant="warning">{t.emptyTable}</Notice>}
      {preview.rows.length > 0 && <FirstRows preview={preview} />}
      {usable === 0 && preview.total > 0 && <Notice variant="danger">{t.nothingUsable}</Notice>}
      {problem !== '' && <Notice variant="danger">{problem}</Notice>}
      {usable > 0 && <Estimate estimate={preview.estimate} usable={usable} />}
      {canStart && (
        <TextField
          label={t.batchName}
          value={name}
          maxLength={200}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      <div className={css.actions}>
        {canStart && (
          <Button variant="primary" busy={isStarting} onClick={() => void start()}>
            {wrongRows > 0 ? t.startWithout(wrongRows, numberText(wrongRows)) : t.startRows(usable, numberText(usable))}
          </Button>
        )}
        <TablePicker label={t.otherFile} onChoose={onOther} />
      </div>
    </div>
  );
}

/** How long it will take, and what would stop it. */
function Estimate({ estimate, usable }: Pick<BatchPreview, 'estimate'> & { readonly usable: number }) {
  const t = workflowTexts();
  const { seconds, rows_left: left, rows_per_day: perDay, all_again_in: again, refusal } = estimate;
  const isTooMuch = left !== null && left < usable;
  return (
    <>
      <p className={css.about}>{seconds === null ? t.timeUnknown : t.willTake(waitText(seconds))}</p>
      {refusal !== null && <Notice variant="warning">{refusal}</Notice>}
      {left !== null && perDay !== null && (
        <Notice variant={isTooMuch ? 'warning' : 'plain'}>
          {t.rowsLeft(numberText(left), numberText(perDay))}
          {again !== null && again > 0 && ` ${t.allRowsAgain(numberText(perDay), waitText(again))}`}
          {isTooMuch && ` ${t.makeShorter}`}
        </Notice>
      )}
    </>
  );
}

/** Inputs that something is wrong with in every row, because no column is theirs. */
function missingColumns({ columns, errors }: BatchPreview): readonly string[] {
  const given = new Set(columns.map(({ input }) => input));
  return [...new Set(errors.map(({ field }) => field))].filter((field) => !given.has(field));
}

/** A row may have several mistakes; of those that are not told each counts as a row. */
function wrongRowCount({ errors, error_count }: BatchPreview): number {
  const told = new Set(errors.map(({ row }) => row)).size;
  return told + Math.max(0, error_count - errors.length);
}

function Columns({ columns }: Pick<BatchPreview, 'columns'>) {
  const t = workflowTexts();
  return (
    <section aria-label={t.columns}>
      <h3 className={css.title}>{t.columns}</h3>
      <ul className={css.columns}>
        {withKeys(columns).map(({ key, item: { name, input } }) => (
          <li key={key} data-unused={input === null || undefined}>
            <span dir="auto">{name}</span>{' '}
            <span className={css.input}>
              {input === null ? t.columnUnused : input === name ? '✓' : t.columnFor(input)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mistakes({ preview, wrongRows }: { readonly preview: BatchPreview; readonly wrongRows: number }) {
  const t = workflowTexts();
  const more = preview.error_count - preview.errors.length;
  const title = t.wrongRows(wrongRows, numberText(wrongRows));
  return (
    <div className={css.mistakes}>
      <h3 className={css.title}>{title}</h3>
      <ScrollRegion className={css.scroll} label={title}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t.row}</th>
              <th scope="col">{t.field}</th>
              <th scope="col">{t.whatIsWrong}</th>
            </tr>
          </thead>
          <tbody>
            {preview.errors.map(({ row, field, message }) => (
              <tr key={`${row} ${field} ${message}`}>
                <td>{numberText(row)}</td>
                <td dir="auto">{field}</td>
                <td dir="auto">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {more > 0 && <p className={css.about}>{t.wrongRowsMore(numberText(more))}</p>}
    </div>
  );
}

function FirstRows({ preview }: { readonly preview: BatchPreview }) {
  const t = workflowTexts();
  const names = preview.columns.map(({ input }) => input).filter((input) => input !== null);
  const title = t.firstRows(numberText(preview.rows.length), numberText(preview.total));
  const wrong = new Set(preview.errors.map(({ row, field }) => `${row} ${field}`));
  return (
    <div>
      <h3 className={css.title}>{title}</h3>
      <ScrollRegion className={css.scroll} label={title}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t.row}</th>
              {names.map((name) => (
                <th key={name} scope="col" dir="auto">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map(({ number, inputs }) => (
              <tr key={number}>
                <td>{numberText(number)}</td>
                {names.map((name) => (
                  <td key={name} dir="auto" data-wrong={wrong.has(`${number} ${name}`) || undefined}>
                    {cellText(inputs[name]).slice(0, 200)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
