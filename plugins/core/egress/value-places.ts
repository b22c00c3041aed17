import type { PutValue } from '#engine';

/** Without what ends lines, and without NUL: nothing of HTTP holds them, and no value begins a line of its own. */
export function unbroken(value: string): string {
  return value.toWellFormed().replace(/[\r\n\0]/g, '');
}

/** Everything but letters, digits and `-._~!'()*` as `%XX`. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A text that its author encoded already, which nothing in it can leave. */
export function isEscaped(text: string, but?: RegExp): boolean {
  if (!text.includes('%') || !/^(?:[\w.~!'()*-]|%[\da-f]{2})+$/i.test(text)) return false;
  try {
    const read = decodeURIComponent(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    return !/[\u0000-\u001f\u007f]/.test(read) && !/^\.{1,2}$/.test(read) && but?.test(read) !== true;
  } catch {
    return false;
  }
}

/** A value in a header: its line breaks are left out, and so are other control characters. */
export const inHeader: PutValue = (value) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return value.toWellFormed().replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '');
};

/**
 * A value in the text of a `Cookie` header. One that is a whole pair, or all pairs, is taken as it is written; elsewhere what
 * would end its cookie, or its name, is encoded.
 */
export const inCookies: PutValue = (value, place) => {
  const text = inHeader(value, place);
  const start = place.before.slice(place.before.lastIndexOf(';') + 1).trim();
  if (start === '' && /^\s*(;|$)/.test(place.after)) return text;
  const isName = !start.includes('=');
  return /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text) && !(isName && text.includes('='))
    ? text
    : encoded(text);
};

/**
 * A value in a query, or in the text of a form: `before` and `after` are what its author wrote of it. One that is a whole pair,
 * or all pairs, is taken as it is written; elsewhere it is one name or one value.
 */
export function ofQuery(value: string, before: string, after: string): string {
  const start = before.slice(before.lastIndexOf('&') + 1);
  if (start === '' && /^(?:[&#]|$)/.test(after)) return unbroken(value).replaceAll('#', '%23');
  return isEscaped(value) ? value : encoded(value);
}

/** The same for a text that is a query, or a form, and nothing else. */
export const inQuery: PutValue = (value, { before, after }) => ofQuery(value, before, after);

/** A name in a header of a part of a form, as browsers write it. */
export function quotedName(name: string): string {
  return name.toWellFormed().replace(/["\r\n\0]/g, encodeURIComponent);
}
