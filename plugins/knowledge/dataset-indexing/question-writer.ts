import { setImmediate } from 'node:timers/promises';
import { type Chunk, qaPairsOf, qaPrompt, questionChunksOf } from '#plugins/chunking/contract.ts';
import type { EmbeddedBase } from './embedder.ts';
import { during } from './failures.ts';
import { type PackedChunks, packChunks } from './packed-chunks.ts';
import type { Writer } from './writer.ts';

/** Chunks that a model is asked about at the same time. */
const TOGETHER = 4;
/** The workspace's default. */
const DEFAULT_MODEL = { provider: '', model: '' };

/** Questions and answers of a document, and parts of it that gave none. */
export interface WrittenQuestions {
  readonly chunks: PackedChunks;
  readonly count: number;
  /** Numbers of the parts, from 1. */
  readonly lost: readonly number[];
  readonly parts: number;
}

/** Has the workspace's language model write questions and answers for each part of a document. */
export class QuestionWriter {
  readonly #writer: Pick<Writer, 'write'>;

  constructor(writer: Pick<Writer, 'write'>) {
    this.#writer = writer;
  }

  async questions(
    base: EmbeddedBase,
    parts: Iterable<Chunk>,
    language: string,
    signal: AbortSignal,
  ): Promise<WrittenQuestions> {
    const written: Uint8Array<ArrayBuffer>[] = [];
    const lost: number[] = [];
    let count = 0;
    let done = 0;
    for (const some of together(parts)) {
      const asked = some.map((part) => this.#pairsOf(base, part, language, signal));
      // All of them end before the first failure is told: what was answered is kept.
      const answered = await Promise.allSettled(asked);
      const chunks: Chunk[] = [];
      for (const [index, result] of answered.entries()) {
        if (result.status === 'rejected') throw result.reason;
        const { page = null, heading = null } = some[index] ?? {};
        if (result.value.length === 0) lost.push(done + index + 1);
        else chunks.push(...result.value.map((chunk) => ({ ...chunk, page, heading })));
      }
      count += chunks.length;
      done += some.length;
      written.push(...packChunks(chunks));
      await setImmediate();
    }
    return { chunks: written, count, lost, parts: done };
  }

  async #pairsOf(base: EmbeddedBase, part: Chunk, language: string, signal: AbortSignal): Promise<readonly Chunk[]> {
    const question = { kind: 'pairs', ...qaPrompt(part.content, language) } as const;
    const answer = await during('writing questions', () => this.#writer.write(base, DEFAULT_MODEL, question, signal));
    return questionChunksOf(qaPairsOf(answer));
  }
}

function* together(parts: Iterable<Chunk>): Generator<readonly Chunk[]> {
  let some: Chunk[] = [];
  for (const part of parts) {
    some.push(part);
    if (some.length < TOGETHER) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** What a document's page says of parts that are not found. null: there are none. */
export function lostNote({ lost, parts }: Pick<WrittenQuestions, 'lost' | 'parts'>): string | null {
  if (lost.length === 0) return null;
  const named = lost.slice(0, 20).join(', ');
  const more = lost.length > 20 ? ' …' : '';
  return (
    `The language model wrote no questions for ${lost.length} of ${parts} parts (${named}${more}), which are not found. ` +
    'Add them by hand, or choose another default language model and upload the document anew.'
  );
}
