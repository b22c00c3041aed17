import type { Moderator } from './contract.ts';
import { readText, type Settings } from './settings.ts';

const mostKeywords = 200;

/** Flags texts that hold one of the document's words, one a line, whatever their case and width. */
export const keywordModerator: Moderator = {
  id: 'keywords',
  isFlagged({ config, texts }) {
    const pattern = patternOf(config);
    return pattern !== null && texts.some((text) => pattern.test(plain(text)));
  },
  lint(config) {
    const count = lines(config).length;
    if (count === 0) return ['has no keywords: nothing is ever found. Write some in config.keywords, one a line.'];
    return count > mostKeywords ? [`has ${count} keywords: only the first ${mostKeywords} count.`] : [];
  },
};

/** Settings live as long as the published version they belong to. */
const known = new WeakMap<Settings, RegExp | null>();

/** All keywords as one pattern, a hundred times faster than looking for one after the other; null without any. */
function patternOf(config: Settings): RegExp | null {
  const kept = known.get(config);
  if (kept !== undefined) return kept;
  const keywords = [...new Set(lines(config).slice(0, mostKeywords).map(plain))].filter((keyword) => keyword !== '');
  const pattern = keywords.length === 0 ? null : new RegExp(keywords.map(literal).join('|'), 'u');
  known.set(config, pattern);
  return pattern;
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function lines(config: Settings): readonly string[] {
  return readText(config.keywords)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Characters nobody sees would hide a word as well as letters of another width do. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .toLowerCase();
}
