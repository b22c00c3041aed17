import { type Chunk, chunksOf, type ProcessRule } from '#plugins/chunking/contract.ts';
import { contentTask } from '#plugins/content-threads/contract.ts';
import { type NewSegment, type PackedSegments, packSegments } from '#plugins/dataset-documents/contract.ts';
import type { DocForm } from '#plugins/datasets/contract.ts';
import type { SegmentText } from './contract.ts';
import { hashOf, segmentOf } from './entries.ts';
import { type PackedChunks, unpackChunks } from './packed-chunks.ts';

/** What becomes segments: texts of people, or chunks that were made elsewhere. */
export type SegmentsWork =
  | {
      readonly kind: 'texts';
      readonly texts: readonly SegmentText[];
      readonly docForm: DocForm;
      readonly docLanguage: string;
      readonly rule: ProcessRule;
      readonly isEconomy: boolean;
    }
  | { readonly kind: 'chunks'; readonly chunks: PackedChunks; readonly isEconomy: boolean };

export interface SegmentsMade {
  /** Of texts only; in their order. */
  readonly segments: readonly NewSegment[];
  readonly packed: PackedSegments;
}

export const segmentsTask = contentTask<typeof run>(new URL(import.meta.url));

export function run(work: SegmentsWork): SegmentsMade {
  if (work.kind === 'chunks') {
    const made = [...unpackChunks(work.chunks)].map((chunk, index) => segmentOf(chunk, index + 1, work.isEconomy));
    return { segments: [], packed: packSegments(made, 'automatic') };
  }
  const segments = work.texts.map((text, index) => {
    const made = segmentOf(chunkOf(text, work), index + 1, work.isEconomy);
    return { ...made, keywords: text.keywords ?? made.keywords };
  });
  return { segments, packed: packSegments(segments, 'customized') };
}

/** A text as one chunk, whatever its length, with the children that the document's rule makes of it. */
function chunkOf(
  text: SegmentText,
  {
    docForm,
    docLanguage,
    rule,
  }: { readonly docForm: DocForm; readonly docLanguage: string; readonly rule: ProcessRule },
): Chunk {
  const content = text.content.trim();
  const whole = { ...rule, rules: { ...rule.rules, parent_mode: 'full-doc' as const } };
  const marked = { text: content, marks: [] };
  const [parent] = docForm === 'hierarchical_model' ? chunksOf(marked, whole, docForm, docLanguage) : [];
  return {
    content,
    answer: docForm === 'qa_model' ? (text.answer ?? null) : null,
    children: parent?.children ?? [],
    page: null,
    heading: null,
    hash: hashOf(content),
  };
}
