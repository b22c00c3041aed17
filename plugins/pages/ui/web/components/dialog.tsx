import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { classes } from '#plugins/ui/web/classes.ts';
import { Cross } from '#plugins/ui/web/icons.tsx';
import { uiTexts } from '#plugins/ui/web/texts/en.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Asked to close: by its cross, Escape, a click beside it. */
  onClose(): void;
  /** Buttons at its foot. */
  readonly actions?: ReactNode;
  readonly shape?: 'middle' | 'wide' | 'side' | 'full';
  readonly children: ReactNode;
}

/** A modal dialog: the browser keeps the focus in it, and who had it before gets it back. */
export function Dialog({ open, title, onClose, actions, shape = 'middle', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const t = uiTexts();
  useEffect(() => {
    const dialog = element.current;
    if (!open || dialog === null) return;
    const { activeElement: before } = document;
    if (!dialog.open) dialog.showModal();
    beginInField(dialog);
    return () => giveBack(before, dialog);
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={element}
      className={classes(styles.dialog, shape !== 'middle' && styles[shape])}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={submitByControlEnter}
      // What is pressed is the dialog itself only where its backdrop is.
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={id} dir="auto">
          {title}
        </h2>
        <IconButton label={t.close} onClick={onClose}>
          <Cross />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </dialog>
  );
}

/** A browser gives the focus back when a dialog closes, but not when it is taken away. */
function giveBack(before: Element | null, dialog: HTMLDialogElement): void {
  const { activeElement: now } = document;
  const isLost = now === null || now === document.body || dialog.contains(now);
  if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
}

/** In a text of several lines Enter is a line; with Control it is done. */
function submitByControlEnter(event: KeyboardEvent<HTMLDialogElement>): void {
  const { target, key, ctrlKey, metaKey } = event;
  const form = target instanceof Element ? target.closest('form') : null;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || form === null) return;
  event.preventDefault();
  form.requestSubmit();
}

/** Who is asked for something begins in the first field, not at the cross; unless it is further down than what is to be read. */
function beginInField(dialog: HTMLDialogElement): void {
  const [body] = dialog.getElementsByClassName(styles.body ?? '');
  if (body === undefined || body.contains(document.activeElement)) return;
  const field = body.querySelector<HTMLElement>('input:enabled:not([type="hidden"]), textarea:enabled, select:enabled');
  const end = body.getBoundingClientRect().bottom;
  if (field !== null && field.getBoundingClientRect().bottom <= end) field.focus({ preventScroll: true });
}
