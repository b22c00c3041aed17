import { classes } from '#plugins/ui/web/contract.ts';
import styles from './parts.module.css';

/** A part of a whole as a bar. What it means is said beside it, in numbers. */
export function Meter({ part, whole, canBeFull = false }: { part: number; whole: number; canBeFull?: boolean }) {
  const share = whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
  const isFull = canBeFull && part >= whole;
  return (
    <svg
      className={classes(styles.meter, isFull && styles.full)}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect x={0} y={0} width={share * 100} height={8} />
    </svg>
  );
}
