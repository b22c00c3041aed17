import PDFDocument from 'pdfkit';
import { type Block, Refusal, type Run } from './markdown.ts';
import { EastAsianFont, type Face, faceOf, piecesOf, type Script } from './pdf-fonts.ts';

const MARGIN = 56;
const SIZE = 10.5;
const HEADING_SIZES = [20, 16, 14, 12, 11, 11];
const STEP = 18;
const MAX_PAGES = 1_000;
/** A deeper place has no room for text. */
const MAX_INDENT = STEP * 14;

interface Style {
  readonly indent: number;
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
}

/** A PDF of A4 pages. */
export async function toPdf(blocks: readonly Block[], title: string): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    // None: the faces below are each opened once, and the first would be opened anew at each use.
    font: '',
    info: { Title: title },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise<void>((resolve, reject) => document.once('end', resolve).once('error', reject));
  let pages = 1;
  document.on('pageAdded', () => {
    pages += 1;
    if (pages > MAX_PAGES)
      throw new Refusal(`The Markdown makes more than ${MAX_PAGES} pages; make several documents.`);
  });
  new Writer(document).blocks(blocks, { indent: 0 });
  document.end();
  await end;
  return Buffer.concat(chunks);
}

class Writer {
  readonly #document: PDFKit.PDFDocument;
  readonly #scripts = new Set<Script>();

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    for (const face of ['regular', 'bold', 'italic', 'boldItalic', 'code'] as const) {
      document.registerFont(face, faceOf(face) as unknown as string);
    }
    document.font('regular');
  }

  blocks(blocks: readonly Block[], style: Style): void {
    for (const block of blocks) this.#block(block, { ...style, indent: Math.min(style.indent, MAX_INDENT) });
  }

  #block(block: Block, style: Style): void {
    switch (block.kind) {
      case 'heading':
        this.#room(60);
        this.#document.moveDown(0.4);
        this.#text(block.runs, { ...style, size: HEADING_SIZES[block.level - 1] ?? SIZE, bold: true });
        break;
      case 'paragraph':
        this.#text(block.runs, style);
        break;
      case 'code':
        this.#text([{ text: block.text.replaceAll('\t', '    '), code: true }], {
          ...style,
          size: 9,
          indent: style.indent + 8,
        });
        break;
      case 'quote':
        this.blocks(block.blocks, { ...style, indent: style.indent + STEP, color: '#555555' });
        break;
      case 'list':
        for (const [index, item] of block.items.entries()) {
          this.#room(20);
          const mark = block.ordered ? `${block.start + index}.` : '•';
          this.#document.font('regular').fontSize(SIZE).fillColor('#000000');
          const { y } = this.#document;
          this.#document.text(mark, MARGIN + style.indent, y, { lineBreak: false });
          this.#document.y = y;
          this.blocks(item.length === 0 ? [{ kind: 'paragraph', runs: [] }] : item, {
            ...style,
            indent: style.indent + STEP,
          });
        }
        break;
      case 'table':
        this.#table(block.rows, style);
        break;
      case 'rule': {
        this.#room(20);
        const y = this.#document.y + 4;
        this.#document.moveTo(MARGIN, y).lineTo(this.#right, y).strokeColor('#aaaaaa').stroke();
        this.#document.y = y + 10;
      }
    }
  }

  get #right(): number {
    return this.#document.page.width - MARGIN;
  }

  /** A new page, where less than so much of this one is left. */
  #room(height: number): void {
    if (this.#document.y + height > this.#document.page.height - MARGIN) this.#document.addPage();
  }

  /** A paragraph: each piece that looks otherwise goes on where the one before ended. */
  #text(runs: readonly Run[], style: Style): void {
    const x = MARGIN + style.indent;
    this.#lines(runs, style, x, this.#right - x);
    this.#document.x = MARGIN;
    this.#document.moveDown(0.4);
  }

  #lines(runs: readonly Run[], style: Style, x: number, width: number): void {
    const document = this.#document;
    const pieces = runs.flatMap((run) => [...piecesOf(run.text)].map((piece) => ({ ...run, ...piece })));
    if (pieces.length === 0) pieces.push({ text: ' ' });
    document.x = x;
    for (const [index, piece] of pieces.entries()) {
      this.#font(piece, style);
      document.fillColor(piece.link === undefined ? (style.color ?? '#000000') : '#0645ad');
      const isLast = index === pieces.length - 1;
      const options = {
        width,
        continued: !isLast,
        strike: piece.strike === true,
        underline: piece.link !== undefined,
        link: piece.link ?? null,
      };
      if (index === 0) document.text(piece.text, x, document.y, options);
      else document.text(piece.text, options);
    }
  }

  #font(run: Run & { readonly script?: Script }, style: Style): void {
    const size = style.size ?? SIZE;
    if (run.script !== undefined) this.#document.font(this.#eastAsian(run.script)).fontSize(size);
    else this.#document.font(faceFor(run, style)).fontSize(size);
  }

  /** Fonts are found by their names, this one as well. */
  #eastAsian(script: Script): string {
    const { _fontFamilies: fonts } = this.#document as unknown as { readonly _fontFamilies: Record<string, unknown> };
    if (!this.#scripts.has(script)) fonts[script] = new EastAsianFont(this.#document as never, script);
    this.#scripts.add(script);
    return script;
  }

  #table(rows: Extract<Block, { kind: 'table' }>['rows'], style: Style): void {
    const document = this.#document;
    const columns = Math.max(1, rows[0]?.length ?? 1);
    const left = MARGIN + style.indent;
    const width = (this.#right - left) / columns;
    if (width < 24) throw new Refusal('The Markdown has a table of too many columns for a page; use md_to_xlsx.');
    for (const [index, row] of rows.entries()) {
      const cellStyle = { indent: 0, size: 9, bold: index === 0 };
      const height = Math.max(14, ...row.map((cell) => this.#height(cell, cellStyle, width - 8))) + 8;
      if (height > document.page.height - 2 * MARGIN) {
        throw new Refusal('The Markdown has a table with a row that is longer than a page; shorten its cells.');
      }
      this.#room(height);
      const top = document.y;
      for (const [column, cell] of row.entries()) {
        const x = left + column * width;
        document.rect(x, top, width, height).lineWidth(0.5).strokeColor('#999999').stroke();
        document.y = top + 4;
        this.#lines(cell, cellStyle, x + 4, width - 8);
      }
      document.y = top + height;
    }
    document.x = MARGIN;
    document.moveDown(0.6);
  }

  /** Of a cell, a line more than less: its pieces are measured in one font. */
  #height(cell: readonly Run[], style: Style, width: number): number {
    this.#document.font(style.bold === true ? 'bold' : 'regular').fontSize(style.size ?? SIZE);
    const line = this.#document.currentLineHeight(true);
    let total = 0;
    for (const text of cell
      .map((run) => run.text)
      .join('')
      .split('\n')) {
      let length = 0;
      for (const piece of piecesOf(text)) {
        this.#font({ ...piece, ...(cell.some(({ bold }) => bold) && { bold: true }) }, style);
        length += this.#document.widthOfString(piece.text);
      }
      // Words leave room at the ends of lines.
      total += Math.ceil((length * 1.25) / width) || 1;
    }
    return total * line;
  }
}

function faceFor({ code, bold, italic }: Run, style: Style): Face {
  if (code === true) return 'code';
  const isBold = bold === true || style.bold === true;
  if (italic === true) return isBold ? 'boldItalic' : 'italic';
  return isBold ? 'bold' : 'regular';
}
