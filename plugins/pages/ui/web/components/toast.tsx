import { useEffect, useRef, useState } from 'react';
import { uiTexts } from '#plugins/ui/web/texts/en.ts';
import styles from './toast.module.css';

interface Toast {
  readonly key: number;
  readonly text: string;
  readonly action?: { readonly label: string; run(): void } | undefined;
}

/** Long enough to read it, and to reach its button. */
const SHOWN_MS = 8_000;
const KEPT = 3;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says at the foot of the page what has happened, for some seconds; with an action such as "Undo". */
export function toast(text: string, action?: Toast['action']): void {
  const key = ++last;
  change([...toasts, { key, text, action }].slice(-KEPT));
  setTimeout(() => dismiss(key), SHOWN_MS);
}

function dismiss(key: number): void {
  change(toasts.filter((each) => each.key !== key));
}

/** Where toasts appear; once on a page (`mountPage` has it). Above open dialogs too. */
export function Toasts() {
  const [shown, show] = useState(toasts);
  const element = useRef<HTMLDivElement>(null);
  const t = uiTexts();
  useEffect(() => {
    const listener = () => show(toasts);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  useEffect(() => {
    const place = element.current;
    if (place === null) return;
    // Shown anew, it lies above a dialog that was opened since.
    if (place.matches(':popover-open')) place.hidePopover();
    if (shown.length > 0) place.showPopover();
  }, [shown]);
  return (
    <div ref={element} popover="manual" className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ key, text, action }) => (
        <div key={key} className={styles.toast}>
          <span className={styles.text} dir="auto">
            {text}
          </span>
          {action !== undefined && (
            <button
              type="button"
              onClick={() => {
                dismiss(key);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" aria-label={t.close} onClick={() => dismiss(key)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
