import { classes } from '#plugins/ui/web/classes.ts';
import styles from './spinner.module.css';

/** A sign that something is on its way; text beside it says what. */
export function Spinner({ late = false }: { readonly late?: boolean }) {
  return <span className={classes(styles.spinner, late && styles.late)} aria-hidden="true" />;
}

export interface LoadingProps {
  readonly label: string;
  /** In pixels, about that of what comes: what stands below it stays where it is then. */
  readonly height?: number | undefined;
}

/** In the middle of what is not there yet; shown after a moment. */
export function Loading({ label, height = 0 }: LoadingProps) {
  return (
    <div className={styles.middle} role="status" style={{ minBlockSize: `${height}px` }}>
      <Spinner late />
      <span className="said">{label}</span>
    </div>
  );
}
