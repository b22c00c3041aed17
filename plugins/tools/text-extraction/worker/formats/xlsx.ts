import type { TableBounds } from '#plugins/text-extraction/contract.ts';
import { Archive } from '#plugins/text-extraction/worker/archive.ts';
import { writeTable } from '#plugins/text-extraction/worker/markdown-table.ts';
import { Refusal } from '#plugins/text-extraction/worker/refusal.ts';
import type { Reader, Source } from '#plugins/text-extraction/worker/source.ts';
import { tooManyColumns, tooManyRows } from '#plugins/text-extraction/worker/table-bounds.ts';
import type { TextOutput } from '#plugins/text-extraction/worker/text-output.ts';
import { attributeOf, walkXml, type XmlVisitor } from '#plugins/text-extraction/worker/xml.ts';
import { type CellKind, cellNumber, readCellKinds } from './cell-format.ts';
import { type Relation, readRelations } from './relations.ts';

const workbookPart = 'xl/workbook.xml';
const maxColumns = 16_384;

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly texts: readonly string[];
  readonly kinds: readonly CellKind[];
  readonly epoch: 1900 | 1904;
}

/** Each sheet as a markdown table, one after the other, without their names: as the family's extractor writes them. */
export const readXlsx: Reader = ({ bytes, limits, output }) => {
  const archive = new Archive(bytes, limits);
  const workbook = readWorkbook(archive);
  let isFirst = true;
  for (const { name, part } of workbook.sheets) {
    const content = archive.read(part);
    if (content === undefined) continue;
    const rows = new SheetRows(workbook, output);
    walkXml(content, part, rows);
    if (rows.isEmpty) continue;
    if (!isFirst) output.line('');
    isFirst = false;
    output.mark({ heading: name });
    writeTable(rows.rows, output);
  }
};

/** The rows of the first sheet. */
export function sheetRows({ bytes, limits, output }: Pick<Source, 'bytes' | 'limits' | 'output'>, bounds: TableBounds) {
  const archive = new Archive(bytes, limits);
  const workbook = readWorkbook(archive);
  const part = workbook.sheets[0]?.part ?? '';
  const content = archive.read(part);
  if (content === undefined) return [];
  const rows = new SheetRows(workbook, output, bounds);
  walkXml(content, part, rows);
  return rows.rows;
}

function readWorkbook(archive: Archive): Workbook {
  const relations = readRelations(archive, workbookPart);
  const sheets: { name: string; part: string }[] = [];
  let epoch: Workbook['epoch'] = 1900;
  walkXml(archive.read(workbookPart) ?? new Uint8Array(), workbookPart, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')) epoch = 1904;
      const part = relations.get(attributeOf(attributes, 'id', true) ?? '')?.target;
      if (name === 'sheet' && part !== undefined) sheets.push({ name: attributeOf(attributes, 'name') ?? '', part });
    },
  });
  return { sheets, epoch, texts: readTexts(archive, relations), kinds: readKinds(archive, relations) };
}

function readKinds(archive: Archive, relations: ReadonlyMap<string, Relation>): readonly CellKind[] {
  const styles = [...relations.values()].find(({ type }) => type === 'styles');
  return styles === undefined ? [] : readCellKinds(archive, styles.target);
}

/** The texts that cells refer to by number; phonetic readings beside them are left out. */
function readTexts(archive: Archive, relations: ReadonlyMap<string, Relation>): readonly string[] {
  const part = [...relations.values()].find(({ type }) => type === 'sharedStrings')?.target;
  const content = part === undefined ? undefined : archive.read(part);
  if (part === undefined || content === undefined) return [];
  const texts: string[] = [];
  const reader = new RichText();
  walkXml(content, part, {
    open(name) {
      if (name === 'si') reader.take();
      reader.open(name);
    },
    text: (text) => reader.text(text),
    close(name) {
      reader.close(name);
      if (name === 'si') texts.push(reader.take());
    },
  });
  return texts;
}

/** Text in runs. */
class RichText {
  #text = '';
  #isText = false;
  #isPhonetic = false;

  open(name: string): void {
    if (name === 't') this.#isText = !this.#isPhonetic;
    else if (name === 'rPh') this.#isPhonetic = true;
  }

  text(text: string): void {
    if (this.#isText) this.#text += text;
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** Collects the cells of a sheet; only those with a value exist, wherever the sheet says they are. */
class SheetRows implements XmlVisitor {
  readonly rows: string[][] = [];
  readonly #workbook: Workbook;
  readonly #output: TextOutput;
  readonly #bounds: TableBounds | undefined;
  readonly #inline = new RichText();
  #length = 0;
  #row: string[] = [];
  #cell = { column: 0, type: 'n', style: 0, value: '' };
  #isValue = false;

  constructor(workbook: Workbook, output: TextOutput, bounds?: TableBounds) {
    this.#workbook = workbook;
    this.#output = output;
    this.#bounds = bounds;
  }

  get isEmpty(): boolean {
    return this.rows.every((row) => row.every((cell) => cell === ''));
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#row = [];
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#isValue = true;
    else this.#inline.open(name);
  }

  text(text: string): void {
    if (this.#isValue) this.#cell.value += text;
    else this.#inline.text(text);
  }

  close(name: string): void {
    this.#inline.close(name);
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row' && this.#row.length > 0) this.#closeRow();
  }

  #closeRow(): void {
    this.rows.push(this.#row);
    if (this.rows.length > (this.#bounds?.rows ?? Number.POSITIVE_INFINITY)) throw tooManyRows(this.#bounds?.rows ?? 0);
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const place = /^[A-Z]{1,3}/.exec(attributeOf(attributes, 'r') ?? '')?.[0];
    const column = place === undefined ? this.#row.length : columnOf(place);
    if (column >= maxColumns) throw new Refusal('unreadable', 'is damaged: a cell lies outside of its sheet');
    this.#cell = {
      column,
      type: attributeOf(attributes, 't') ?? 'n',
      style: Number(attributeOf(attributes, 's') ?? 0),
      value: '',
    };
    this.#inline.take();
  }

  #closeCell(): void {
    const text = this.#cellText();
    if (text === '') return;
    this.#length += text.length;
    this.#output.check(this.#length);
    const columns = this.#bounds?.columns ?? maxColumns;
    if (this.#cell.column >= columns) throw tooManyColumns(columns);
    this.#row[this.#cell.column] = text;
  }

  #cellText(): string {
    const { type, value, style } = this.#cell;
    const { texts, kinds, epoch } = this.#workbook;
    if (type === 's') return texts[Number(value)] ?? '';
    if (type === 'inlineStr') return this.#inline.take();
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    return type === 'n' ? cellNumber(value, kinds[style] ?? 'number', epoch) : value;
  }
}

/** `A` is 0, `AA` is 26. */
function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
