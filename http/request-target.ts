/** A request target split at its first question mark; both parts as sent, still percent-encoded. */
export interface RequestTarget {
  readonly path: string;
  readonly search: string;
}

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/** Servers must take the absolute form too (RFC 9112, section 3.2.2); its authority says nothing we trust. */
export function splitTarget(url: string): RequestTarget {
  const local = url.charCodeAt(0) === 47 ? url : url.replace(ABSOLUTE_FORM, '');
  const mark = local.indexOf('?');
  if (mark === -1) return { path: local, search: '' };
  return { path: local.slice(0, mark), search: local.slice(mark + 1) };
}

/** Anything that another server could read as another path: a slash, a backslash, a NUL or a dot segment in disguise. */
const AMBIGUOUS = /[^\x21-\x7e]|[\\#]|\/\/|%(?:2f|5c|00)|\/(?:\.|%2e){1,2}(?:\/|$)|%(?![0-9a-f]{2})/i;

/** True for a path that has one spelling only. Everything else is no path of ours and answers 404. */
export function isCanonicalPath(path: string): boolean {
  return path.charCodeAt(0) === 47 && !AMBIGUOUS.test(path);
}

/**
 * The path with one slash where several follow each other: a base address that ends in one, and a path that begins with
 * one, make two.
 */
export function withSingleSlashes(path: string): string {
  return path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;
}
