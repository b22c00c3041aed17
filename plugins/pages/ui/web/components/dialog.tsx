import { type ReactNode, useEffect, useId, useRef } from 'react';
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
  readonly shape?: 'middle' | 'wide' | 'side';
  readonly children: ReactNode;
}

/** A modal dialog: the browser keeps the focus in it, and gives it back. */
export function Dialog({ open, title, onClose, actions, shape = 'middle', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const t = uiTexts();
  useEffect(() => {
    const dialog = element.current;
    if (open && dialog?.open === false) {
      dialog.showModal();
      beginInField(dialog);
    }
    if (!open && dialog?.open === true) dialog.close();
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

/** Who is asked for something begins in the first field, not at the cross; unless it is further down than what is to be read. */
function beginInField(dialog: HTMLDialogElement): void {
  const [body] = dialog.getElementsByClassName(styles.body ?? '');
  if (body === undefined || body.contains(document.activeElement)) return;
  const field = body.querySelector<HTMLElement>('input:enabled:not([type="hidden"]), textarea:enabled, select:enabled');
  const end = body.getBoundingClientRect().bottom;
  if (field !== null && field.getBoundingClientRect().bottom <= end) field.focus({ preventScroll: true });
}
