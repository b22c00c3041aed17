import {
  checkLength,
  fromJson,
  isMapping,
  type NodeContext,
  parseTemplate,
  type Selector,
  type Template,
  type TemplatePart,
  toJson,
} from '#engine';
import { readLenientJson } from '#plugins/models/contract.ts';
import { type JsonPlace, jsonPlaces } from './json-places.ts';
import { readJsonText } from './json-text.ts';

type Rendering = Pick<NodeContext, 'render' | 'variables'>;

type JsonPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A text that is JSON itself. */
  | { readonly kind: 'nested'; readonly body: JsonTemplate }
  | Placeholder;

interface Placeholder {
  readonly kind: JsonPlace;
  readonly template: Template;
  readonly selector: Selector;
  /** For messages. */
  readonly name: string;
}

/** A JSON text that was read before its placeholders have values. */
export interface JsonTemplate {
  readonly pieces: readonly JsonPiece[];
  /** Literal text and values make JSON whatever the values are. Otherwise the filled in text has to be read again. */
  readonly isJson: boolean;
}

/**
 * Reads the text as JSON, a stand-in at each placeholder, and repairs it where it has to: so a repair never touches a
 * value. Placeholders that are part of something JSON has no name for (`{{#a#}}{{#b#}}` outside quotes) are filled in
 * as text.
 */
export function compileJsonTemplate({ parts }: Template): JsonTemplate {
  const places = jsonPlaces(parts);
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  return (
    (isMarkable(text, places) ? markedBody(parts, places) : null) ?? {
      pieces: plainPieces(parts, places),
      isJson: false,
    }
  );
}

/** What JSON texts are called in messages, and the error that tells them. */
export interface JsonTemplateUse {
  /** `JSON body`. */
  readonly what: string;
  readonly error: (message: string) => Error;
}

/** The JSON text with its values. Throws the error of `use`, which names the place. */
export function renderJsonTemplate(body: JsonTemplate, context: Rendering, use: JsonTemplateUse): string {
  let text = '';
  for (const piece of body.pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'nested') text += JSON.stringify(renderJsonTemplate(piece.body, context, use));
    else text += pieceText(piece, context, use);
    checkLength(text.length, `The ${use.what} with its variables filled in`);
  }
  if (body.isJson) return text;
  const read = readJsonText(text);
  if (read !== null) return toJson(fromJson(read));
  const names = body.pieces.flatMap((piece) => (piece.kind === 'glued' ? [piece.name] : []));
  const remedy =
    names.length === 0 ? 'Look for a missing quote, comma or bracket.' : `Put quotes around ${names.join(', ')}.`;
  throw use.error(`The ${use.what} can not be read as JSON after its variables were filled in. ${remedy}`);
}

function pieceText(piece: Placeholder, context: Rendering, use: JsonTemplateUse): string {
  const value = context.variables.get(piece.selector);
  // What does not resolve is a text too: its bare name, or nothing.
  const text =
    typeof value === 'string' || value === undefined || value === null ? context.render(piece.template, 'text') : null;
  switch (piece.kind) {
    case 'inside':
      return JSON.stringify(text ?? context.render(piece.template, 'text')).slice(1, -1);
    case 'key':
      return JSON.stringify(text ?? context.render(piece.template, 'text'));
    case 'glued':
      return text ?? toJson(value);
    default:
      if (value === undefined) return JSON.stringify(text);
      return typeof value === 'string' ? jsonOf(value, piece, use) : toJson(value);
  }
}

