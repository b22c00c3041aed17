import {
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  type ILevelsOptions,
  type INumberingOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Block, Run } from './markdown.ts';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;
/** Twentieths of a point. */
const STEP = 500;
const LEVELS = 9;

type Part = Paragraph | Table;
interface Place {
  /** How deep in lists and quotes. */
  readonly depth: number;
  /** The marker of a list that the next paragraph has. */
  readonly numbering?: { readonly reference: string; readonly level: number; readonly instance: number };
}

/** A Word document. */
export async function toDocx(blocks: readonly Block[], title: string): Promise<Uint8Array> {
  const writer = new Writer();
  const children = writer.parts(blocks, { depth: 0 });
  const document = new Document({
    title,
    creator: '',
    numbering: { config: writer.numbering() },
    sections: [{ children }],
  });
  return Packer.toBuffer(document);
}

class Writer {
  /** Numbers that numbered lists begin with. */
  readonly #starts = new Set<number>();
  #lists = 0;

  numbering(): INumberingOptions['config'] {
    const levels = (format: (typeof LevelFormat)['DECIMAL' | 'BULLET'], start: number): ILevelsOptions[] =>
      Array.from({ length: LEVELS }, (_, level) => ({
        level,
        format,
        start,
        text: format === LevelFormat.BULLET ? (['•', '◦', '▪'][level % 3] ?? '•') : `%${level + 1}.`,
        style: { paragraph: { indent: { left: STEP * (level + 1), hanging: STEP * 0.7 } } },
      }));
    return [
      { reference: 'bullets', levels: levels(LevelFormat.BULLET, 1) },
      ...[...this.#starts].map((start) => ({
        reference: `numbers-${start}`,
        levels: levels(LevelFormat.DECIMAL, start),
      })),
    ];
  }

  parts(blocks: readonly Block[], place: Place): Part[] {
    return blocks.flatMap((block) => this.#block(block, place));
  }

  #block(block: Block, place: Place): Part[] {
    const indent = place.depth > 0 ? { indent: { left: STEP * place.depth } } : {};
    switch (block.kind) {
      case 'heading':
        return [
          new Paragraph({
            heading: HEADINGS[block.level - 1] ?? HeadingLevel.HEADING_6,
            children: children(block.runs),
            ...indent,
          }),
        ];
      case 'paragraph': {
        const marked = place.numbering === undefined ? indent : { numbering: place.numbering };
        return [
          new Paragraph({
            children: children(block.runs),
            spacing: { after: marked === indent ? 120 : 40 },
            ...marked,
          }),
        ];
      }
      case 'code':
        return block.text.split('\n').map(
          (line) =>
            new Paragraph({
              children: [new TextRun({ text: line, font: 'Courier New', size: 18 })],
              shading: { type: ShadingType.CLEAR, fill: 'F3F3F3' },
              ...indent,
            }),
        );
      case 'quote':
        return this.parts(block.blocks, { depth: place.depth + 1 });
      case 'list':
        return this.#list(block, place);
      case 'table':
        // Word joins tables that follow each other, and wants a paragraph behind the last.
        return [table(block.rows), new Paragraph({})];
      case 'rule':
        return [
          new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: 'AAAAAA', space: 1 } } }),
        ];
    }
  }

  #list(list: Extract<Block, { kind: 'list' }>, { depth }: Place): Part[] {
    const start = Math.min(list.start, 30_000);
    if (list.ordered) this.#starts.add(start);
    this.#lists += 1;
    const numbering = {
      reference: list.ordered ? `numbers-${start}` : 'bullets',
      level: Math.min(depth, LEVELS - 1),
      instance: this.#lists,
    };
    return list.items.flatMap((item) => {
      const [first, ...rest] = item;
      const isText = first?.kind === 'paragraph';
      const opening: Block = isText ? first : { kind: 'paragraph', runs: [] };
      return [...this.#block(opening, { depth, numbering }), ...this.parts(isText ? rest : item, { depth: depth + 1 })];
    });
  }
}

function table(rows: readonly (readonly (readonly Run[])[])[]): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      (row, index) =>
        new TableRow({
          tableHeader: index === 0,
          children: row.map(
            (cell) =>
              new TableCell({
                children: [new Paragraph({ children: children(index === 0 ? cell.map(bold) : cell) })],
                margins: { top: 40, bottom: 40, left: 80, right: 80 },
              }),
          ),
        }),
    ),
  });
}

function bold(run: Run): Run {
  return { ...run, bold: true };
}

function children(runs: readonly Run[]): ParagraphChild[] {
  return runs.flatMap((run): ParagraphChild[] => {
    const texts = texted(run);
    return run.link === undefined ? texts : [new ExternalHyperlink({ link: run.link, children: texts })];
  });
}

function texted({ text, bold, italic, strike, code, link }: Run): TextRun[] {
  const style = {
    bold: bold === true,
    italics: italic === true,
    strike: strike === true,
    ...(code === true && { font: 'Courier New' }),
    ...(link !== undefined && { style: 'Hyperlink' }),
  };
  return text.split('\n').map((line, index) => new TextRun({ ...style, text: line, ...(index > 0 && { break: 1 }) }));
}
