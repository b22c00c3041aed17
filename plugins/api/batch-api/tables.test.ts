import { beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type BatchClient, batchClient, type ToldBatch } from './testing/batch-client.ts';
import { workbook } from './workbook.ts';

let platform: TestPlatform;
let client: BatchClient;

interface Preview {
  readonly columns: readonly { readonly name: string; readonly input: string | null }[];
  readonly total: number;
  readonly rows: readonly { readonly inputs: Readonly<Record<string, unknown>> }[];
  readonly errors: readonly { readonly row: number; readonly field: string; readonly message: string }[];
  readonly error_count: number;
}

/** A form with an input of each kind, which puts out its text. */
function everyKind(): string {
  const variables = [
    { variable: 'text', label: 'The text', type: 'paragraph', required: true, max_length: 30 },
    { variable: 'count', label: 'How many', type: 'number', required: false },
    { variable: 'colour', label: 'Colour', type: 'select', required: false, options: ['red', 'light blue'] },
    { variable: 'loud', label: 'Loud', type: 'checkbox', required: false },
    { variable: 'extra', label: 'Extra', type: 'json_object', required: false },
    {
      ...{ variable: 'paper', label: 'Paper', type: 'file', required: false, allowed_file_types: ['document'] },
      allowed_file_upload_methods: ['local_file', 'remote_url'],
    },
  ];
  const outputs = [{ variable: 'said', value_selector: ['1', 'text'], value_type: 'string' }];
  const nodes = [node('1', 'start', { variables }), node('2', 'end', { outputs })];
  return appDocument({ mode: 'workflow', nodes, edges: chain('1', '2') });
}

beforeAll(async () => {
  platform = await sharedPlatform();
  client = batchClient(platform.url, (await platform.importApp(everyKind())).key);
});

async function preview(content: string | Uint8Array, name = 'rows.csv', type = 'text/csv'): Promise<Preview> {
  const answer = await client.form('/v1/batches/preview', { content, name, type });
  expect(answer.text.slice(0, 300) && answer.status, answer.text).toBe(200);
  return answer.body as Preview;
}

async function refusal(content: string | Uint8Array, name = 'rows.csv', type = 'text/csv') {
  const { status, body } = await client.form('/v1/batches/preview', { content, name, type });
  return { status, ...(body as { code: string; message: string }) };
}

const texts = ({ rows }: Preview) => rows.map(({ inputs }) => inputs.text);

