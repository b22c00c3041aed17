import type { ComponentProps, ReactNode } from 'react';
import { classes } from '#plugins/ui/web/classes.ts';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

type Native = ComponentProps<'button'>;

export interface ButtonProps extends Native {
  /** `main`: the one thing to do here. */
  readonly look?: 'plain' | 'main' | 'quiet' | 'danger';
  readonly small?: boolean;
  /** Waits for what it has started: can't be pressed again, and keeps its focus. */
  readonly busy?: boolean;
}

export function Button({
  look = 'plain',
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
      className={classes(styles.button, look !== 'plain' && styles[look], small && styles.small, className)}
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
export function LinkButton({ look = 'plain', className, ...rest }: ComponentProps<'a'> & Pick<ButtonProps, 'look'>) {
  return <a {...rest} className={classes(styles.button, look !== 'plain' && styles[look], className)} />;
}
