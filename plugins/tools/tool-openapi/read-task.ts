import { type JsonText, readTreeText, toJson } from '#engine';
import { isPlatformError } from '#kernel';
import { contentTask } from '#plugins/content-threads/contract.ts';
import { readText } from '#plugins/text-extraction/contract.ts';
import { type ApiDocument, invalidDocument, type KnownOperation, readApiDocument } from './document/api-document.ts';
import { operationItem } from './provider-items.ts';

/** A document as it came: a text, or bytes of one. */
export interface SentContent {
  readonly content: string | Uint8Array;
  /** Of bytes, as they were told. */
  readonly charset?: string | undefined;
}

export interface ReadWork extends SentContent {
  readonly address: string;
  readonly known: readonly KnownOperation[];
  /** `preview`: operations are shown, and not kept. */
  readonly purpose: 'preview' | 'import';
}

/** An operation as it is kept. */
export interface ReadOperation extends Pick<KnownOperation, 'key' | 'name'> {
  readonly alias: string | null;
  /** `Operation` as JSON. */
  readonly definition: JsonText;
}

export interface ReadDocument {
  readonly text: string;
  /** Without its operations: they are many, and passed on as texts. */
  readonly api: Omit<ApiDocument, 'operations'>;
  readonly operations: readonly ReadOperation[];
  /** What a preview lists of them: a JSON list. */
  readonly shown: JsonText;
}

export const readTask = contentTask<typeof run>(new URL(import.meta.url));

/** JSON is read at once; YAML as all documents of people are: bounded. Throws `tool-openapi.invalid_document`. */
export function run({ content, charset, address, known, purpose }: ReadWork): ReadDocument {
  // A database keeps no NUL.
  const text = (typeof content === 'string' ? content : readText(content, charset).text).replaceAll('\0', '');
  const root = jsonIn(text) ?? yamlIn(text);
  const { operations, ...api } = readApiDocument(root, { address, known });
  if (purpose === 'preview') return { text, api, operations: [], shown: toJson(operations.map(operationItem)) };
  const kept = operations.map((operation) => {
    const { key, name, alias } = operation;
    return { key, name, alias, definition: toJson(operation) };
  });
  return { text, api, operations: kept, shown: '[]' };
}

/** undefined: it is none; YAML may begin so as well. */
function jsonIn(text: string): unknown {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function yamlIn(text: string): unknown {
  try {
    return JSON.parse(readTreeText(text).tree);
  } catch (error) {
    if (isPlatformError(error) && error.code === 'engine.invalid_document') throw invalidDocument(error.message);
    throw error;
  }
}
