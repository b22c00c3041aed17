/** What pages of other plugins take of those of tools. */
export { inWords } from './in-words.ts';
