import { invalidParameter } from '#plugins/app-access/contract.ts';
import type { AnnotationText } from './annotation.ts';

/** Characters. A question is what somebody may ask; an embedding model must be able to read it whole. */
export const MAX_QUESTION = 8_000;
export const MAX_ANSWER = 50_000;

/** As it is kept: neither NUL nor half a surrogate pair, which the database can't hold. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Why a text can't be kept; null: it can. The text is clean. */
export function fault(field: 'question' | 'answer', text: string): string | null {
  const longest = field === 'question' ? MAX_QUESTION : MAX_ANSWER;
  if (text.trim() === '') return `${field} must not be empty`;
  if (text.length > longest) return `${field} is longer than ${longest} characters`;
  return null;
}

/** A question and its answer as sent, clean. Throws `invalid_param`. */
export function annotationText(sent: AnnotationText): AnnotationText {
  const text = { question: cleanText(sent.question), answer: cleanText(sent.answer) };
  for (const field of ['question', 'answer'] as const) {
    const wrong = fault(field, text[field]);
    if (wrong !== null) throw invalidParameter(wrong, field);
  }
  return text;
}
