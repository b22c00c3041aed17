import type { FileValue } from '../../engine/contract.ts';

export interface FileName {
  /** The answer is meant to be stored: an attachment, or anything with a name. */
  readonly isFile: boolean;
  readonly name: string | null;
}

const EXTENSIONS: readonly (readonly [FileValue['type'], readonly string[]])[] = [
  ['image', ['.jpg', '.jpeg', '.png', '.webp', '.gif', '.svg']],
  ['audio', ['.mp3', '.m4a', '.wav', '.amr', '.mpga']],
  ['video', ['.mp4', '.mov', '.mpeg', '.webm']],
  [
    'document',
    '.txt .md .mdx .markdown .html .htm .xml .pdf .doc .docx .xls .xlsx .csv .ppt .pptx .eml .msg .epub .vtt .properties'.split(
      ' ',
    ),
  ],
];

/** Reads `Content-Disposition`. The name comes from outside: it is a label, stripped of every path. */
export function fileNameOf(header: string | undefined): FileName {
  if (header === undefined) return { isFile: false, name: null };
  const extended = /;\s*filename\*\s*=\s*(?:utf-8|iso-8859-1)?'[^']*'([^;\s]+)/i.exec(header)?.[1];
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const raw = extended === undefined ? (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null) : decoded(extended);
  const name = raw === null ? null : labelOf(raw);
  return { isFile: /^\s*attachment\b/i.test(header) || name !== null, name };
}

export function fileTypeOf(extension: string, mediaType: string): FileValue['type'] {
  const known = EXTENSIONS.find(([, extensions]) => extensions.includes(extension))?.[0];
  if (known !== undefined) return known;
  const main = mediaType.split('/')[0];
  if (main === 'image' || main === 'audio' || main === 'video') return main;
  return mediaType === 'application/pdf' ? 'document' : 'custom';
}

function labelOf(raw: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const clean = raw.replace(/[\x00-\x1f\x7f]/g, '');
  const base = clean.split(/[\\/]/).at(-1) ?? '';
  return base === '' || base === '.' || base === '..' ? null : base.slice(0, 200);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
