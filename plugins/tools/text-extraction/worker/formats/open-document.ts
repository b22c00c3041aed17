import { MARK_BOUNDS } from '#plugins/text-extraction/protocol.ts';
import { Archive } from '#plugins/text-extraction/worker/archive.ts';
import { writeTable } from '#plugins/text-extraction/worker/markdown-table.ts';
import { Refusal } from '#plugins/text-extraction/worker/refusal.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';
import type { TextOutput } from '#plugins/text-extraction/worker/text-output.ts';
import { type Attributes, attributeOf, walkXml, type XmlVisitor } from '#plugins/text-extraction/worker/xml.ts';

/** How often a cell may stand for its followers; sheets end in cells repeated to their edge. */
const maxRepeat = 100;

/** Texts, sheets and slides of the OpenDocument family: paragraphs and tables in their order. */
export const readOpenDocument: Reader = ({ bytes, limits, output }) => {
  const archive = new Archive(bytes, limits);
  const manifest = archive.read('META-INF/manifest.xml');
  if (manifest !== undefined && Buffer.from(manifest).includes('encryption-data')) {
    throw new Refusal('unreadable', 'is protected with a password; remove it first');
  }
  walkXml(archive.read('content.xml') ?? new Uint8Array(), 'content.xml', new OpenText(output));
};

/** What was taken back, what others remarked, and what only scripts see. */
const skippedElements = new Set(['tracked-changes', 'annotation', 'scripts', 'forms', 'settings']);

interface Table {
  readonly rows: string[][];
  repeat: number;
}

class OpenText implements XmlVisitor {
  readonly #output: TextOutput;
  readonly #tables: Table[] = [];
  readonly #paragraphs: string[] = [];
  #skipped = 0;
  #slides = 0;
  #isWorkbook = false;
  /** The title of a slide, while its frame is open. */
  #title: { readonly at: number; text: string } | null = null;

  constructor(output: TextOutput) {
    this.#output = output;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || skippedElements.has(name)) this.#skipped += 1;
    else if (name === 'p' || name === 'h') this.#paragraphs.push(headingMark(name, attributes));
    else if (name === 'tab') this.text('\t');
    else if (name === 'line-break') this.text('\n');
    else if (name === 's') this.text(' '.repeat(bounded(attributeOf(attributes, 'c'))));
    else if (name === 'table') this.#openTable(attributes);
    else if (name === 'table-row') this.#tables.at(-1)?.rows.push([]);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(attributes);
    else if (name === 'spreadsheet') this.#isWorkbook = true;
    else if (name === 'page') this.#openSlide();
    else if (name === 'frame') this.#openFrame(attributes);
  }

  text(text: string): void {
    if (this.#skipped > 0 || this.#paragraphs.length === 0) return;
    this.#paragraphs.push(`${this.#paragraphs.pop() ?? ''}${text}`);
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped -= 1;
    else if (name === 'p' || name === 'h') this.#endParagraph();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell();
    else if (name === 'table') this.#endTable();
    else if (name === 'frame') this.#endFrame();
  }

  #openSlide(): void {
    this.#slides += 1;
    this.#output.mark({ page: this.#slides, heading: '' });
  }

  #openFrame(attributes: Attributes): void {
    const isTitle = attributeOf(attributes, 'class') === 'title';
    this.#title = isTitle ? { at: this.#output.length, text: '' } : null;
  }

  #endFrame(): void {
    if (this.#title !== null) this.#output.mark({ heading: this.#title.text }, this.#title.at);
    this.#title = null;
  }

  #openTable(attributes: Attributes): void {
    const name = attributeOf(attributes, 'name');
    if (this.#isWorkbook && this.#tables.length === 0 && name !== undefined) this.#output.mark({ heading: name });
    this.#tables.push({ rows: [], repeat: 1 });
  }

  #openCell(attributes: Attributes): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    table.repeat = bounded(attributeOf(attributes, 'number-columns-repeated'));
    table.rows.at(-1)?.push('');
  }

  #closeCell(): void {
    const table = this.#tables.at(-1);
    const row = table?.rows.at(-1);
    const cell = row?.at(-1);
    if (table === undefined || row === undefined || cell === undefined) return;
    for (let copy = 1; copy < table.repeat; copy += 1) row.push(cell);
    table.repeat = 1;
  }

  #endParagraph(): void {
    this.#write(this.#paragraphs.pop() ?? '');
  }

  #write(text: string): void {
    const row = this.#tables.at(-1)?.rows.at(-1);
    if (row !== undefined) row.push(`${row.pop() ?? ''} ${text}`.trim());
    else this.#output.line(text);
    const title = this.#title;
    if (title !== null && title.text.length < MARK_BOUNDS.heading) title.text = `${title.text} ${text}`.trim();
  }

  /** A table inside a cell becomes part of its text. */
  #endTable(): void {
    const rows = this.#tables.pop()?.rows ?? [];
    if (this.#tables.length > 0) this.#write(rows.map((row) => row.join(', ')).join('; '));
    else {
      writeTable(rows, this.#output);
      this.#output.line('');
    }
  }
}

function headingMark(name: string, attributes: Attributes): string {
  if (name !== 'h') return '';
  return `${'#'.repeat(Math.min(6, bounded(attributeOf(attributes, 'outline-level'))))} `;
}

function bounded(count: string | undefined): number {
  const value = Number(count ?? 1);
  return Number.isInteger(value) && value > 0 ? Math.min(value, maxRepeat) : 1;
}
