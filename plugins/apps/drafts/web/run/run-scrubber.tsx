import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { number } from '#plugins/studio/web/contract.tsx';
import { IconButton } from '#plugins/ui/web/contract.ts';
import { ChevronLeft, ChevronRight } from '#plugins/ui/web/icons.tsx';
import { useRun } from './run-store.ts';
import styles from './scrubber.module.css';
import { runTexts } from './texts/en.ts';

/** Goes through the run of the draft on the canvas. */
export function RunScrubber() {
  const t = runTexts();
  const { runs } = useEditor();
  const { steps, step, said } = useRun(runs);
  if (steps === 0) return null;
  const at = step ?? steps;
  const about = said === null ? t.beforeStart : t.happened(said.title, t.stepEvents[said.event] ?? said.event);
  const text = t.stepOf(number(at), number(steps), about);
  return (
    <section className={styles.scrubber} aria-label={t.moments}>
      <IconButton small label={`${t.stepBack} ([)`} disabled={at <= 0} onClick={() => runs.seek(at - 1)}>
        <ChevronLeft />
      </IconButton>
      <input
        type="range"
        aria-label={t.moment}
        aria-valuetext={text}
        min={0}
        max={steps}
        value={at}
        onInput={(event) => runs.seek(Number(event.currentTarget.value))}
      />
      <IconButton small label={`${t.stepOn} (])`} disabled={at >= steps} onClick={() => runs.seek(at + 1)}>
        <ChevronRight />
      </IconButton>
      <p aria-hidden="true" title={text}>
        <bdi>{text}</bdi>
      </p>
    </section>
  );
}
