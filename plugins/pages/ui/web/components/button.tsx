import type { ReactNode } from 'react';
import { classes, type ElementProps } from '#plugins/ui/web/classes.ts';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

type Native = ElementProps<'button'> & { readonly role?: 'menuitem' | 'option' | 'radio' | 'switch' | 'tab' };

export interface ButtonProps extends Native {
  /** `primary`: the one thing to do here. */
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly small?: boolean;
  /** Waits for what it has started: can't be pressed again, and keeps its focus. */
  readonly busy?: boolean;
}

export function Button({
  variant = 'plain',
  small = false,
  busy = false,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, variant !== 'plain' && styles[variant], small && styles.small, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Native {
  /** What it does: its name for screen readers, and its tooltip. */
  readonly label: string;
  readonly small?: boolean;
  readonly pressed?: boolean | undefined;
  readonly children: ReactNode;
}

export function IconButton({ label, small = false, pressed, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      className={classes(styles['icon-button'], small && styles.small, className)}
    >
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  variant = 'plain',
  small = false,
  className,
  ...rest
}: ElementProps<'a'> & Pick<ButtonProps, 'variant' | 'small'>) {
  const looks = classes(styles.button, variant !== 'plain' && styles[variant], small && styles.small, className);
  return <a {...rest} className={looks} />;
}
