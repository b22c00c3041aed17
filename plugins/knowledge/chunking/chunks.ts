import { createHash } from 'node:crypto';
import { PlatformError } from '#kernel';
import type { MarkedText } from '#plugins/text-extraction/contract.ts';
import { cleanText } from './clean.ts';
import { MarkReader } from './mark-reader.ts';
import type { DocForm, ProcessRule, Segmentation } from './process-rule.ts';
import { questionRowsOf } from './question-table.ts';
import { splitText } from './split.ts';

/** A part of a document that is found as a whole. */
export interface Chunk {
  /** The text; the question where there is an `answer`. */
  readonly content: string;
  /** Of `qa_model` only. */
  readonly answer: string | null;
  /** Parts of the content that are looked for in its place; of `hierarchical_model` only, and there never empty. */
  readonly children: readonly string[];
  /** Page or slide on which it begins, from 1; null: not known. */
  readonly page: number | null;
  /** Heading under which it begins; null: there is none. */
  readonly heading: string | null;
  /** SHA-256 of the content, in hex. */
  readonly hash: string;
}

/** Chunks of a document with their children, at most: each is a row, and most are sent to a model. */
export const MAX_CHUNKS = 100_000;

/**
 * Cuts a text into chunks, in a time that grows with the text and not faster. `qa_model` is for tables only, with a
 * question and an answer in each row below a heading (see `questionRowsOf`); pairs that a model makes of other texts come
 * through `qaPairsOf` from chunks of `text_model`. `language` is the name of the document's language, and tells its stop
 * words where they are removed. Throws `chunking.too_many_chunks` and `chunking.no_question_table` (invalid).
 */
export function chunksOf(text: MarkedText, rule: ProcessRule, docForm: DocForm, language?: string): readonly Chunk[] {
  switch (docForm) {
    case 'text_model':
      return new Chunker().plain(cleaned(text, rule, language), rule.rules.segmentation);
    case 'hierarchical_model':
      return new Chunker().parents(text, rule, language);
    case 'qa_model':
      return questionChunksOf(questionRowsOf(text.text));
  }
}

/** A chunk for each pair; blank ones are left out. Throws `chunking.too_many_chunks`. */
export function questionChunksOf(
  pairs: Iterable<{ readonly question: string; readonly answer: string }>,
): readonly Chunk[] {
  return new Chunker().questions(pairs);
}

function cleaned(text: MarkedText, rule: ProcessRule, language: string | undefined): MarkedText {
  const enabled = rule.rules.pre_processing_rules.filter(({ enabled }) => enabled).map(({ id }) => id);
  return cleanText(text, new Set(enabled), language);
}

class Chunker {
  #count = 0;

  plain(text: MarkedText, segmentation: Segmentation): readonly Chunk[] {
    const marks = new MarkReader(text.marks);
    const chunks: Chunk[] = [];
    for (const piece of splitText(text.text, segmentation)) {
      const content = contentOf(piece.text);
      if (content === '') continue;
      this.#admit();
      const blanks = piece.text.length - piece.text.trimStart().length;
      chunks.push({
        content,
        answer: null,
        children: [],
        ...marks.placeAt(piece.start + blanks),
        hash: hashOf(content),
      });
    }
    return chunks;
  }

  parents(text: MarkedText, rule: ProcessRule, language: string | undefined): readonly Chunk[] {
    const { parent_mode, segmentation, subchunk_segmentation } = rule.rules;
    const children = subchunk_segmentation ?? segmentation;
    const parents =
      parent_mode === 'paragraph'
        ? this.plain(cleaned(text, rule, language), segmentation)
        : this.#wholeDocument(cleanText(text, new Set(), language));
    return parents.map((parent) => ({ ...parent, children: this.#children(parent.content, children) }));
  }

  questions(pairs: Iterable<{ readonly question: string; readonly answer: string }>): readonly Chunk[] {
    const chunks: Chunk[] = [];
    for (const pair of pairs) {
      const content = pair.question.trim();
      const answer = pair.answer.trim();
      if (content === '' || answer === '') continue;
      this.#admit();
      chunks.push({ content, answer, children: [], page: null, heading: null, hash: hashOf(content) });
    }
    return chunks;
  }

  /** What a person wants to have cleaned up is asked of chunks: a document that is found as a whole stays as it is. */
  #wholeDocument({ text, marks }: MarkedText): readonly Chunk[] {
    const content = text.trim();
    if (content === '') return [];
    this.#admit();
    const blanks = text.length - text.trimStart().length;
    const place = new MarkReader(marks).placeAt(blanks);
    return [{ content, answer: null, children: [], ...place, hash: hashOf(content) }];
  }

  #children(content: string, segmentation: Segmentation): readonly string[] {
    const children: string[] = [];
    for (const piece of splitText(content, segmentation)) {
      const child = contentOf(piece.text);
      if (child === '') continue;
      this.#admit();
      children.push(child);
    }
    // A parent of full stops only would never be found.
    return children.length === 0 ? [content] : children;
  }

  #admit(): void {
    this.#count += 1;
    if (this.#count <= MAX_CHUNKS) return;
    const remedy = 'choose a separator that occurs less often or a larger max_tokens, or split the document';
    const message = `The document would become more than ${MAX_CHUNKS} chunks; ${remedy}`;
    throw new PlatformError('invalid', 'chunking.too_many_chunks', message);
  }
}

/** The row below the head of a table, or a part of it: it says nothing by itself. */
const DELIMITER_ROW = /^[\s|:-]+$/;

/** A full stop at the beginning belongs to the sentence before. */
function contentOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed.includes('|') && trimmed.includes('-') && DELIMITER_ROW.test(trimmed)) return '';
  return /^[.。]/.test(trimmed) ? trimmed.slice(1).trim() : trimmed;
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
