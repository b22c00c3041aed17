import type { PutValue } from '#engine';
import { misplaced } from '#plugins/egress/contract.ts';

/** What a statement is in the middle of. */
type Open = 'plain' | 'text' | 'escaped-text' | 'name' | 'dollar' | 'line-comment' | 'comment';

const opening = /(?<![\w$])(?:e|u&)'|'|"|--|\/\*|(?<![\w$])\$(?:[A-Za-z_]\w*)?\$/gi;

/**
 * A value in a statement of SQL (PostgreSQL), which it neither ends nor changes: inside quotes it is escaped for them, where a
 * name stands (behind FROM, JOIN, INTO, UPDATE, TABLE, BY, or a dot) it is a quoted name, and elsewhere a number or a quoted text.
 */
export const inSql: PutValue = (value, { before, after, name: placeholder }) => {
  const text = value.toWellFormed().replaceAll('\0', '');
  switch (openAt(before)) {
    case 'text':
      return text.replaceAll("'", "''");
    case 'escaped-text':
      return text.replace(/['\\]/g, '$&$&');
    case 'name':
      return text.replaceAll('"', '""');
    case 'dollar':
      if (!text.includes('$')) return text;
      throw misplaced(placeholder, 'stands between dollar quotes, and holds a $');
    case 'line-comment':
      return text.replace(/[\r\n]+/g, ' ');
    case 'comment':
      return text.replace(/[*/]+/g, ' ');
    case 'plain':
      return plain(text, before, after);
  }
};

function plain(text: string, before: string, after: string): string {
  // In the middle of a name or a number: part of it.
  if (/^\w+$/.test(text) && (/[\w$]$/.test(before) || /^[A-Za-z_]/.test(after)) && !/\d$/.test(before)) return text;
  if (/^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return text;
  const apart = (written: string) =>
    `${/[\w$'"&]$/.test(before) ? ' ' : ''}${written}${/^[\w$'"(]/.test(after) ? ' ' : ''}`;
  // A minus behind a minus would begin a comment.
  if (/^-\d+(?:\.\d+)?$/.test(text)) return apart(`(${text})`);
  if (before.endsWith('.')) return name(text);
  if (!valueFrom.test(before) && /\b(?:from|join|into|update|table|by)\s+$/i.test(before) && text !== '')
    return apart(text.split('.').map(name).join('.'));
  const escaped = `'${text.replaceAll("'", "''")}'`;
  return apart(text.includes('\\') ? `E${escaped.replaceAll('\\', '\\\\')}` : escaped);
}

/** Behind such a FROM stands a value, and no table. */
const valueFrom = /\bdistinct\s+from\s+$|\b(?:extract|overlay|position|substring|trim)\s*\([^()]*\bfrom\s+$/i;

/** As PostgreSQL reads a name without quotes, where it could be one. */
function name(text: string): string {
  const folded = /^[A-Za-z_]\w*$/.test(text) ? text.toLowerCase() : text;
  return `"${folded.replaceAll('"', '""')}"`;
}

function openAt(before: string): Open {
  for (let at = 0; ; ) {
    opening.lastIndex = at;
    const [mark] = opening.exec(before) ?? [];
    if (mark === undefined) return 'plain';
    const kind = kindOf(mark);
    const end = endOf(kind, before, opening.lastIndex, mark);
    if (end === -1) return kind;
    at = end;
  }
}

function kindOf(mark: string): Open {
  if (mark === "'") return 'text';
  if (mark === '"') return 'name';
  if (mark === '--') return 'line-comment';
  if (mark === '/*') return 'comment';
  return mark.endsWith('$') ? 'dollar' : 'escaped-text';
}

/** The index behind the end of what begins before `start`; -1 where it does not end. */
function endOf(kind: Open, text: string, start: number, tag: string): number {
  if (kind === 'comment') return endOfComment(text, start);
  const ends: Readonly<Record<string, RegExp>> = {
    text: /'/g,
    'escaped-text': /\\[\s\S]|'/g,
    name: /"/g,
    'line-comment': /[\r\n]/g,
  };
  const end = ends[kind];
  if (end === undefined) {
    const found = text.indexOf(tag, start);
    return found === -1 ? -1 : found + tag.length;
  }
  // A doubled quote ends one text and begins another, which comes to the same.
  for (end.lastIndex = start; ; ) {
    const found = end.exec(text);
    if (found === null) return -1;
    if (!found[0].startsWith('\\')) return end.lastIndex;
  }
}

/** Comments of PostgreSQL hold comments. */
function endOfComment(text: string, start: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  for (let depth = 1; ; ) {
    const found = mark.exec(text);
    if (found === null) return -1;
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
}
