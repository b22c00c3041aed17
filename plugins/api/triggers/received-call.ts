import { fromJson } from '#engine';
import { type BytesForm, type FormFile, readForm, readJson } from '#http';
import { PlatformError } from '#kernel';
import type { Webhook } from '#plugins/node-triggers/contract.ts';

/** A call of a webhook, read as its content type says. */
export interface ReceivedCall {
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Headers that no run is told of. */
  readonly secretHeaders: ReadonlySet<string>;
  readonly query: URLSearchParams;
  /** JSON value; fields of a form; null: none. A text or bytes lie under `raw`. */
  readonly body: unknown;
  readonly files: readonly FormFile[];
}

/** What is read of a request. */
export interface CallRequest extends Pick<ReceivedCall, 'method' | 'headers' | 'secretHeaders' | 'query'> {
  readonly bytes: Buffer;
}

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const JSON_TYPE = /^application\/(?:json|[a-z0-9.+-]+\+json)$/;
/** Parameters of an address, and fields of a form. */
const MAX_FIELDS = 500;

/** Reads the body as the webhook takes it. Throws 415 for another type, 400 for a body that is not of its own. */
export async function receivedCall(webhook: Webhook, request: CallRequest): Promise<ReceivedCall> {
  const { bytes, ...call } = request;
  const sent = request.headers['content-type'] ?? '';
  const type = sent.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (call.query.size > MAX_FIELDS) throw badRequest(`The address has more than ${MAX_FIELDS} parameters`);
  if (bytes.length === 0) return { ...call, body: null, files: [] };
  if (webhook.contentType !== '' && !isOfType(type, webhook.contentType)) {
    const message = `This webhook takes ${webhook.contentType}, and was sent ${type === '' ? 'no Content-Type' : type}.`;
    throw new PlatformError('invalid', 'triggers.unsupported_media_type', message);
  }
  const isFile = webhook.contentType === 'application/octet-stream';
  if (JSON_TYPE.test(type) && !isFile) {
    const { text } = await readJson(bytes);
    return { ...call, body: fromJson(text), files: [] };
  }
  if ((type === MULTIPART || type === FORM) && !isFile) {
    const { fields, files } = await readForm(bytes, sent);
    if (fields.length > MAX_FIELDS) throw badRequest(`The form has more than ${MAX_FIELDS} fields`);
    return { ...call, body: searchParams(fields), files };
  }
  if ((type.startsWith('text/') || type === '') && !isFile) {
    return { ...call, body: { raw: bytes.toString('utf8').replaceAll('\0', '') }, files: [] };
  }
  const file = { name: 'raw', filename: fileNameOf(type), mediaType: type || 'application/octet-stream', bytes };
  return { ...call, body: null, files: [file] };
}

/** The call as the node publishes it (`_webhook_raw`), without its secrets. `files`: the kept ones, by their fields. */
export function rawCall(call: ReceivedCall, files: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { method, headers, secretHeaders, query, body } = call;
  const shown = Object.entries(headers).filter(([name, value]) => value !== undefined && !secretHeaders.has(name));
  return {
    method,
    headers: mapping(shown),
    query_params: mapping(query),
    body: body instanceof URLSearchParams ? mapping(body) : (body ?? {}),
    files,
  };
}

function mapping(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  return Object.fromEntries([...entries].filter(([name]) => name !== '__proto__'));
}

function searchParams(fields: BytesForm['fields']): URLSearchParams {
  const made = new URLSearchParams();
  for (const [name, value] of fields) made.append(name, value);
  return made;
}

function isOfType(type: string, wanted: string): boolean {
  if (wanted === 'application/json') return JSON_TYPE.test(type);
  if (wanted === 'text/plain') return type.startsWith('text/');
  // Whatever it is, it is bytes.
  return wanted === 'application/octet-stream' || type === wanted;
}

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
};

function fileNameOf(type: string): string {
  return `webhook.${extensions[type] ?? 'bin'}`;
}

/** 400 for a field of a call. */
export function badField(name: string, problem: string): PlatformError {
  return new PlatformError('invalid', 'triggers.invalid_param', `The field '${name.slice(0, 100)}' ${problem}.`, {
    field: name.slice(0, 100),
  });
}

function badRequest(message: string): PlatformError {
  return new PlatformError('invalid', 'triggers.bad_request', `${message}.`);
}
