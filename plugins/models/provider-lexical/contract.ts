/** What of the lexical provider others may use: lists of words. */
export { stopWordsOf } from './stop-words.ts';
