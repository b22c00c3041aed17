import type { ReactNode } from 'react';
import styles from './fold.module.css';
import { Stack } from './stack.tsx';

export interface FoldProps {
  /** What is behind it. */
  readonly title: ReactNode;
  /** From the beginning. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** What few need, behind a line that opens it. */
export function Fold({ title, open = false, children }: FoldProps) {
  return (
    <details className={styles.fold} open={open}>
      <summary>{title}</summary>
      <Stack gap={16}>{children}</Stack>
    </details>
  );
}
