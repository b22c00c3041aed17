import remend from 'remend';
import { type Block, isBlank, lexBlocks, linksOf } from './lex-blocks.ts';
import { begunTag } from './tag-pairs.ts';
import type { MarkdownToken } from './tokens.ts';

/** One block of a text, such as a paragraph, a list or a table. */
export type { Block } from './lex-blocks.ts';

/** Blocks at the end that the next words may still change. */
const OPEN_BLOCKS = 2;

/**
 * Blocks of a text that grows: those that are finished stay as they are, the same objects, and only the end is read again.
 * When the text is whole, all of it is read once more, for links whose addresses stand further down.
 */
export class BlockStream {
  #text = '';
  #done: Block[] = [];
  /** What the finished blocks are made of. */
  #doneLength = 0;
  #whole: readonly Block[] | null = null;

  /** The blocks of the text so far. */
  push(text: string): readonly Block[] {
    if (this.#whole !== null || !text.startsWith(this.#text)) this.#reset();
    this.#text = text;
    const tail = text.slice(this.#doneLength);
    const blocks = lexBlocks(closed(tail), this.#done.length);
    const fixed = this.#fixed(blocks, tail);
    if (fixed > 0) {
      this.#done = [...this.#done, ...blocks.slice(0, fixed)];
      this.#doneLength += blocks.slice(0, fixed).reduce((length, { raw }) => length + raw.length, 0);
    }
    return [...this.#done, ...blocks.slice(fixed)];
  }

  /** The blocks of the text, which has come to its end. Blocks that were right already are the same objects. */
  finish(text: string): readonly Block[] {
    if (this.#whole !== null && this.#text === text) return this.#whole;
    const earlier = new Map(text.startsWith(this.#text) ? this.#done.map((block) => [block.key, block]) : []);
    this.#text = text;
    const blocks = lexBlocks(text, 0);
    const hasLinks = linksOf(blocks);
    this.#whole = blocks.map((block) => {
      const before = earlier.get(block.key);
      return !hasLinks && before?.raw === block.raw ? before : block;
    });
    return this.#whole;
  }

  #reset(): void {
    this.#done = [];
    this.#doneLength = 0;
    this.#whole = null;
  }

  /** How many of the blocks are finished. */
  #fixed(blocks: readonly Block[], tail: string): number {
    let open = 0;
    let at = blocks.length;
    while (at > 0 && open < OPEN_BLOCKS) {
      at -= 1;
      if (!isBlank(blocks[at]?.token as MarkdownToken)) open += 1;
    }
    if (open < OPEN_BLOCKS) return 0;
    // What closes unfinished syntax may have changed the end only.
    let length = 0;
    for (const { raw } of blocks.slice(0, at)) {
      if (!tail.startsWith(raw, length)) return 0;
      length += raw.length;
    }
    return at;
  }
}

/** A row of a table without the line below its head is not text yet. */
const tableHead = /(?:^|\n)[ \t]*\|[^\n]*(?:\n[ \t]*\|?[ \t:|-]*)?$/;
/** A link or picture whose address is still on its way: its text stands there, or nothing. */
const options = { linkMode: 'text-only', inlineKatex: false, katex: false, htmlTags: false } as const;

/** Longer than any answer that is still formatted while it comes. */
const MAX_CLOSED = 50_000;

/** What begins an alert, a footnote or its mark, or emphasis: none of it is text. */
const begunMark = new RegExp(
  [
    String.raw`(?:^|\n) {0,3}>[ \t]*(?:\[(?:![a-z]*\]?)?)?$`,
    String.raw`\[\^[^\]\s[]{0,64}$`,
    String.raw`(?:^|\n) {0,3}\[\^[^\]\s[]{1,64}\]:?[ \t]*$`,
    String.raw`(?<=\s)\*{1,3}$`,
  ].join('|'),
  'i',
);

function closed(tail: string): string {
  if (tail.length > MAX_CLOSED) return tail;
  const head = tableHead.exec(tail);
  const shown = head !== null && !tail.slice(0, head.index).endsWith('|') ? tail.slice(0, head.index) : tail;
  return remend(shown.replace(begunTag, '').replace(begunMark, ''), options);
}
