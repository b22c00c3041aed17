import type { Moderator } from './contract.ts';
import { readText, type Settings } from './settings.ts';

const mostKeywords = 200;

/** Flags texts that hold one of the document's words, one a line, whatever their case and width. */
export const keywordModerator: Moderator = {
  id: 'keywords',
  isFlagged({ config, texts }) {
    const keywords = keywordsOf(config);
    return keywords.length > 0 && texts.map(plain).some((text) => keywords.some((keyword) => text.includes(keyword)));
  },
  advise(config) {
    const count = lines(config).length;
    if (count === 0) return ['has no keywords: nothing is ever found. Write some in config.keywords, one a line.'];
    return count > mostKeywords ? [`has ${count} keywords: only the first ${mostKeywords} count.`] : [];
  },
};

/** Settings live as long as the published version they belong to. */
const known = new WeakMap<Settings, readonly string[]>();

function keywordsOf(config: Settings): readonly string[] {
  const kept = known.get(config);
  if (kept !== undefined) return kept;
  const keywords = [...new Set(lines(config).slice(0, mostKeywords).map(plain))].filter((keyword) => keyword !== '');
  known.set(config, keywords);
  return keywords;
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
