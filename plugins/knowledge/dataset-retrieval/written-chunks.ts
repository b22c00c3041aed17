import { createHash } from 'node:crypto';
import { mappingOf } from '#engine';
import { PlatformError } from '#kernel';
import { type Chunk, MAX_CHUNKS, questionChunksOf } from '#plugins/chunking/contract.ts';
import type { DocForm } from '#plugins/datasets/contract.ts';

/**
 * Chunks as pipelines write them (app DSL, knowledge-index): `{general_chunks}`, `{parent_child_chunks}`, `{qa_chunks}`, or such
 * a list alone. Throws `dataset-retrieval.invalid_chunks`.
 */
export function readChunks(
  structure: string,
  written: unknown,
): { readonly docForm: DocForm; readonly chunks: readonly Chunk[] } {
  const given = mappingOf(written);
  if (structure === 'qa_model') {
    const pairs = listOf(written, given.qa_chunks).map((item) => {
      const { question, answer } = mappingOf(item);
      return { question: textOf(question), answer: textOf(answer) };
    });
    return filled('qa_model', questionChunksOf(pairs));
  }
  if (structure === 'hierarchical_model') {
    const parents = listOf(written, given.parent_child_chunks).flatMap((item) => {
      const { parent_content: parent, child_contents: children } = mappingOf(item);
      const parts = Array.isArray(children) ? children.map(textOf).filter((text) => text !== '') : [];
      const content = textOf(parent);
      return content === '' ? [] : [chunkOf(content, parts.length === 0 ? [content] : parts)];
    });
    return filled('hierarchical_model', parents);
  }
  const texts = listOf(written, given.general_chunks).map((item) => {
    const { content, text } = mappingOf(item);
    return typeof item === 'string' ? item.trim() : textOf(content ?? text);
  });
  return filled(
    'text_model',
    texts.filter((text) => text !== '').map((text) => chunkOf(text, [])),
  );
}

function listOf(written: unknown, named: unknown): readonly unknown[] {
  const list = Array.isArray(written) ? written : named;
  if (!Array.isArray(list)) throw invalid('are no list of the chunk structure that the node names');
  if (list.length > MAX_CHUNKS) throw invalid(`are more than ${MAX_CHUNKS}`);
  return list;
}

function filled(docForm: DocForm, chunks: readonly Chunk[]) {
  if (chunks.length === 0) throw invalid('hold no text in the chunk structure that the node names');
  return { docForm, chunks };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function chunkOf(content: string, children: readonly string[]): Chunk {
  const hash = createHash('sha256').update(content).digest('hex');
  return { content, answer: null, children, page: null, heading: null, hash };
}

function invalid(what: string): PlatformError {
  return new PlatformError('invalid', 'dataset-retrieval.invalid_chunks', `The chunks ${what}: nothing is stored.`);
}
