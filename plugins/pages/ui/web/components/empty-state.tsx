import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

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
