import { stopWordsOf } from '#plugins/provider-lexical/contract.ts';
import type { MarkedText, TextMark } from '#plugins/text-extraction/contract.ts';
import type { PreProcessing } from './process-rule.ts';
import { TrackedText } from './tracked-text.ts';

/** Every pattern here takes a time that grows with the text and not faster: documents are written by anybody. */
const LINE_END = /\r\n?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe]/g;
/** Marks that models take for the ends of turns. */
const OPENING_TOKEN = /<\|+/g;
const CLOSING_TOKEN = /(?<!\|)\|+>/g;
const MANY_LINES = /\n{3,}/g;
const MANY_BLANKS = /[\t \u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000]{2,}/g;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/gi;
const URL_TEXT = /https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi;
/** Signs at the end of an address that belong to the sentence around it. */
const SENTENCE_END = /[.,;:!?'")\]]+$/;
const WORD_AND_BLANK = /[\p{L}\p{M}'’]+[ \t]?/gu;
/** Characters that the description of a picture may have. */
const MAX_DESCRIPTION = 500;

/** The text without what no chunk should have, and without what the rules ask to remove; its marks keep their places. */
export function cleanText(
  { text, marks }: MarkedText,
  rules: ReadonlySet<PreProcessing>,
  language: string | undefined,
): MarkedText {
  const sorted = marks.toSorted((left, right) => left.at - right.at);
  const tracked = new TrackedText(
    text,
    sorted.map(({ at }) => at),
  );
  tracked.replace(LINE_END, '\n');
  tracked.replace(CONTROL, '');
  if (rules.has('remove_urls_emails')) removeAddresses(tracked);
  if (rules.has('remove_stopwords')) removeStopWords(tracked, language);
  tracked.replace(OPENING_TOKEN, '<');
  tracked.replace(CLOSING_TOKEN, '>');
  if (rules.has('remove_extra_spaces')) {
    tracked.replace(MANY_LINES, '\n\n');
    tracked.replace(MANY_BLANKS, ' ');
  }
  return {
    text: tracked.text,
    marks: sorted.map((mark, index): TextMark => ({ ...mark, at: tracked.places[index] ?? 0 })),
  };
}

/** An address of a picture in markdown stays: without it there would be no picture. */
function removeAddresses(tracked: TrackedText): void {
  const { text } = tracked;
  tracked.replace(URL_TEXT, (found, at) =>
    isPicture(text, at) ? found : (SENTENCE_END.exec(found.slice(-20))?.[0] ?? ''),
  );
  tracked.replace(EMAIL, '');
}

/** Whether an address is that of `![description](address)`. */
function isPicture(text: string, at: number): boolean {
  if (!text.startsWith('](', at - 2)) return false;
  const before = text.slice(Math.max(0, at - 2 - MAX_DESCRIPTION), at - 2);
  const start = before.lastIndexOf('![');
  return start >= 0 && !/\n|\]\(/.test(before.slice(start));
}

function removeStopWords(tracked: TrackedText, language: string | undefined): void {
  const stopWords = stopWordsOf(language ?? 'English');
  if (stopWords.size === 0) return;
  tracked.replace(WORD_AND_BLANK, (found) => (stopWords.has(found.trimEnd().toLowerCase()) ? '' : found));
}
