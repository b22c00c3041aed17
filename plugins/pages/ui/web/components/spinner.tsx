import { classes } from '#plugins/ui/web/classes.ts';
import styles from './spinner.module.css';

/** A sign that something is on its way; text beside it says what. */
export function Spinner({ late = false }: { readonly late?: boolean }) {
  return <span className={classes(styles.spinner, late && styles.late)} aria-hidden="true" />;
}

/** In the middle of what is not there yet; shown after a moment. */
export function Loading({ label }: { readonly label: string }) {
  return (
    <div className={styles.middle} role="status">
      <Spinner late />
      <span className="said">{label}</span>
    </div>
  );
}
