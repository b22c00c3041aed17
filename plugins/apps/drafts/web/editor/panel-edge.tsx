import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { useStored } from '#plugins/ui/web/contract.ts';
import styles from './workbench.module.css';

const USUAL = 380;
const LEAST = 320;
/** What is left of the canvas. */
const CANVAS = 240;
const STEP = 40;

/** How wide panels are in this browser. */
export function usePanelSize() {
  const [size, setSize] = useStored('weft-panel-size', USUAL);
  const largest = () => Math.max(LEAST, document.documentElement.clientWidth - CANVAS);
  return {
    size,
    set: (next: number) => setSize(Math.round(Math.max(LEAST, Math.min(next, largest())))),
    /** Large, for prompts and code; or as before. */
    toggle: () => setSize(size > USUAL ? USUAL : Math.min(760, largest())),
  };
}

/** The edge of a panel, which is drawn by a pointer or by arrows. */
export function PanelEdge({ size, set, toggle }: ReturnType<typeof usePanelSize>) {
  const t = buildTexts();
  const edge = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    edge.current?.parentElement?.style.setProperty('--panel-size', `${size}px`);
  }, [size]);
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box !== undefined) set(box.right - event.clientX);
  };
  const onKey = (event: KeyboardEvent) => {
    const sizes = { ArrowLeft: size + STEP, ArrowRight: size - STEP, Home: LEAST, End: Number.POSITIVE_INFINITY };
    const next = Object.entries(sizes).find(([key]) => key === event.key)?.[1];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved, which no element is.
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-label={t.panelSize}
      aria-orientation="vertical"
      aria-valuenow={size}
      aria-valuemin={LEAST}
      className={styles['panel-edge']}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onMove}
      onKeyDown={onKey}
      onDoubleClick={toggle}
    />
  );
}
