import { MARK_BOUNDS } from '#plugins/text-extraction/protocol.ts';
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
  for (const [index, slide] of slidesOf(archive).entries()) {
    const { text, title } = slideText(archive, slide, limits.outputChars);
    output.mark({ page: index + 1, heading: title });
    output.block(text);
    for (const { type, target } of readRelations(archive, slide).values()) {
      if (type !== 'notesSlide') continue;
      const notes = slideText(archive, target, limits.outputChars).text.trim();
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

interface Slide {
  readonly text: string;
  /** "": it has none. */
  readonly title: string;
}

function slideText(archive: Archive, part: string, outputChars: number): Slide {
  const content = archive.read(part);
  if (content === undefined) return { text: '', title: '' };
  const output = new TextOutput(outputChars);
  const reader = new SlideText(output);
  walkXml(content, part, reader);
  return { text: output.toText(), title: reader.title };
}

/** Paragraphs as they come; those inside a table are collected cell by cell. */
class SlideText {
  title = '';
  readonly #output: TextOutput;
  #paragraph = '';
  #isText = false;
  /** Depth of what is left out: stand-ins for older programs, page numbers. */
  #skipped = 0;
  #rows: string[][] | null = null;
  #isTitle = false;

  constructor(output: TextOutput) {
    this.#output = output;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#skipped > 0 || isSkipped(name, attributes)) this.#skipped += 1;
    else if (name === 't') this.#isText = true;
    else if (name === 'br') this.#paragraph += '\n';
    else if (name === 'sp') this.#isTitle = false;
    else if (name === 'ph') this.#isTitle = /^(?:ctrT|t)itle$/.test(attributeOf(attributes, 'type') ?? '');
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
    else if (name === 'sp') this.#isTitle = false;
    else if (name === 'tbl') this.#endTable();
  }

  #endParagraph(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = '';
    const row = this.#rows?.at(-1);
    if (row !== undefined) row.push(`${row.pop() ?? ''} ${paragraph}`);
    else if (paragraph.trim() !== '') this.#output.line(paragraph);
    if (this.#isTitle && this.title.length < MARK_BOUNDS.heading) this.title = `${this.title} ${paragraph}`.trim();
  }

  #endTable(): void {
    if (this.#rows !== null) writeTable(this.#rows, this.#output);
    this.#rows = null;
  }
}

function isSkipped(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return name === 'Fallback' || (name === 'fld' && attributeOf(attributes, 'type') === 'slidenum');
}
