import type { DocumentTask } from '#plugins/tool-documents/protocol.ts';
import { type Block, Refusal, readMarkdown } from './markdown.ts';

type Reply =
  | { readonly ok: true; readonly content: Uint8Array }
  | { readonly ok: false; readonly reason: 'refused'; readonly message: string };

/** What a confined process does with its tasks. */
export async function run(task: DocumentTask): Promise<Reply> {
  try {
    return { ok: true, content: await made(task) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: 'refused', message: error.message };
    throw error;
  }
}

/** Libraries are loaded by the first document that needs them. */
async function made({ format, markdown, title }: DocumentTask): Promise<Uint8Array> {
  const blocks = (): readonly Block[] => readMarkdown(markdown);
  switch (format) {
    case 'docx':
      return (await import('./to-docx.ts')).toDocx(blocks(), title);
    case 'xlsx':
      return (await import('./to-xlsx.ts')).toXlsx(blocks());
    case 'pptx':
      return (await import('./to-pptx.ts')).toPptx(blocks(), title);
    case 'pdf':
      return (await import('./to-pdf.ts')).toPdf(blocks(), title);
    case 'html':
      return Buffer.from((await import('./to-html.ts')).toHtml(blocks(), title));
    case 'csv':
      return Buffer.from((await import('./tables.ts')).toCsv(blocks()));
    case 'json':
      return Buffer.from((await import('./tables.ts')).toJson(blocks()));
    case 'md':
    case 'txt':
      return Buffer.from(markdown);
  }
}
