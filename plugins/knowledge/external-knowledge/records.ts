import { isMapping, mappingOf } from '#engine';
import type { ExternalRecord } from './contract.ts';

/** Characters of a text, and of its metadata as JSON. */
const MAX_CONTENT = 100_000;
const MAX_TITLE = 1_000;
const MAX_METADATA = 20_000;

/**
 * What a service answered, best first. Whatever it sent: scores are within 0 and 1, texts of bounded length and well
 * formed, metadata a small object. null: no answer of this contract.
 */
export function readRecords(
  answer: unknown,
  { topK, scoreThreshold }: { readonly topK: number; readonly scoreThreshold: number | null },
): readonly ExternalRecord[] | null {
  if (!isMapping(answer) || !Array.isArray(answer.records)) return null;
  const records = answer.records.flatMap((record: unknown) => readRecord(mappingOf(record)));
  return records
    .filter(({ score }) => scoreThreshold === null || score >= scoreThreshold)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, topK);
}

function readRecord({ content, title, score, metadata }: Readonly<Record<string, unknown>>): ExternalRecord[] {
  if (typeof content !== 'string' || content.trim() === '') return [];
  const number = typeof score === 'number' ? score : Number.NaN;
  return [
    {
      content: plainText(content, MAX_CONTENT),
      title: typeof title === 'string' ? plainText(title, MAX_TITLE) : '',
      score: number >= 0 ? Math.min(number, 1) : 0,
      metadata: readMetadata(metadata),
    },
  ];
}

/** `null` stands for none, and so does what is too much or nested too deep to be written down. */
function readMetadata(metadata: unknown): Readonly<Record<string, unknown>> {
  if (!isMapping(metadata)) return {};
  try {
    const text = JSON.stringify(metadata)
      .replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1')
      .toWellFormed();
    return text.length > MAX_METADATA ? {} : mappingOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Databases keep no U+0000, and nobody half a character. */
function plainText(text: string, most: number): string {
  return text.replaceAll('\0', '').slice(0, most).toWellFormed();
}