/** A text outside quotes: the JSON it holds, or a string. One that was meant to be JSON and is none is not sent. */
function jsonOf(text: string, piece: Placeholder, use: JsonTemplateUse): string {
  if (piece.kind === 'element' && text.trim() !== '') {
    const list = readJsonText(`[${text}]`);
    if (list !== null) return list.trim().slice(1, -1);
  }
  const read = readJsonText(text);
  if (read !== null) return read;
  if (!/^\s*[[{]/.test(text)) return JSON.stringify(text);
  throw use.error(
    `The value of ${piece.name} in the ${use.what} begins like JSON, but can not be read as JSON. ` +
      'Put the placeholder in quotes to send it as text, or let the node it comes from return JSON.',
  );
}

/** Characters that stand for nothing in any text (Unicode noncharacters). */
const open = '\uFDD0';
const openValue = '\uFDD2';
const close = '\uFDD1';
const marker = /"\uFDD2(\d+)\uFDD1"|\uFDD0(\d+)\uFDD1/g;

function isMarkable(text: string, places: readonly (JsonPlace | null)[]): boolean {
  return !places.includes('glued') && !/[\uFDD0-\uFDD2]/.test(text);
}

function markedBody(parts: readonly TemplatePart[], places: readonly (JsonPlace | null)[]): JsonTemplate | null {
  const marked = markedText(parts, places);
  const plain = [...plainPieces(parts, places)];
  try {
    return cutAtMarks(toJson(withNested(readLenientJson(marked), plain)), plain);
  } catch {
    return null;
  }
}

function markedText(parts: readonly TemplatePart[], places: readonly (JsonPlace | null)[]): string {
  const pieces = parts.map((part, index) => {
    if (part.kind === 'text') return part.text;
    return places[index] === 'inside' ? `${open}${index}${close}` : `"${openValue}${index}${close}"`;
  });
  return pieces.join('');
}

function cutAtMarks(read: string, plain: readonly JsonPiece[]): JsonTemplate | null {
  const pieces: JsonPiece[] = [];
  let end = 0;
  for (const match of read.matchAll(marker)) {
    const piece = plain[Number(match[1] ?? match[2])];
    // A repair that moved a placeholder into quotes, or out of them, has changed what it means.
    if (piece === undefined || (piece.kind === 'inside') !== (match[2] !== undefined)) return null;
    pieces.push({ kind: 'text', text: read.slice(end, match.index) }, piece);
    end = match.index + match[0].length;
  }
  pieces.push({ kind: 'text', text: read.slice(end) });
  // One that a repair took apart would be sent as it is.
  return /[\uFDD0-\uFDD2]/.test(pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''))
    ? null
    : { pieces, isJson: true };
}

/**
 * The tree with each text that is JSON itself (`"{\"text\": \"{{#a#}}\"}"`) replaced by a mark: what stands inside has to
 * be escaped for both. Its piece is added to `pieces`.
 */
function withNested(value: unknown, pieces: JsonPiece[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withNested(item, pieces));
  if (isMapping(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNested(item, pieces)]));
  }
  if (typeof value !== 'string' || !/^\s*[[{].*"/s.test(value) || !value.includes(open)) return value;
  const text = value.replace(marker, (whole, _, inside?: string) => {
    const piece = inside === undefined ? undefined : pieces[Number(inside)];
    return piece !== undefined && 'name' in piece ? piece.name : whole;
  });
  const body = nestedBody(text);
  if (body === null) return value;
  pieces.push({ kind: 'nested', body });
  return `${openValue}${pieces.length - 1}${close}`;
}

/** Kept as it was written; null for what is no JSON. */
function nestedBody(text: string): JsonTemplate | null {
  const { parts } = parseTemplate(text);
  const places = jsonPlaces(parts);
  if (!isMarkable(text, places)) return null;
  const marked = markedText(parts, places);
  try {
    JSON.parse(marked);
  } catch {
    return null;
  }
  return cutAtMarks(marked, plainPieces(parts, places));
}

function plainPieces(parts: readonly TemplatePart[], places: readonly (JsonPlace | null)[]): readonly JsonPiece[] {
  return parts.map((part, index) => {
    if (part.kind === 'text') return part;
    const name = `{{#${part.source}#}}`;
    return { kind: places[index] ?? 'glued', template: parseTemplate(name), selector: part.selector, name };
  });
}
