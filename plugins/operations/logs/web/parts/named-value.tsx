import { JsonTree } from '#plugins/ui/web/contract.ts';
import styles from './log.module.css';

/** A value under its name; nothing where there is none. */
export function NamedValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <section className={styles.value}>
      <h3>{name}</h3>
      <JsonTree value={value} />
    </section>
  );
}
