import type { ReactNode } from 'react';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { classes } from '#plugins/ui/web/contract.ts';
import styles from './data-table.module.css';
import { Link } from './link.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly label: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, below each other. */
  readonly isNumber?: boolean;
  /** Left out where there is little room. */
  readonly isSpare?: boolean;
}

export interface DataTableProps<Row> {
  /** What the table is, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  rowKey(row: Row): string;
  /** Where the first cell of a row leads. */
  readonly href?: ((row: Row) => string) | undefined;
  /** Buttons at the end of a row. */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  /** In place of the table where there are no rows. */
  readonly empty: ReactNode;
  readonly selection?: Selection<Row> | undefined;
}

/** Rows that something is done with together. */
export interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  labelOf(row: Row): string;
  readonly allLabel: string;
  onChange(keys: ReadonlySet<string>): void;
}

/** Rows of things; the first column says which. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, href, actions, empty, selection } = props;
  const t = studioTexts();
  if (rows.length === 0) return <>{empty}</>;
  const keys = rows.map(rowKey);
  const areAll = selection !== undefined && keys.every((key) => selection.keys.has(key));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.frame} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <caption className="said">{label}</caption>
        <thead>
          <tr>
            {selection !== undefined && (
              <th className={styles.mark}>
                <input
                  type="checkbox"
                  aria-label={selection.allLabel}
                  checked={areAll}
                  onChange={() => selection.onChange(areAll ? new Set() : new Set(keys))}
                />
              </th>
            )}
            {columns.map(({ key, label: head, isNumber, isSpare }) => (
              <th key={key} scope="col" className={classes(isNumber && styles.number, isSpare && styles.spare)}>
                {head}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col" className={styles.actions}>
                <span className="said">{t.more}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {selection !== undefined && (
                <td className={styles.mark}>
                  <input
                    type="checkbox"
                    aria-label={selection.labelOf(row)}
                    checked={selection.keys.has(rowKey(row))}
                    onChange={() => selection.onChange(toggled(selection.keys, rowKey(row)))}
                  />
                </td>
              )}
              {columns.map(({ key, cell, isNumber, isSpare }, at) => (
                <td
                  key={key}
                  className={classes(isNumber && styles.number, isSpare && styles.spare)}
                  dir={isNumber ? undefined : 'auto'}
                >
                  {at === 0 && href !== undefined ? (
                    <Link className={styles.first} href={href(row)}>
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
              {actions !== undefined && <td className={styles.actions}>{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
