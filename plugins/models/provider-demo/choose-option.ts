import { tokensOf } from './tokens.ts';

/** Shorter words than this are equal or they are not; of longer ones the beginning counts (`refund`, `refunds`). */
const MIN_STEM = 4;

/** How much is looked at: a choice takes no longer for long texts. */
const MAX_WORDS = 500;
const MAX_TEXT = 20_000;
const MAX_OPTIONS = 200;

/**
 * What the demo model knows of a choice: the option whose words occur most often in the text, the first one on a tie. An
 * option is described by itself and by the lines of the instructions that quote it.
 */
export function chooseOption(all: readonly unknown[], text: string, instructions: string): unknown {
  const options = all.slice(0, MAX_OPTIONS);
  const said = new Set(wordsOf(text.slice(0, MAX_TEXT)).slice(0, MAX_WORDS));
  const quotes = options.map((option) => JSON.stringify(option));
  const lines = instructions
    .slice(0, MAX_TEXT)
    .split('\n')
    .filter((line) => quotes.filter((quote) => line.includes(quote)).length === 1);
  let best: { readonly option: unknown; readonly score: number } | null = null;
  for (const [index, option] of options.entries()) {
    const quote = quotes[index] ?? '';
    const description = [String(option), ...lines.filter((line) => line.includes(quote))].join(' ');
    const words = new Set(wordsOf(description));
    const score = [...said].filter((word) => [...words].some((other) => isSame(word, other))).length;
    if (best === null || score > best.score) best = { option, score };
  }
  return best?.option;
}

function isSame(left: string, right: string): boolean {
  if (left === right) return true;
  if (left.length < MIN_STEM || right.length < MIN_STEM) return false;
  return left.startsWith(right) || right.startsWith(left);
}

/** Words, and each sign of scripts that put no spaces between words. */
function wordsOf(text: string): readonly string[] {
  return tokensOf(text.toLowerCase())
    .filter((token) => /[\p{L}\p{N}]/u.test(token))
    .flatMap((token) => (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(token) ? [...token] : [token]));
}
