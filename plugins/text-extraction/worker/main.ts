/** What a confined process does with its tasks. */
export { extract as run } from './extract.ts';
