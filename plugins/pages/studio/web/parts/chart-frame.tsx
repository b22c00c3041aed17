import type { ReactNode } from 'react';
import styles from './chart-frame.module.css';

export interface ChartFrameProps {
  readonly title: string;
  /** Of all that is shown. */
  readonly total?: string | undefined;
  /** Below it: what its ends are, and what its colours mean. */
  readonly axis: ReactNode;
  readonly children: ReactNode;
}

/** A chart with its title, and what stands below it. */
export function ChartFrame({ title, total, axis, children }: ChartFrameProps) {
  return (
    <figure className={styles.chart}>
      <figcaption>
        <span>{title}</span>
        {total !== undefined && <strong>{total}</strong>}
      </figcaption>
      {children}
      <div className={styles.axis}>{axis}</div>
    </figure>
  );
}

/** Charts beside each other. */
export function ChartList({ children }: { readonly children: ReactNode }) {
  return <div className={styles.charts}>{children}</div>;
}
