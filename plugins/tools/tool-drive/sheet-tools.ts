import type { PlatformError } from '#kernel';
import type { Tool, ToolInvocation } from '#plugins/tools/contract.ts';
import { invalid, provider, text } from './drive-tools.ts';
import { type GoogleCalls, idOf, quotedContent, textOf } from './google-calls.ts';

const MAX_ROWS = 5_000;
const MAX_CELLS = 50_000;

interface Range {
  readonly range?: string;
  readonly values?: readonly (readonly unknown[])[];
}

const sheetId = text('spreadsheet_id', 'Spreadsheet', 'Id of the spreadsheet, or its address', true);
const rows = {
  ...text('rows', 'Rows', 'JSON list of rows, each a list of cells: [["a", 1], ["b", 2]]', true),
  type: 'array',
  schema: { type: 'array', items: { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } } },
} as const;

/** Spreadsheets of Google, as the person who asks may see and change them. */
export function sheetTools(google: GoogleCalls): readonly Tool[] {
  return [
    {
      ...provider,
      id: 'google_drive.sheets_read',
      name: 'sheets_read',
      label: 'Read a Google spreadsheet',
      description: 'Reads rows of a Google spreadsheet of the person who asks: a range, or all sheets.',
      parameters: [sheetId, text('range', 'Range', 'As Sheet1!A1:D20; none: all sheets')],
      sideEffects: false,
      async invoke(invocation) {
        const id = idOf(invocation.arguments.spreadsheet_id, 'spreadsheet_id');
        const range = textOf(invocation.arguments.range).trim();
        const ranges = range === '' ? await sheetsOf(google, invocation, id) : [range];
        const query = ranges.map((each) => `ranges=${encodeURIComponent(each)}`).join('&');
        const { valueRanges = [] } = await google.json<{ readonly valueRanges?: readonly Range[] }>(invocation, {
          tool: 'sheets_read',
          capabilities: ['sheets'],
          url: `sheets:/spreadsheets/${id}/values:batchGet?${query}`,
        });
        const tables = valueRanges.map(({ range: of = '', values = [] }) => {
          const lines = values.slice(0, MAX_ROWS).map((row) => row.map((cell) => textOf(cell)).join('\t'));
          return [`## ${of}`, ...lines].join('\n');
        });
        return { text: quotedContent(`spreadsheet ${id}`, tables.join('\n\n')), json: [{ ranges: valueRanges }] };
      },
    },
    {
      ...provider,
      id: 'google_drive.sheets_append',
      name: 'sheets_append',
      label: 'Append rows to a Google spreadsheet',
      description:
        'Puts rows below the last row of a sheet of the person who asks. Cells are written as they are: no formulas.',
      parameters: [sheetId, text('range', 'Sheet', 'Name of the sheet, or a range of its table: Sheet1', true), rows],
      sideEffects: true,
      invoke: (invocation) =>
        written(google, invocation, {
          tool: 'sheets_append',
          method: 'POST',
          suffix: ':append?valueInputOption=RAW&insertDataOption=INSERT_ROWS',
        }),
    },
    {
      ...provider,
      id: 'google_drive.sheets_update',
      name: 'sheets_update',
      label: 'Write cells of a Google spreadsheet',
      description:
        'Writes cells of a range of a sheet of the person who asks anew. Cells are written as they are: no formulas.',
      parameters: [sheetId, text('range', 'Range', 'As Sheet1!A2:C3', true), rows],
      sideEffects: true,
      invoke: (invocation) =>
        written(google, invocation, { tool: 'sheets_update', method: 'PUT', suffix: '?valueInputOption=RAW' }),
    },
  ];
}

async function sheetsOf(google: GoogleCalls, invocation: ToolInvocation, id: string): Promise<readonly string[]> {
  const { sheets = [] } = await google.json<{
    readonly sheets?: readonly { readonly properties?: { readonly title?: string } }[];
  }>(invocation, {
    tool: 'sheets_read',
    capabilities: ['sheets'],
    url: `sheets:/spreadsheets/${id}`,
    query: { fields: 'sheets.properties.title' },
  });
  return sheets.map(({ properties }) => `'${(properties?.title ?? '').replaceAll("'", "''")}'`);
}

/** `RAW`: what a model or a visitor wrote is text, never a formula that the sheet works out. */
async function written(
  google: GoogleCalls,
  invocation: ToolInvocation,
  { tool, method, suffix }: { readonly tool: string; readonly method: string; readonly suffix: string },
) {
  const given = invocation.arguments;
  const id = idOf(given.spreadsheet_id, 'spreadsheet_id');
  const range = textOf(given.range).trim();
  if (range === '') throw invalid('range names the sheet, as Sheet1!A1.');
  const values = rowsOf(given.rows);
  const answer = await google.json<Readonly<Record<string, unknown>>>(invocation, {
    tool,
    capabilities: ['sheets'],
    url: `sheets:/spreadsheets/${id}/values/${encodeURIComponent(range)}${suffix}`,
    method,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ range, majorDimension: 'ROWS', values }),
  });
  const count = values.length === 1 ? '1 row was' : `${values.length} rows were`;
  return { text: `${count} written to the spreadsheet.`, json: [answer] };
}

function rowsOf(value: unknown): readonly (readonly unknown[])[] {
  const list = typeof value === 'string' ? parsed(value) : value;
  if (!Array.isArray(list) || list.length === 0) throw noRows();
  const all = list.map((row) => (Array.isArray(row) ? row : [row]));
  const cells = all.flat();
  const isCell = (cell: unknown) => cell === null || ['string', 'number', 'boolean'].includes(typeof cell);
  if (!cells.every(isCell)) throw noRows();
  if (all.length > MAX_ROWS || cells.length > MAX_CELLS) {
    throw invalid(`At most ${MAX_ROWS} rows and ${MAX_CELLS} cells are written at once.`);
  }
  return all;
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

function noRows(): PlatformError {
  return invalid('rows is a list of rows, each a list of texts, numbers or yes and no: [["a", 1]].');
}
