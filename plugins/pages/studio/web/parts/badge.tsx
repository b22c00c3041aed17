import type { ReactNode } from 'react';
import { classes } from '#plugins/ui/web/contract.ts';
import styles from './badge.module.css';

/** A state in a word; its colour never says it alone. */
export function Badge({
  variant = 'plain',
  children,
}: {
  readonly variant?: 'plain' | 'success' | 'warning' | 'danger' | 'accent';
  readonly children: ReactNode;
}) {
  return <span className={classes(styles.badge, variant !== 'plain' && styles[variant])}>{children}</span>;
}
