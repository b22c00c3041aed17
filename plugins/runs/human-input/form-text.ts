import { isFileValue, toText } from '#engine';
import type { FormPart } from './contract.ts';

/** The place of an input in a form's text; the older spelling has an `s` (app DSL, human-input). */
const mark = /\{\{#\$outputs?\.([^{}#]{1,255})#\}\}/g;

/** Cuts a form's text at the places of its inputs; marks that name none stay text. */
export function cutAtInputs(text: string, names: ReadonlySet<string>): FormPart[] {
  const parts: FormPart[] = [];
  let end = 0;
  for (const match of text.matchAll(mark)) {
    const input = match[1] ?? '';
    if (!names.has(input)) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ input, mark: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The text of an open form: marks stand where inputs belong. */
export function formText(content: readonly FormPart[]): string {
  return content.map((part) => (typeof part === 'string' ? part : part.mark)).join('');
}

/** The text with what was filled in. What it holds is not looked at again: a text that looks like a mark stays one. */
export function filledText(content: readonly FormPart[], answers: Readonly<Record<string, unknown>>): string {
  return content.map((part) => (typeof part === 'string' ? part : answerText(answers[part.input]))).join('');
}

function answerText(answer: unknown): string {
  if (isFileValue(answer)) return '[file]';
  if (Array.isArray(answer)) return `[${answer.length} files]`;
  return toText(answer ?? '');
}
