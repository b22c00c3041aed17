import { type Api, Button, Dialog, IconButton, toast } from '#plugins/ui/web/contract.ts';
import { ChevronDown, ChevronUp } from '#plugins/ui/web/icons.tsx';
import { InputValues } from '#plugins/web-app/web/workflow/input-values.tsx';
import { durationText, numberText } from '#plugins/web-app/web/workflow/numbers.ts';
import { Outputs } from '#plugins/web-app/web/workflow/output-view.tsx';
import { StatusChip } from '#plugins/web-app/web/workflow/run-panel.tsx';
import { workflowTexts } from '#plugins/web-app/web/workflow/texts/en.ts';
import { type Batch, type BatchRow, loadRows } from './batch-api.ts';
import css from './row-dialog.module.css';

interface RowDialogProps {
  readonly api: Api;
  readonly batch: Batch;
  readonly row: BatchRow;
  onShow(row: BatchRow): void;
  onClose(): void;
  onUse(inputs: Readonly<Record<string, unknown>>): void;
}

/** All that a row holds; the rows before and after it are a key away. */
export function RowDialog({ api, batch, row, onShow, onClose, onUse }: RowDialogProps) {
  const t = workflowTexts();
  const show = async (number: number) => {
    try {
      const { data } = await loadRows(api, batch.id, { after: number - 1, limit: 1, status: '' });
      const [found] = data;
      if (found !== undefined) onShow(found);
    } catch {
      toast(t.loadFailed);
    }
  };
  return (
    <Dialog
      open
      shape="wide"
      title={t.rowTitle(row.number)}
      onClose={onClose}
      actions={<Button onClick={() => onUse(row.inputs)}>{t.useInputs}</Button>}
    >
      <div className={css.row}>
        <div className={css.line}>
          <StatusChip status={row.status} />
          <span className={css.figures}>
            {row.elapsed_time !== null && durationText(row.elapsed_time)}
            {row.total_tokens !== null && row.total_tokens > 0 && ` · ${t.tokens(numberText(row.total_tokens))}`}
          </span>
          <IconButton label={t.previousRow} disabled={row.number <= 1} onClick={() => void show(row.number - 1)}>
            <ChevronUp />
          </IconButton>
          <IconButton label={t.nextRow} disabled={row.number >= batch.total} onClick={() => void show(row.number + 1)}>
            <ChevronDown />
          </IconButton>
        </div>
        {row.error !== null && row.error !== '' && (
          <section>
            <h3 className={css.title}>{t.error}</h3>
            <p className={css.error} dir="auto">
              {row.error}
            </p>
          </section>
        )}
        {row.outputs !== null && (
          <section>
            <h3 className={css.title}>{t.outputs}</h3>
            <Outputs api={api} outputs={row.outputs} title={`${batch.name} ${row.number}`} />
          </section>
        )}
        <section>
          <h3 className={css.title}>{t.inputs}</h3>
          <InputValues inputs={row.inputs} />
        </section>
      </div>
    </Dialog>
  );
}
