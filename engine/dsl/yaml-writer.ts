/**
 * Tree → canonical YAML: key order kept, one line per value, multi-line text as literal blocks so that diffs read well,
 * and every text quoted that a YAML 1.1 or 1.2 reader would take for something else.
 */
import { isMapping, isNumeric, toJson } from '#engine/run/values/value.ts';
import { isTakenForAnotherType } from './yaml-scalar.ts';

/** Everything YAML may hold as it is; lone surrogates, controls, BOMs and exotic line breaks are not among it. */
const unprintable = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
const unprintables = new RegExp(unprintable, 'gu');
const indicators = /^[-?:,[\]{}#&*!|>'"%@`=\s]|: |:$| #|\s$|\t|^\.\.\.|^---/;
/** Readers need not look further for the `:` of a key; longer keys are marked with `? `. */
const longestSimpleKey = 1000;

export function writeYaml(tree: unknown): string {
  const lines: string[] = [];
  if (isMapping(tree) && Object.keys(tree).length > 0) writeMapping(tree, '', '', lines);
  else if (Array.isArray(tree) && tree.length > 0) writeList(tree, '', '', lines);
  else lines.push(inline(tree, ''));
  return `${lines.join('\n')}\n`;
}

/** `first` replaces the indent on the first line, where a dash has opened the item. */
function writeMapping(
  mapping: Readonly<Record<string, unknown>>,
  indent: string,
  first: string,
  lines: string[],
): void {
  let lead = first;
  for (const [key, value] of Object.entries(mapping)) {
    // The family's exporter writes the position's `y` plain, and its readers take it for text.
    const name = /^[yn]$/.test(key) ? key : singleLine(key);
    if (name.length > longestSimpleKey) {
      lines.push(`${lead}? ${name}`);
      writeValue(value, indent, `${indent}:`, lines);
    } else {
      writeValue(value, indent, `${lead}${name}:`, lines);
    }
    lead = indent;
  }
}

function writeList(items: readonly unknown[], indent: string, first: string, lines: string[]): void {
  let lead = first;
  for (const item of items) {
    if (isMapping(item) && Object.keys(item).length > 0) writeMapping(item, `${indent}  `, `${lead}- `, lines);
    else if (Array.isArray(item) && item.length > 0) writeList(item, `${indent}  `, `${lead}- `, lines);
    else lines.push(`${lead}- ${inline(item, indent)}`);
    lead = indent;
  }
}

/** A value behind `key:`. Lists start at the key's own column, as the family's exporter writes them. */
function writeValue(value: unknown, indent: string, lead: string, lines: string[]): void {
  if (isMapping(value) && Object.keys(value).length > 0) {
    lines.push(lead);
    writeMapping(value, `${indent}  `, `${indent}  `, lines);
  } else if (Array.isArray(value) && value.length > 0) {
    lines.push(lead);
    writeList(value, indent, indent, lines);
  } else {
    lines.push(`${lead} ${inline(value, indent)}`);
  }
}

function inline(value: unknown, indent: string): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (isNumeric(value)) return number(toJson(value));
  if (Array.isArray(value)) return '[]';
  if (typeof value !== 'string') return '{}';
  return literal(value, indent) ?? singleLine(value);
}

/** A 1.1 float has a point even before an exponent. */
function number(lexeme: string): string {
  return /e/i.test(lexeme) && !lexeme.includes('.') ? lexeme.replace(/e/i, '.0e') : lexeme;
}

/** Text as a literal block; undefined when that would not give the same text back. */
function literal(text: string, indent: string): string | undefined {
  if (!text.includes('\n') || unprintable.test(text) || /\n[ \t]+\n*$/.test(text) || text.trim() === '')
    return undefined;
  const body = text.replace(/\n+$/, '');
  const trailing = text.length - body.length;
  const chomping = trailing === 0 ? '-' : trailing === 1 ? '' : '+';
  const indentation = /^\s/.test(text) ? '2' : '';
  const lines = body.split('\n').map((line) => (line === '' ? '' : `${indent}  ${line}`));
  return [`|${indentation}${chomping}`, ...lines, ...Array<string>(Math.max(trailing - 1, 0)).fill('')].join('\n');
}

function singleLine(text: string): string {
  if (text.includes('\n') || unprintable.test(text) || text.includes('\t')) return doubleQuoted(text);
  if (text !== '' && !indicators.test(text) && !isTakenForAnotherType(text)) return text;
  return `'${text.replaceAll("'", "''")}'`;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

function doubleQuoted(text: string): string {
  const escaped = text
    .replace(/[\\"\n\t]/g, (character) => escapes[character] ?? character)
    .replace(unprintables, (character) => escapes[character] ?? unicodeEscape(character));
  return `"${escaped}"`;
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
