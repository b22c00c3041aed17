export interface FileName {
  /** The answer is meant to be stored: an attachment, or anything with a name. */
  readonly isFile: boolean;
  readonly name: string | null;
}

/** Reads `Content-Disposition`. The name comes from outside: it is a label, stripped of every path. */
export function fileNameOf(header: string | undefined): FileName {
  if (header === undefined) return { isFile: false, name: null };
  const extended = /;\s*filename\*\s*=\s*(?:utf-8|iso-8859-1)?'[^']*'([^;\s]+)/i.exec(header)?.[1];
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const raw = extended === undefined ? (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null) : decoded(extended);
  const name = raw === null ? null : labelOf(raw);
  return { isFile: /^\s*attachment\b/i.test(header) || name !== null, name };
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
