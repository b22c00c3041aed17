/** How outputs of runs are shown: the door for the `web/` of other plugins. */
export { type DataTable, type OutputFile, plainText, type ShownValue, showValue } from './output-values.ts';
