import { createRequire } from 'node:module';
import type PptxGenJS from 'pptxgenjs';
import { type Block, Refusal, type Run, textOf } from './markdown.ts';

/** What fits on one slide, in lines of some 90 characters. */
const MAX_LINES = 13;
const LINE_CHARS = 90;
const MAX_SLIDES = 300;

type Text = PptxGenJS.default.TextProps;
interface Slide {
  readonly title: string;
  readonly lines: Text[];
  /** Of the table that it shows instead of lines. */
  readonly rows?: readonly (readonly (readonly Run[])[])[];
}

/** Slides: a heading of level 1 or 2, or a rule, begins one; what is too long for one goes on on the next; a table has its own. */
export async function toPptx(blocks: readonly Block[], title: string): Promise<Uint8Array> {
  // Its module form has a default that TypeScript and Node see differently.
  const Presentation = createRequire(import.meta.url)('pptxgenjs') as typeof PptxGenJS.default;
  const presentation = new Presentation();
  presentation.layout = 'LAYOUT_WIDE';
  presentation.title = title;
  for (const { title: head, lines, rows } of slidesOf(blocks)) {
    const slide = presentation.addSlide();
    if (head !== '') {
      slide.addText(head, { x: 0.6, y: 0.35, w: 12.1, h: 0.9, fontSize: 30, bold: true, fit: 'shrink' });
    }
    const body = { x: 0.6, y: 1.4, w: 12.1, h: 5.6 };
    if (rows !== undefined) {
      const cells = rows.map((row, index) =>
        row.map((cell) => ({ text: textOf(cell), options: { bold: index === 0 } })),
      );
      slide.addTable(cells, {
        x: body.x,
        y: body.y,
        w: body.w,
        fontSize: 14,
        border: { type: 'solid', color: 'BBBBBB' },
      });
    } else if (lines.length > 0) slide.addText(lines, { ...body, fontSize: 18, valign: 'top', fit: 'shrink' });
  }
  return (await presentation.write({ outputType: 'uint8array' })) as Uint8Array;
}

function slidesOf(blocks: readonly Block[]): readonly Slide[] {
  const slides: Slide[] = [];
  let current: Slide | undefined;
  let used = 0;
  const open = (title: string, rows?: Slide['rows']): Slide => {
    if (slides.length >= MAX_SLIDES) throw new Refusal(`The Markdown makes more than ${MAX_SLIDES} slides.`);
    used = 0;
    current = { title, lines: [], ...(rows !== undefined && { rows }) };
    slides.push(current);
    return current;
  };
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level <= 2) open(textOf(block.runs));
    else if (block.kind === 'rule') {
      if (current === undefined || current.lines.length > 0 || current.rows !== undefined) open('');
    } else if (block.kind === 'table') {
      const [head = [], ...rows] = block.rows;
      const title = current?.title ?? '';
      if (current !== undefined && isEmpty(current)) slides.pop();
      for (let at = 0; at === 0 || at < rows.length; at += MAX_LINES)
        open(title, [head, ...rows.slice(at, at + MAX_LINES)]);
    } else {
      for (const line of linesOf(block, 0)) {
        const size = Math.ceil(line.length / LINE_CHARS) || 1;
        const isFull = current !== undefined && current.lines.length > 0 && used + size > MAX_LINES;
        if (current === undefined || isFull || current.rows !== undefined) open(current?.title ?? '');
        used += size;
        current?.lines.push(...line.texts);
      }
    }
  }
  return slides.length === 0 ? [{ title: '', lines: [] }] : slides;
}

function isEmpty({ lines, rows }: Slide): boolean {
  return lines.length === 0 && rows === undefined;
}

interface Line {
  readonly length: number;
  readonly texts: readonly Text[];
}

function linesOf(block: Block, level: number, bullet?: Text['options']): readonly Line[] {
  switch (block.kind) {
    case 'heading':
      return [
        line(
          block.runs.map((run) => ({ ...run, bold: true })),
          level,
          bullet,
        ),
      ];
    case 'paragraph':
      return [line(block.runs, level, bullet)];
    case 'code':
      return block.text.split('\n').map((text) => line([{ text: text || ' ', code: true }], level, bullet));
    case 'quote':
      return block.blocks.flatMap((inner) => linesOf(inner, level + 1));
    case 'list':
      return block.items.flatMap((item, index) =>
        item.flatMap((inner, at) => {
          const number = { type: 'number' as const, numberStartAt: Math.min(block.start + index, 32_767) };
          const mark = at === 0 ? { bullet: block.ordered ? number : true } : undefined;
          return linesOf(inner, inner.kind === 'list' ? level + 1 : level, mark);
        }),
      );
    case 'table':
      return block.rows.map((row) => line([{ text: row.map(textOf).join(' | ') }], level, bullet));
    case 'rule':
      return [];
  }
}

function line(runs: readonly Run[], level: number, bullet: Text['options'] = {}): Line {
  const shown = runs.filter(({ text }) => text !== '');
  const texts = (shown.length === 0 ? [{ text: ' ' } as Run] : shown).map(
    ({ text, bold, italic, strike, code, link }, index, all): Text => ({
      text: text.replaceAll('\n', ' '),
      options: {
        bold: bold === true,
        italic: italic === true,
        ...(strike === true && { strike: true }),
        ...(code === true && { fontFace: 'Courier New' }),
        ...(link !== undefined && { hyperlink: { url: link } }),
        ...(level > 0 && { indentLevel: Math.min(level, 8) }),
        ...(index === 0 && bullet),
        breakLine: index === all.length - 1,
      },
    }),
  );
  return { length: textOf(runs).length, texts };
}
