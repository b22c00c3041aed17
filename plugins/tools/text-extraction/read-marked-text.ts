import type { MarkedText, TextMark } from './contract.ts';
import { MARK_BOUNDS } from './protocol.ts';

/**
 * A text with its marks, as a process answers: a line of JSON, then the text. The process has read a document of anybody, so
 * marks that no reader would write are left out; the text itself is what may stand in it anyway.
 */
export function readMarkedText(bytes: Uint8Array): MarkedText {
  const answer = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const end = answer.indexOf('\n');
  const text = answer.slice(end + 1);
  const found: unknown = parsed(answer.slice(0, Math.max(0, end)));
  const marks: TextMark[] = [];
  for (const sent of Array.isArray(found) ? found.slice(0, MARK_BOUNDS.marks) : []) {
    const mark = markOf(sent);
    const isNext = mark !== undefined && mark.at >= (marks.at(-1)?.at ?? 0) && mark.at <= text.length;
    if (isNext) marks.push(mark);
  }
  return { text, marks };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return [];
  }
}

function markOf(sent: unknown): TextMark | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  const { at, page, heading } = sent as Readonly<Record<string, unknown>>;
  if (!isCount(at)) return undefined;
  return {
    at,
    ...(isCount(page) && page > 0 && { page }),
    ...(typeof heading === 'string' && heading.length <= MARK_BOUNDS.heading && { heading }),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
