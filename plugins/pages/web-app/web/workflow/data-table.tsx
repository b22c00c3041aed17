import { useState } from 'react';
import { Button, uiTexts, withKeys } from '#plugins/ui/web/contract.ts';
import css from './data-table.module.css';
import { numberText } from './numbers.ts';
import { cellText, type DataTable } from './output-values.ts';
import { ScrollRegion } from './scroll-region.tsx';
import { workflowTexts } from './texts/en.ts';

const pageSize = 100;
/** A cell shows the beginning of what it holds. */
const longestCell = 2000;

/** A list of objects, as a table that scrolls by itself when it is wide. */
export function DataTableView({ table }: { readonly table: DataTable }) {
  const [shown, setShown] = useState(pageSize);
  const t = workflowTexts();
  const { columns, rows, isCut } = table;
  const rest = rows.length - shown;
  const about = t.rowsAndColumns(numberText(rows.length), numberText(columns.length));
  return (
    <div className={css.frame}>
      <ScrollRegion className={css.scroll} label={about}>
        <table className={css.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" dir="auto">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {withKeys(rows.slice(0, shown)).map(({ key, item: row }) => (
              <tr key={key}>
                {columns.map((column) => (
                  <td key={column} dir="auto" data-number={typeof row[column] === 'number' || undefined}>
                    {cellText(row[column]).slice(0, longestCell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={css.about}>
        {about} {isCut && t.columnsCut}
      </p>
      {rest > 0 && (
        <Button small onClick={() => setShown(shown + pageSize * 5)}>
          {uiTexts().showMore(numberText(Math.min(rest, pageSize * 5)))}
        </Button>
      )}
    </div>
  );
}
