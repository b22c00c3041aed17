/**
 * A field for source code and texts with placeholders. The editor in it comes when a page shows the first one; until then,
 * and where it can't be fetched, it is a plain field.
 */
export type { CodeLanguage } from './editor-options.ts';
