import type { ReactNode } from 'react';
import { classes } from '#plugins/ui/web/classes.ts';
import { CircleAlert, CircleCheck, Info } from '#plugins/ui/web/icons.tsx';
import styles from './notice.module.css';

export interface NoticeProps {
  readonly variant?: 'plain' | 'success' | 'warning' | 'danger';
  /** What can be done about it: a button. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A remark in the place it is about. Screen readers hear `danger` at once. */
export function Notice({ variant = 'plain', action, children }: NoticeProps) {
  return (
    <div
      className={classes(styles.notice, variant !== 'plain' && styles[variant])}
      role={variant === 'danger' ? 'alert' : 'status'}
    >
      {variant === 'success' ? <CircleCheck /> : variant === 'plain' ? <Info /> : <CircleAlert />}
      <div className={styles.text} dir="auto">
        {children}
      </div>
      {action}
    </div>
  );
}
