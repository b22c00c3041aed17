import { type ReactNode, useId, useRef } from 'react';
import { placeBeside } from './place-beside.ts';
import styles from './tooltip.module.css';

/**
 * More about what has the focus or the pointer; Escape hides it. Not for the name of a button (`IconButton` has one), and
 * for nothing one must know.
 */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const show = () => {
    tip.current?.showPopover();
    if (tip.current !== null) placeBeside(tip.current, place.current);
  };
  const hide = () => tip.current?.hidePopover();
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only watches what is in it. */}
      <span
        ref={place}
        className={styles.place}
        aria-describedby={id}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
      >
        {children}
      </span>
      <div ref={tip} id={id} popover="manual" role="tooltip" className={styles.tooltip} dir="auto">
        {text}
      </div>
    </>
  );
}
