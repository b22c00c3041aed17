import type { TextOutput } from './text-output.ts';

/** Writes rows as a markdown table, the first one its head. Rows without content and columns nobody uses are left out. */
export function writeTable(rows: readonly (readonly string[])[], output: TextOutput): void {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const used = usedColumns(filled);
  const [head, ...body] = filled;
  if (head === undefined) return;
  output.line(tableRow(head, used));
  output.line(`|${' --- |'.repeat(used.length)}`);
  for (const row of body) output.line(tableRow(row, used));
}

function usedColumns(rows: readonly (readonly string[])[]): readonly number[] {
  const used = new Set<number>();
  for (const row of rows) {
    // Sparse rows: only cells that are there are visited.
    row.forEach((cell, column) => {
      if (cell.trim() !== '') used.add(column);
    });
  }
  return [...used].sort((left, right) => left - right);
}

function tableRow(row: readonly string[], columns: readonly number[]): string {
  return `| ${columns.map((column) => tableCell(row[column] ?? '')).join(' | ')} |`;
}

/** One line, with no character that would end the cell. */
export function tableCell(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}
