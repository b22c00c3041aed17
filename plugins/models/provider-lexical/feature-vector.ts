import { allStopWords, STOP_CHARACTERS, STOP_PAIRS } from './stop-words.ts';

/** Length of the vectors. */
export const DIMENSIONS = 1_024;

/** Scripts that are written without blanks, or where endings are joined to words. */
const DENSE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆';
const RUNS = new RegExp(`([${DENSE}]+)|((?:(?![${DENSE}])[\\p{L}\\p{M}\\p{N}])+)`, 'gu');
const IDEOGRAPH = /\p{Script=Han}/u;

/** Parts of a word count half of it: there are many, and they find its other forms. */
const TRIGRAM_WEIGHT = 0.5;

/** Characters of a text that are read: what belongs together in a search is far shorter. */
const MAX_TEXT = 200_000;

/** Feature, and how often it occurs. What it is shows in its first character. */
type Counts = Map<string, number>;

/** What features a text has, and how much each counts. Other features or weights are another model, with another name. */
export function featureVector(text: string): Float32Array {
  const normal = text.slice(0, MAX_TEXT).normalize('NFKC').toLowerCase();
  const counts: Counts = new Map();
  countFeatures(normal, true, counts);
  // A question of stop words only is about them.
  if (counts.size === 0) countFeatures(normal, false, counts);
  const sums = new Float64Array(DIMENSIONS);
  for (const [feature, count] of counts) {
    const hash = hashOf(feature);
    const weight = (feature.startsWith('t') ? TRIGRAM_WEIGHT : 1) * (1 + Math.log(count));
    const place = hash % DIMENSIONS;
    // Features that share a place cancel out as often as they add up.
    sums[place] = (sums[place] ?? 0) + (hash >= 0x8000_0000 ? -weight : weight);
  }
  return normalised(sums);
}

/** Words of a text, with an ideograph as one: about what a model would count. */
export function countWords(text: string): number {
  let count = 0;
  for (const [, run] of text.slice(0, MAX_TEXT).matchAll(RUNS)) count += run === undefined ? 1 : run.length;
  return count;
}

function countFeatures(text: string, isSelective: boolean, counts: Counts): void {
  const stopWords = allStopWords();
  for (const [, run, word] of text.matchAll(RUNS)) {
    if (run !== undefined) countRun(run, isSelective, counts);
    else if (word !== undefined && !(isSelective && stopWords.has(word))) countWord(word, counts);
  }
}

/** Pairs of neighbours, and single ideographs: they mean something, and pairs find no two-character word's half. */
function countRun(run: string, isSelective: boolean, counts: Counts): void {
  let before = '';
  for (const character of run) {
    const pair = `${before}${character}`;
    if (before !== '' && !(isSelective && STOP_PAIRS.has(pair))) count(`p${pair}`, counts);
    if (IDEOGRAPH.test(character) && !(isSelective && STOP_CHARACTERS.has(character))) count(`c${character}`, counts);
    before = character;
  }
  if (before === run) count(`p${run}`, counts);
}

function countWord(word: string, counts: Counts): void {
  count(`w${word}`, counts);
  let [first, second] = ['', '_'];
  for (const character of `${word}_`) {
    if (first !== '') count(`t${first}${second}${character}`, counts);
    [first, second] = [second, character];
  }
}

function count(feature: string, counts: Counts): void {
  counts.set(feature, (counts.get(feature) ?? 0) + 1);
}

/** FNV-1a of 32 bits over UTF-16 units, with its bits mixed at the end: the place is in its lowest bits, the sign in its highest. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    hash = Math.imul(hash ^ (unit & 0xff), 0x0100_0193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x0100_0193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Length 1. A text without a feature points somewhere as well: a vector of zeros has no angle. */
function normalised(sums: Float64Array): Float32Array {
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  if (length === 0) return Float32Array.from(sums, (_value, place) => (place === 0 ? 1 : 0));
  return Float32Array.from(sums, (value) => value / length);
}
