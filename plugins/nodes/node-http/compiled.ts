import { isWholeTemplate, mappingOf, parseTemplate, type Selector, type Template } from '#engine';
import { compileJsonTemplate, type JsonTemplate } from '#plugins/tools/contract.ts';

export interface Pair {
  readonly key: Template;
  readonly value: Template;
}

/** A line of the headers: one header, or a placeholder alone, whose value may hold several. */
export type HeaderLine = Pair | { readonly lines: Template };

export type BodyItem = Pair & {
  readonly file: Selector | null;
  /** The value, in bodies of type `json`; null for one that is blank, which sends nothing. */
  readonly json: JsonTemplate | null;
};

export type BodyType = 'none' | 'raw-text' | 'json' | 'x-www-form-urlencoded' | 'form-data' | 'binary';

export interface Authorization {
  readonly scheme: 'basic' | 'bearer' | 'custom';
  readonly key: Template;
  readonly header: string;
}

export interface CompiledHttp {
  readonly method: string;
  readonly url: Template;
  /** Split before rendering, so a value with a line break or a colon stays one value. */
  readonly headers: readonly HeaderLine[];
  /** Likewise. */
  readonly params: readonly Pair[];
  readonly authorization: Authorization | null;
  readonly body: { readonly type: BodyType; readonly items: readonly BodyItem[] };
  /** Milliseconds. */
  readonly timeouts: { readonly connect: number; readonly read: number; readonly write: number };
  readonly verifyTls: boolean;
  /** A status outside 2xx fails the node: there is something that handles it. */
  readonly failsOnStatus: boolean;
}

const BODY_TYPES: readonly BodyType[] = ['raw-text', 'json', 'x-www-form-urlencoded', 'form-data', 'binary'];

/** Seconds; also what a document may ask for at most. */
const CONNECT_SECONDS = 10;
const READ_SECONDS = 600;
const WRITE_SECONDS = 600;

/** Reads the node's settings once per graph (app DSL, http-request). */
export function compileHttp(data: Readonly<Record<string, unknown>>): CompiledHttp {
  const body = mappingOf(data.body);
  const bodyType = BODY_TYPES.find((type) => type === body.type) ?? 'none';
  const timeout = mappingOf(data.timeout);
  const strategy = data.error_strategy;
  return {
    method: (textOf(data.method) || 'get').trim().toUpperCase(),
    url: parseTemplate(textOf(data.url).trim()),
    headers: compileHeaders(textOf(data.headers)),
    params: compileLines(textOf(data.params)),
    authorization: compileAuthorization(mappingOf(data.authorization)),
    body: { type: bodyType, items: bodyType === 'none' ? [] : compileItems(body.data, bodyType) },
    timeouts: {
      connect: milliseconds(timeout.connect, CONNECT_SECONDS),
      read: milliseconds(timeout.read, READ_SECONDS),
      write: milliseconds(timeout.write, WRITE_SECONDS),
    },
    verifyTls: data.ssl_verify !== false,
    failsOnStatus:
      strategy === 'fail-branch' || strategy === 'default-value' || mappingOf(data.retry_config).retry_enabled === true,
  };
}

/** `key:value` per line, split at the first colon, both trimmed. Lines without a key are left out. */
export function splitLines(text: string): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    const key = (colon === -1 ? line : line.slice(0, colon)).trim();
    if (key !== '') pairs.push([key, colon === -1 ? '' : line.slice(colon + 1).trim()]);
  }
  return pairs;
}

/** A placeholder's own text holds no colon, so splitting before rendering never tears one. */
function compileLines(text: string): readonly Pair[] {
  return splitLines(text).map(([key, value]) => ({ key: parseTemplate(key), value: parseTemplate(value) }));
}

function compileHeaders(text: string): readonly HeaderLine[] {
  return splitLines(text).map(([key, value]) => {
    const line = parseTemplate(key);
    return value === '' && line.selectors.length > 0 && isWholeTemplate(line)
      ? { lines: line }
      : { key: line, value: parseTemplate(value) };
  });
}

function compileItems(data: unknown, type: BodyType): readonly BodyItem[] {
  if (typeof data === 'string') {
    // Old documents: one text, with a pair per line for forms.
    if (type === 'x-www-form-urlencoded' || type === 'form-data') {
      return compileLines(data).map((pair) => ({ ...pair, file: null, json: null }));
    }
    return data === '' ? [] : [{ key: parseTemplate(''), ...compileValue(data, type), file: null }];
  }
  if (!Array.isArray(data)) return [];
  return data.map((entry) => {
    const item = mappingOf(entry);
    const isFile = item.type === 'file' || type === 'binary';
    return {
      key: parseTemplate(textOf(item.key)),
      ...compileValue(textOf(item.value), type),
      file: isFile && Array.isArray(item.file) ? item.file.map(String) : isFile ? [] : null,
    };
  });
}

function compileValue(text: string, type: BodyType): Pick<BodyItem, 'value' | 'json'> {
  const value = parseTemplate(text);
  return { value, json: type === 'json' && text.trim() !== '' ? compileJsonTemplate(value) : null };
}

function compileAuthorization(authorization: Readonly<Record<string, unknown>>): Authorization | null {
  if (authorization.type !== 'api-key') return null;
  const config = mappingOf(authorization.config);
  return {
    scheme: config.type === 'basic' || config.type === 'custom' ? config.type : 'bearer',
    key: parseTemplate(textOf(config.api_key)),
    header: textOf(config.header).trim() || 'Authorization',
  };
}

function milliseconds(seconds: unknown, standard: number): number {
  const value = Number(seconds);
  return (Number.isFinite(value) && value > 0 ? Math.min(value, standard) : standard) * 1000;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
