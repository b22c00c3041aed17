export const formats = ['docx', 'xlsx', 'pptx', 'pdf', 'html', 'csv', 'json', 'md', 'txt'] as const;
export type DocumentFormat = (typeof formats)[number];

/** What a process is to make. Plain data. */
export interface DocumentTask {
  readonly format: DocumentFormat;
  /** At most `MAX_MARKDOWN` characters. */
  readonly markdown: string;
  /** Of the document, where its format has one. */
  readonly title: string;
}

export const MAX_MARKDOWN = 200_000;
/** Tables that become files of their own. */
export const MAX_TABLES = 50;
