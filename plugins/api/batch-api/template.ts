import { csvRow } from '#http';
import type { TableInput } from './table-inputs.ts';
import { workbook } from './workbook.ts';

/** Columns of the app's inputs by their names, and one line that shows what goes there. */
export function templateRows(inputs: readonly TableInput[]): string[][] {
  return [inputs.map(({ name }) => name), inputs.map(exampleOf)];
}

function exampleOf({ control, options }: TableInput): string {
  switch (control) {
    case 'select':
      return options[0] ?? '';
    case 'number':
      return '1';
    case 'checkbox':
      return 'true';
    case 'json_object':
      return '{}';
    case 'file':
    case 'file-list':
      return 'https://example.com/file.pdf';
    default:
      return '';
  }
}

/** With a mark, so that spreadsheets take it for UTF-8. */
export function templateCsv(inputs: readonly TableInput[]): string {
  return `\ufeff${templateRows(inputs).map(csvRow).join('')}`;
}

export function templateWorkbook(inputs: readonly TableInput[]): Uint8Array {
  return workbook(templateRows(inputs));
}
