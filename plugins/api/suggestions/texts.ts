import { readLenientJson } from '#plugins/models/contract.ts';
import { readJsonObject } from '#plugins/node-llm/contract.ts';
import type { Exchange } from './contract.ts';

/** Characters: what goes on longer is no title (or no question), but something else the model wanted to say. */
const MAX_TITLE = 75;
const MAX_QUESTION = 200;
const MAX_QUESTIONS = 3;
/** Characters of a text a model is shown. */
const SHOWN = 3_000;

export const titleInstruction =
  'You name conversations. The user sends the first message of one. Answer with a title for it, in the language of the message, of at most six words, and with nothing else: no quotes, no full stop, no explanation.';

export const questionsInstruction =
  'You are shown a conversation. Suggest three short questions the user might ask next, in the language of the last answer, each of at most ten words.';

export const questionsFormat =
  'Answer with one JSON object and nothing else: {"questions": ["first", "second", "third"]}.';

export const questionsSchema = {
  type: 'object',
  properties: { questions: { type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 3 } },
  required: ['questions'],
  additionalProperties: false,
};

/** The beginning of a text. */
export function beginning(text: string): string {
  return text.slice(0, SHOWN).toWellFormed();
}

export function transcript(exchanges: readonly Exchange[]): string {
  const turns = exchanges.map(({ query, answer }) => `User: ${beginning(query)}\nAssistant: ${beginning(answer)}`);
  return turns.join('\n\n');
}

/** The title in a model's answer; null: that is none. */
export function readTitle(answer: string): string | null {
  const line = oneLine(answer)
    .replace(/^title\s*:\s*/i, '')
    .replace(/^["'“”„«»`*#\s]+|["'“”„«»`*\s]+$/g, '');
  return line === '' || [...line].length > MAX_TITLE ? null : line;
}

/** The questions in a model's answer: an object with a list, or a list alone. */
export function readQuestions(answer: string): readonly string[] {
  const listed = readJsonObject(answer)?.questions ?? readList(answer);
  if (!Array.isArray(listed)) return [];
  const questions = listed.filter((item): item is string => typeof item === 'string').map(oneLine);
  const usable = questions.filter((question) => question !== '' && [...question].length <= MAX_QUESTION);
  return [...new Set(usable)].slice(0, MAX_QUESTIONS);
}

function readList(answer: string): unknown {
  const [start, end] = [answer.indexOf('['), answer.lastIndexOf(']')];
  if (start === -1 || end < start) return null;
  try {
    return readLenientJson(answer.slice(start, end + 1));
  } catch {
    return null;
  }
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
