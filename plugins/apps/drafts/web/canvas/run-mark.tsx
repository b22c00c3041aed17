import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { NodeRun } from '#plugins/drafts/web/run/run-store.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { number } from '#plugins/studio/web/contract.tsx';
import { classes, lazyModule, Spinner } from '#plugins/ui/web/contract.ts';
import { CircleAlert, CircleCheck } from '#plugins/ui/web/icons.tsx';
import styles from './canvas.module.css';

/** How long it stays when the pointer has left: as long as it takes to reach it. */
const LINGER = 200;
const runValues = lazyModule(() => import('./run-values.tsx'));

/** How a node did. Its values come up for the pointer, and for who goes to the card by keys. */
export function RunMark({ run }: { readonly run: NodeRun }) {
  const t = buildTexts();
  const mark = useRef<HTMLSpanElement>(null);
  const id = useId();
  const isOpen = useOpened(mark, id);
  const RunValues = runValues.use(isOpen)?.RunValues;
  const isBusy = run.status === 'running' || run.status === 'retry';
  const isFine = run.status === 'succeeded';
  return (
    <span
      ref={mark}
      className={classes(styles.mark, isFine && styles.ok, !isBusy && !isFine && styles.bad)}
      title={t.runStates[run.status]}
    >
      {isBusy ? <Spinner /> : isFine ? <CircleCheck /> : <CircleAlert />}
      {run.elapsed !== null && !isBusy && (
        <span>{number(run.elapsed, { maximumFractionDigits: run.elapsed < 10 ? 1 : 0 })} s</span>
      )}
      {isOpen && RunValues !== undefined && <RunValues id={id} run={run} mark={mark} />}
    </span>
  );
}

/** Hides the values that are shown: those of one node at a time. */
let hideShown: (() => void) | null = null;

function useOpened(mark: React.RefObject<HTMLSpanElement | null>, id: string): boolean {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useEffectEvent((is: boolean, pause = 0) => {
    clearTimeout(timer.current);
    if (is) {
      hideShown?.();
      hideShown = () => setOpen(false);
    }
    if (pause === 0) setOpen(is);
    else timer.current = setTimeout(() => setOpen(is), pause);
  });
  useEffect(() => {
    const own = mark.current;
    const card = own?.closest('.react-flow__node');
    if (own == null || card == null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    own.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && show(true), { signal });
    own.addEventListener('pointerleave', () => show(false, LINGER), { signal });
    const onFocus = ({ target }: Event) => target === card && card.matches(':focus-visible') && show(true);
    card.addEventListener('focusin', onFocus, { signal });
    card.addEventListener('focusout', () => show(false), { signal });
    // What moves the canvas would leave it behind.
    for (const moving of ['keydown', 'pointerdown', 'wheel'])
      card.addEventListener(moving, () => show(false), { signal });
    return () => {
      leaving.abort();
      clearTimeout(timer.current);
    };
  }, [mark]);
  useEffect(() => {
    const card = mark.current?.closest('.react-flow__node');
    if (!isOpen || card == null) return;
    card.setAttribute('aria-describedby', id);
    return () => card.removeAttribute('aria-describedby');
  }, [mark, isOpen, id]);
  return isOpen;
}