describe('a table', () => {
  it('is read with a mark, semicolons, quotes and line ends in cells', async () => {
    const found = await preview('\ufefftext;count\r\n"a; ""b""\nc";3\r\nd;4\r\n');
    expect(texts(found)).toEqual(['a; "b"\nc', 'd']);
    expect(found.rows[0]?.inputs.count).toBe(3);
    expect(found).toMatchObject({
      total: 2,
      error_count: 0,
      columns: [{ name: 'text', input: 'text' }, { input: 'count' }],
    });
  });

  it('is read in UTF-16, with tabs, and where a spreadsheet says its separator', async () => {
    expect(texts(await preview(Buffer.from('\ufefftext\tcount\ngrün\t1\n', 'utf16le')))).toEqual(['grün']);
    expect(texts(await preview('sep=|\ntext|count\nx|1\n'))).toEqual(['x']);
  });

  it('is read from the first sheet of a workbook, and from JSON', async () => {
    const sheet = workbook([
      ['The text', 'COLOUR '],
      ['a & <b>', 'light blue'],
    ]);
    const found = await preview(sheet, 'rows.xlsx', 'application/octet-stream');
    expect(found.rows).toMatchObject([{ inputs: { text: 'a & <b>', colour: 'light blue' } }]);
    const json = JSON.stringify([{ text: 'x', count: 1.5, extra: { a: [1] } }]);
    expect((await preview(json, 'rows.json', 'application/json')).rows).toMatchObject([
      { inputs: { text: 'x', count: 1.5, extra: { a: [1] } } },
    ]);
  });

  it('has its columns found by names and labels, in any case; others are left out', async () => {
    const found = await preview('the TEXT,nobody,how many\nx,y,2\n');
    expect(found.columns.map(({ input }) => input)).toEqual(['text', null, 'count']);
    expect(await refusal('text,the text\nx,y\n')).toMatchObject({ status: 400, code: 'invalid_param' });
    expect((await refusal('colourless\ny\n')).message).toMatch(/text, count/);
  });

  it('names what is wrong with its rows, by row and field', async () => {
    const lines = ['ok,1,red,yes,"{""a"":1}",https://example.com/a.pdf', ',1,,,,', 'x,many,green,perhaps,{,nowhere'];
    const found = await preview(`text,count,colour,loud,extra,paper\n${lines.join('\n')}\n`);
    expect(found.errors).toMatchObject([
      { row: 2, field: 'text', message: expect.stringMatching(/required/) },
      { row: 3, field: 'extra', message: expect.stringMatching(/no JSON/) },
      { row: 3, field: 'paper' },
    ]);
    expect(found).toMatchObject({ total: 3, error_count: 3 });
    const file = { content: 'text,count\nok,1\nx,many\n' };
    const refused = await client.form('/v1/batches', file);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'wrong_rows', message: expect.stringMatching(/row 2/) },
    });
    const made = (await client.form('/v1/batches', file, { skip_wrong: 'true' })).body as ToldBatch;
    expect(await client.until(made.id, ({ status }) => status === 'finished')).toMatchObject({
      wrong: 1,
      succeeded: 1,
    });
    expect((await client.rows(made.id))[1]).toMatchObject({ status: 'wrong', error: expect.stringMatching(/number/) });
  });

  it('is filled from a template, as CSV and as a workbook', async () => {
    for (const format of ['csv', 'xlsx']) {
      const answer = await client.open(`/v1/batches/template?format=${format}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const found = await preview(bytes, `t.${format}`, 'application/octet-stream');
      expect(found.columns.map(({ input }) => input)).toEqual(['text', 'count', 'colour', 'loud', 'extra', 'paper']);
    }
  });
});

describe('attack T21: a hostile table', () => {
  it('with too many rows, columns or characters is refused', async () => {
    const many = `text\n${'x\n'.repeat(10_001)}`;
    expect((await refusal(many)).message).toMatch(/rows/);
    expect((await refusal(`text${',c'.repeat(1_000_000)}\nx\n`)).code).toBe('limit_exceeded');
    expect((await refusal(`text\n${'x'.repeat(3_000_000)}\n`)).code).toBe('limit_exceeded');
    expect((await preview(`text,extra\nx,"{""a"":""${'y'.repeat(70_000)}""}"\n`)).error_count).toBe(1);
  });

  it('that is no table, or a broken one, is refused', async () => {
    expect(await refusal('text\n"never closed\n')).toMatchObject({ status: 400, code: 'unreadable' });
    expect(await refusal(Buffer.from('PK\x03\x04 no archive'), 'rows.xlsx')).toMatchObject({ status: 400 });
    expect(await refusal('%PDF-1.4', 'rows.csv')).toMatchObject({ status: 400 });
    expect(await refusal('{"a":1}', 'rows.json', 'application/json')).toMatchObject({
      status: 400,
      code: 'invalid_param',
    });
    expect(await refusal('[1]', 'rows.json', 'application/json')).toMatchObject({ status: 400, code: 'invalid_param' });
    expect(await refusal('', 'rows.csv')).toMatchObject({ status: 400 });
  });

  it('leaves characters out that no database takes, and inputs of prototypes are inputs of none', async () => {
    const found = await preview(JSON.stringify([{ text: 'a\0b', __proto__: 1, constructor: 'x' }]), 'r.json');
    expect(texts(found)).toEqual(['ab']);
    const json = '[{"text":"half \\ud800 done","count":1}]';
    const made = (await client.form('/v1/batches', { content: json, name: 'r.json' })).body as ToldBatch;
    expect(await client.until(made.id, ({ status }) => status === 'finished')).toMatchObject({ succeeded: 1 });
  });

  it('has no formula run in what is exported', async () => {
    const formulas = ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\t=1'];
    const { id } = await client.create(`text\n${formulas.map((text) => `"${text}"`).join('\n')}\n`);
    await client.until(id, ({ status }) => status === 'finished');
    const csv = await (await client.open(`/v1/batches/${id}/export`)).text();
    const lines = csv.replace('\ufeff', '').split('\r\n').slice(1, -1);
    expect(lines).toHaveLength(formulas.length);
    for (const line of lines) for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+\-@\t]/);
    const json = (await (await client.open(`/v1/batches/${id}/export?format=json`)).json()) as {
      inputs: { text: string };
    }[];
    expect(json.map(({ inputs }) => inputs.text)).toEqual(formulas);
  });
});
