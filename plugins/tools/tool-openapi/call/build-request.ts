import { isFileValue, isMapping } from '#engine';
import { PlatformError } from '#kernel';
import type { Binding, Operation } from '#plugins/tool-openapi/operation.ts';
import { type FormPart, multipart } from './multipart.ts';
import { asText, encode, inCookie, inHeader, inPath, inQuery } from './serialize.ts';

/** A file that goes out. */
export interface SentFile {
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A request before its credentials are added. */
export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly (readonly [string, string])[];
  readonly cookies: readonly string[];
  readonly body: string | Uint8Array | undefined;
}

type Arguments = Readonly<Record<string, unknown>>;

const MAX_URL = 16_000;

/**
 * The request of an operation with values for its parameters. Nothing that a caller gives leaves its place: values in paths
 * are encoded, and what would be a step up is refused. Throws `tool-openapi.invalid_argument`. `readFile`: the bytes of file
 * values.
 */
export async function buildRequest(
  operation: Operation,
  serverUrl: string,
  given: Arguments,
  readFile: (file: unknown) => Promise<SentFile>,
): Promise<ApiRequest> {
  const values = new Map<Binding, unknown>();
  for (const binding of operation.bindings) {
    const value = Object.hasOwn(given, binding.parameter) ? given[binding.parameter] : undefined;
    if (value !== undefined && value !== null) values.set(binding, value);
  }
  const of = (place: Binding['in']) => [...values].filter(([binding]) => binding.in === place);
  const query = [
    ...of('query').flatMap(([binding, value]) => inQuery(binding, value)),
    ...of('querystring').flatMap(([binding, value]) => inQuery(binding, value)),
  ];
  const url = addressOf(operation, serverUrl, of('path'), query);
  const headers: [string, string][] = of('header').map(([binding, value]) => [binding.name, inHeader(binding, value)]);
  const broken = headers.find(([, value]) => /[\r\n\0]/.test(value));
  if (broken !== undefined) throw invalidArgument(`The header ${shown(broken[0])} must be one line.`);
  const cookies = of('cookie').flatMap(([binding, value]) => inCookie(binding, value));
  const body = await bodyOf(operation, of('body'), readFile);
  if (body !== null) headers.push(['Content-Type', body.contentType]);
  headers.push(['Accept', 'application/json, text/*;q=0.9, */*;q=0.8']);
  return { method: operation.method, url, headers, cookies, body: body?.content };
}

function addressOf(
  operation: Operation,
  serverUrl: string,
  inside: [Binding, unknown][],
  query: readonly string[],
): URL {
  const values = new Map(inside.map(([binding, value]) => [binding.name, { binding, value }]));
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const found = values.get(name);
    const text = found === undefined ? '' : inPath(found.binding, found.value);
    // An address with a hole in it is another operation's: `DELETE /users/` where one user was meant.
    if (text === '')
      throw invalidArgument(`The parameter ${shown(name)} must have a value: it is part of the address.`);
    return text;
  });
  const written = `${serverUrl}${path.replace(/[?#]/g, (mark) => encode(mark))}`;
  const whole = query.length === 0 ? written : `${written}?${query.join('&')}`;
  if (whole.length > MAX_URL) throw invalidArgument('The values given make an address that is too long.');
  const url = URL.parse(whole);
  const isStep = path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  if (url === null || isStep || path.includes('\\') || url.origin !== new URL(serverUrl).origin) {
    throw invalidArgument('A value given for the address would lead out of it.');
  }
  return url;
}

interface SentBody {
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

async function bodyOf(
  { body, bindings }: Operation,
  given: [Binding, unknown][],
  readFile: (file: unknown) => Promise<SentFile>,
): Promise<SentBody | null> {
  if (body === null || (given.length === 0 && !body.required)) return null;
  const { mediaType, format } = body;
  const whole = given.find(([binding]) => binding.name === '');
  const isWhole = bindings.some((binding) => binding.in === 'body' && binding.name === '');
  switch (format) {
    case 'json': {
      const content = isWhole
        ? (whole?.[1] ?? {})
        : Object.fromEntries(given.map(([{ name }, value]) => [name, value]));
      return { contentType: mediaType, content: JSON.stringify(content) };
    }
    case 'text':
      return { contentType: `${mediaType}; charset=utf-8`, content: asText(whole?.[1]) };
    case 'bytes': {
      const file = isFileValue(whole?.[1]) ? await readFile(whole?.[1]) : null;
      return { contentType: mediaType, content: file?.bytes ?? asText(whole?.[1]) };
    }
    case 'form': {
      const fields = isWhole ? fieldsOf(whole?.[1]) : given;
      // Encoded as forms are, which have a plus for a blank.
      const pieces = fields
        .flatMap(([binding, value]) => inQuery(binding, value))
        .map((piece) => piece.replaceAll('%20', '+'));
      return { contentType: mediaType, content: pieces.join('&') };
    }
    case 'multipart': {
      const parts: FormPart[] = [];
      for (const [binding, value] of isWhole ? fieldsOf(whole?.[1]) : given)
        parts.push(...(await partsOf(binding, value, readFile)));
      const { contentType, body: content } = multipart(parts);
      return { contentType, content };
    }
  }
}

function fieldsOf(value: unknown): [Binding, unknown][] {
  if (!isMapping(value)) return [];
  return Object.entries(value).map(([name, field]) => [
    { parameter: '', in: 'body', name, style: 'form', explode: true },
    field,
  ]);
}

async function partsOf(
  { name, contentType = '', explode }: Binding,
  value: unknown,
  readFile: (file: unknown) => Promise<SentFile>,
): Promise<FormPart[]> {
  if (isFileValue(value)) {
    const { filename, mediaType, bytes } = await readFile(value);
    const isNamed = /^[\w.+-]+\/[\w.+-]+$/.test(contentType);
    return [
      { name, content: bytes, filename, mediaType: isNamed ? contentType : mediaType || 'application/octet-stream' },
    ];
  }
  if (Array.isArray(value) && (explode || value.some(isFileValue))) {
    const parts = [];
    for (const item of value)
      parts.push(
        ...(await partsOf(
          { parameter: '', in: 'body', name, style: 'form', explode: false, contentType },
          item,
          readFile,
        )),
      );
    return parts;
  }
  const isJson = typeof value === 'object' && value !== null;
  return [{ name, content: asText(value), filename: null, mediaType: isJson ? 'application/json' : '' }];
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}

export function invalidArgument(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-openapi.invalid_argument', message);
}
