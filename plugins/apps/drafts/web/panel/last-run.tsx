import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import styles from '#plugins/drafts/web/editor/workbench.module.css';
import fieldStyles from '#plugins/drafts/web/fields/fields.module.css';
import { PinPart } from '#plugins/drafts/web/run/pin-part.tsx';
import { useNodeRun } from '#plugins/drafts/web/run/run-store.ts';
import { runTexts } from '#plugins/drafts/web/run/texts/en.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Badge, number } from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, Notice } from '#plugins/ui/web/contract.ts';
import { Values } from './values.tsx';

const looks: Readonly<Record<string, 'success' | 'danger' | 'accent'>> = {
  succeeded: 'success',
  failed: 'danger',
  exception: 'danger',
  running: 'accent',
};

/** What a node got and gave in the last run, how long it took, and what it cost. */
export function LastRun({ id, onRun }: { readonly id: string; onRun(): void }) {
  const t = buildTexts();
  const { runs } = useEditor();
  const run = useNodeRun(runs, id);
  if (run === undefined)
    return (
      <div className={styles.stack}>
        <EmptyState title={t.notRun} about={t.notRunAbout} action={<Button onClick={onRun}>{t.runNode}</Button>} />
        <PinPart id={id} />
      </div>
    );
  return (
    <div className={styles.stack}>
      <div className={fieldStyles.facts}>
        <Badge variant={looks[run.status] ?? 'plain'}>{t.runStates[run.status]}</Badge>
        {run.elapsed !== null && <span>{number(run.elapsed, { maximumFractionDigits: 3 })} s</span>}
        {run.tokens !== null && <span>{t.tokens(number(run.tokens))}</span>}
        {run.price !== null && <span>{run.price}</span>}
        {run.isPinned && <Badge variant="accent">{runTexts().isPinned}</Badge>}
        {run.rounds > 0 && <span>{t.rounds(run.rounds)}</span>}
      </div>
      <PinPart id={id} />
      {run.error !== null && <Notice variant="danger">{run.error}</Notice>}
      <Values label={t.inputs} value={run.inputs} />
      <Values label={t.outputs} value={run.outputs} />
      <Values label={t.process} value={run.process} />
      <Button small onClick={onRun}>
        {t.runNode}
      </Button>
    </div>
  );
}
