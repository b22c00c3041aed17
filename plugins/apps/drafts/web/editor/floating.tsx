import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Point } from '#plugins/drafts/web/graph/places.ts';
import { classes } from '#plugins/ui/web/contract.ts';
import styles from './picker.module.css';

/** Between what floats and the edge of the window. */
const EDGE = 8;

/**
 * What opens at a place in the window, over the canvas, which stays as it is. It closes by Escape and by what is pressed outside of it, and
 * gives the focus back. No popover that closes by itself: that would close when the button is let go that opened it.
 */
export function Floating({
  label,
  near,
  role = 'dialog',
  className,
  onClose,
  children,
}: {
  readonly label: string;
  readonly near: Point;
  readonly role?: 'dialog' | 'menu';
  readonly className?: string | undefined;
  onClose(): void;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const before = document.activeElement;
    element.showPopover();
    place(element, near);
    (element.querySelector<HTMLElement>('input, [role^=menuitem]') ?? element).focus({ preventScroll: true });
    return () => {
      const isLost = element.contains(document.activeElement) || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [near]);
  useEffect(() => {
    const onDown = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) close();
    };
    addEventListener('pointerdown', onDown, true);
    return () => removeEventListener('pointerdown', onDown, true);
  }, []);
  return (
    // biome-ignore lint/a11y: it has one of two roles, both of which take keys and have a name.
    <div
      ref={box}
      popover="manual"
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={classes(styles.floating, className)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Tab') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}

/** Where there is room for it. Styles set by code are no style attribute. */
function place(element: HTMLElement, { x, y }: Point): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.max(EDGE, Math.min(x, clientWidth - width - EDGE));
  const top = Math.max(EDGE, Math.min(y, clientHeight - height - EDGE));
  element.style.setProperty('left', `${left}px`);
  element.style.setProperty('top', `${top}px`);
}
