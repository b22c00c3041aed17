import { Badge, number } from '#plugins/studio/web/contract.tsx';
import { buildTexts } from '#plugins/studio-build/web/build-texts.ts';
import { useEditor } from '#plugins/studio-build/web/editor/editor-state.ts';
import styles from '#plugins/studio-build/web/editor/workbench.module.css';
import fieldStyles from '#plugins/studio-build/web/fields/fields.module.css';
import { PinPart } from '#plugins/studio-build/web/run/pin-part.tsx';
import { useNodeRun } from '#plugins/studio-build/web/run/run-store.ts';
import { runTexts } from '#plugins/studio-build/web/run/run-texts.ts';
import { Button, EmptyState, Notice } from '#plugins/ui/web/contract.ts';
import { Values } from './values.tsx';

const looks: Readonly<Record<string, 'ok' | 'bad' | 'accent'>> = {
  succeeded: 'ok',
  failed: 'bad',
  exception: 'bad',
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
        <Badge look={looks[run.status] ?? 'plain'}>{t.runStates[run.status]}</Badge>
        {run.elapsed !== null && <span>{number(run.elapsed, { maximumFractionDigits: 3 })} s</span>}
        {run.tokens !== null && <span>{t.tokens(number(run.tokens))}</span>}
        {run.price !== null && <span>{run.price}</span>}
        {run.isPinned && <Badge look="accent">{runTexts().isPinned}</Badge>}
        {run.rounds > 0 && <span>{t.rounds(run.rounds)}</span>}
      </div>
      <PinPart id={id} />
      {run.error !== null && <Notice look="bad">{run.error}</Notice>}
      <Values label={t.inputs} value={run.inputs} />
      <Values label={t.outputs} value={run.outputs} />
      <Values label={t.process} value={run.process} />
      <Button small onClick={onRun}>
        {t.runNode}
      </Button>
    </div>
  );
}
