import type { ReactNode } from 'react';
import { classes } from '#plugins/ui/web/contract.ts';
import styles from './badge.module.css';

/** A state in a word; its colour never says it alone. */
export function Badge({
  look = 'plain',
  children,
}: {
  readonly look?: 'plain' | 'ok' | 'warn' | 'bad' | 'accent';
  readonly children: ReactNode;
}) {
  return <span className={classes(styles.badge, look !== 'plain' && styles[look])}>{children}</span>;
}
