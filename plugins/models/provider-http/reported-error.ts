import { isMapping } from '#engine';

/** What a server says went wrong. */
export interface Reported {
  readonly message: string;
  /** Its words for the kind of error, one after the other. */
  readonly code: string;
  /** The HTTP status that stands in it, as gateways write it into streams. */
  readonly status: number | null;
}

const NOTHING: Reported = { message: '', code: '', status: null };
/** Errors in errors in errors are an attack. */
const MAX_DEPTH = 5;

/**
 * `{error: {message, code, type}}` of OpenAI and what others make of it: `{error: "…", code}` (xAI), `{message}` (Cohere),
 * `[{error: {status, details}}]` (Google), `{detail: [{msg}]}` (Mistral, FastAPI), `{type: "error", error}` (Anthropic).
 */
export function readError(value: unknown, depth = 0): Reported {
  if (typeof value === 'string') return { ...NOTHING, message: value };
  if (Array.isArray(value)) return depth > MAX_DEPTH ? NOTHING : readError(value[0], depth + 1);
  if (!isMapping(value) || depth > MAX_DEPTH) return NOTHING;
  if (value.error !== undefined && value.error !== null && typeof value.error !== 'boolean') {
    const inner = readError(value.error, depth + 1);
    return { ...inner, code: `${inner.code} ${codeOf(value)}`.trim(), status: inner.status ?? statusOf(value) };
  }
  // MiniMax tells errors with status 200: `{base_resp: {status_code, status_msg}}`.
  if (isMapping(value.base_resp) && value.base_resp.status_code !== 0) return readError(value.base_resp, depth + 1);
  return { message: messageOf(value, depth), code: codeOf(value), status: statusOf(value) };
}

function messageOf(value: Readonly<Record<string, unknown>>, depth: number): string {
  for (const name of ['message', 'Message', 'detail', 'msg', 'error_message', 'status_msg']) {
    const found = value[name];
    if (typeof found === 'string' && found !== '') return found;
    if (typeof found === 'object' && found !== null) return readError(found, depth + 1).message;
  }
  return '';
}

function codeOf(value: Readonly<Record<string, unknown>>): string {
  const reasons = Array.isArray(value.details)
    ? value.details.map((detail) => (isMapping(detail) ? detail.reason : undefined))
    : [];
  return [value.code, value.type, value.status, value.status_code, value.__type, ...reasons]
    .filter((found) => typeof found === 'string' || typeof found === 'number')
    .join(' ');
}

function statusOf(value: Readonly<Record<string, unknown>>): number | null {
  for (const found of [value.code, value.status, value.status_code]) {
    const status = typeof found === 'string' && /^\d{3}$/.test(found) ? Number(found) : found;
    if (typeof status === 'number' && status >= 400 && status < 600) return status;
  }
  return null;
}
