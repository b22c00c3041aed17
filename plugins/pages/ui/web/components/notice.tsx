import type { ReactNode } from 'react';
import { classes } from '#plugins/ui/web/classes.ts';
import { CircleAlert, CircleCheck, Info } from '#plugins/ui/web/icons.tsx';
import styles from './notice.module.css';

export interface NoticeProps {
  readonly look?: 'plain' | 'ok' | 'warn' | 'bad';
  /** What can be done about it: a button. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A remark in the place it is about. Screen readers hear bad ones at once. */
export function Notice({ look = 'plain', action, children }: NoticeProps) {
  return (
    <div
      className={classes(styles.notice, look !== 'plain' && styles[look])}
      role={look === 'bad' ? 'alert' : 'status'}
    >
      {look === 'ok' ? <CircleCheck /> : look === 'plain' ? <Info /> : <CircleAlert />}
      <div className={styles.text} dir="auto">
        {children}
      </div>
      {action}
    </div>
  );
}

export interface EmptyStateProps {
  readonly title: string;
  /** Why there is nothing. */
  readonly about?: ReactNode;
  /** What to do next. */
  readonly action?: ReactNode;
  readonly sign?: ReactNode;
  /** Of its heading: 1 where it is the whole page. */
  readonly level?: 1 | 2;
}

/** In place of what is not there: a title, why, and one action. */
export function EmptyState({ title, about, action, sign, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      {sign !== undefined && <div className={styles.sign}>{sign}</div>}
      <Heading className={styles.title} dir="auto">
        {title}
      </Heading>
      {about !== undefined && (
        <p className={styles.about} dir="auto">
          {about}
        </p>
      )}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
