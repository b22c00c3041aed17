import { Archive } from '#plugins/text-extraction/worker/archive.ts';
import { writeTable } from '#plugins/text-extraction/worker/markdown-table.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';
import { TextOutput } from '#plugins/text-extraction/worker/text-output.ts';
import { attributeOf, walkXml } from '#plugins/text-extraction/worker/xml.ts';
import { readRelations } from './relations.ts';

const presentation = 'ppt/presentation.xml';

/** The slides in their order, each followed by its notes; tables as markdown. */
export const readPptx: Reader = ({ bytes, limits, output }) => {
  const archive = new Archive(bytes, limits);
  for (const slide of slidesOf(archive)) {
    output.block(slideText(archive, slide, limits.outputChars));
    for (const { type, target } of readRelations(archive, slide).values()) {
      if (type !== 'notesSlide') continue;
      const notes = slideText(archive, target, limits.outputChars).trim();
      if (notes !== '') output.block(`Notes: ${notes}`);
    }
  }
};

function slidesOf(archive: Archive): readonly string[] {
  const relations = readRelations(archive, presentation);
  const slides: string[] = [];
  walkXml(archive.read(presentation) ?? new Uint8Array(), presentation, {
    open(name, attributes) {
      if (name !== 'sldId') return;
      const slide = relations.get(attributeOf(attributes, 'id', true) ?? '')?.target;
      if (slide !== undefined) slides.push(slide);
    },
  });
  return slides;
}

function slideText(archive: Archive, part: string, outputChars: number): string {
  const content = archive.read(part);
  if (content === undefined) return '';
  const output = new TextOutput(outputChars);
  walkXml(content, part, new SlideText(output));
  return output.toText();
}

/** Paragraphs as they come; those inside a table are collected cell by cell. */
class SlideText {
  readonly #output: TextOutput;
  #paragraph = '';
  #isText = false;
  /** Depth of what is left out: stand-ins for older programs, page numbers. */
  #skipped = 0;
  #rows: string[][] | null = null;

  constructor(output: TextOutput) {
    this.#output = output;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#skipped > 0 || isSkipped(name, attributes)) this.#skipped += 1;
    else if (name === 't') this.#isText = true;
    else if (name === 'br') this.#paragraph += '\n';
    else if (name === 'tbl') this.#rows ??= [];
    else if (name === 'tr') this.#rows?.push([]);
    else if (name === 'tc') this.#rows?.at(-1)?.push('');
  }

  text(text: string): void {
    if (this.#isText) this.#paragraph += text;
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped -= 1;
    else if (name === 't') this.#isText = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tbl') this.#endTable();
  }

  #endParagraph(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = '';
    const row = this.#rows?.at(-1);
    if (row !== undefined) row.push(`${row.pop() ?? ''} ${paragraph}`);
    else if (paragraph.trim() !== '') this.#output.line(paragraph);
  }

  #endTable(): void {
    if (this.#rows !== null) writeTable(this.#rows, this.#output);
    this.#rows = null;
  }
}

function isSkipped(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return name === 'Fallback' || (name === 'fld' && attributeOf(attributes, 'type') === 'slidenum');
}
