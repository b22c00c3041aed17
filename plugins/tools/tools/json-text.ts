import { toJson } from '#engine';
import { readLenientJson } from '#plugins/models/contract.ts';

/**
 * The JSON that a text holds, as it stands; the text of a model may be in a fence. Lists and mappings may be written as
 * people and Python write them (single quotes, commas too many, comments, `None`), as long as there is one way to read
 * them. Null when it is none, or could mean several things: nothing is guessed from missing quotes and brackets.
 */
export function readJsonText(text: string): string | null {
  const plain = unfenced(text) ?? text;
  try {
    JSON.parse(plain);
    return plain;
  } catch {
    return /^\s*[[{]/.test(plain) ? repaired(plain) : null;
  }
}

/** What stands in a fence; null for a text that is in none. Its time grows with the length only: models write anything. */
function unfenced(text: string): string | null {
  const trimmed = text.trim();
  const start = trimmed.indexOf('\n') + 1;
  if (start === 0 || !trimmed.startsWith('```') || !trimmed.endsWith('```')) return null;
  const language = trimmed.slice(3, start).trim().toLowerCase();
  return language === '' || language === 'json' ? trimmed.slice(start, -3).trim() : null;
}

function repaired(text: string): string | null {
  try {
    const read = toJson(readLenientJson(text));
    const outline = outlineOf(text);
    return outline !== null && outline === outlineOf(read) ? read : null;
  } catch {
    return null;
  }
}

const token =
  /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|\/\*|[{}[\]:,]|[^\s{}[\]:,"']+|["']/g;

const constants: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

/** What is said and how it is nested, without the ways of writing it; null where a string has no quotes, or one, or a comment no end. */
function outlineOf(text: string): string | null {
  let outline = '';
  // Those before a bracket or the end are one too many.
  let commas = '';
  for (const match of text.matchAll(token)) {
    const [piece] = match;
    if (piece === '"' || piece === "'" || piece === '/*') return null;
    if (piece.startsWith('//') || piece.startsWith('/*')) continue;
    const isWord = !/^["'{}[\]:,]/.test(piece);
    const isKey = /^\s*:/.test(text.slice(match.index + piece.length));
    if (isWord && !isKey && !literal.test(constants[piece] ?? piece)) return null;
    if (piece === ',') {
      commas += '\0,';
      continue;
    }
    if (piece !== '}' && piece !== ']') outline += commas;
    commas = '';
    if ('{}[]:'.includes(piece)) outline += `\0${piece}`;
    else outline += /^["']/.test(piece) ? unescaped(piece.slice(1, -1)) : (constants[piece] ?? piece);
  }
  return outline;
}

function unescaped(text: string): string {
  return text.replace(/\\[nrtbf]|\s/g, '').replace(/\\([\s\S])/g, '$1');
}
