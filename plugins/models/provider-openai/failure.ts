import { isPlatformError, PlatformError } from '#kernel';
import type { EgressResponse } from '#plugins/egress/contract.ts';
import type { Endpoint } from './endpoint.ts';

/** Bytes of an error answer that are looked at. */
const MAX_ERROR_BODY = 16 * 1024;
/** Characters of it that are shown. */
const MAX_EXCERPT = 300;

interface Reported {
  readonly message: string;
  readonly code: string;
}

/** Reads an answer with an error status and throws what it means. */
export async function throwForStatus(response: EgressResponse, endpoint: Endpoint): Promise<never> {
  const text = await readStart(response);
  const reported = parseError(text);
  const detail = excerpt(reported.message, endpoint);
  throw new PlatformError(...codeOf(response.status, reported), `${headlineOf(response.status, endpoint)}${detail}`);
}

/** A failure inside an answer that began well: garbage, an error event, a stream that stops midway. */
export function brokenAnswer(endpoint: Endpoint, what: string, reported?: unknown): PlatformError {
  const error = reported === undefined ? { message: '', code: '' } : readError(reported);
  return new PlatformError(...codeOf(200, error), `${hostOf(endpoint)} ${what}${excerpt(error.message, endpoint)}`);
}

/** Network failures become the provider's; an aborted call keeps its reason. */
export function toModelError(error: unknown, endpoint: Endpoint, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason ?? error;
  if (isPlatformError(error) && error.code.startsWith('models.')) return error;
  const reason = isPlatformError(error) ? error.message : `${hostOf(endpoint)} could not be called.`;
  return new PlatformError('invalid', 'models.completion_request_error', `The model call failed: ${reason}`, {
    cause: error,
  });
}

/** The error's kind and code, in the order PlatformError takes them. */
function codeOf(status: number, { code, message }: Reported): readonly ['invalid', string] {
  const words = `${code} ${message}`.toLowerCase();
  if (status === 401 || status === 403 || words.includes('invalid_api_key')) {
    return ['invalid', 'models.provider_not_initialize'];
  }
  if (status === 402 || words.includes('insufficient_quota') || words.includes('insufficient balance')) {
    return ['invalid', 'models.provider_quota_exceeded'];
  }
  if (status === 404 || words.includes('model_not_found')) return ['invalid', 'models.model_currently_not_support'];
  return ['invalid', 'models.completion_request_error'];
}

function headlineOf(status: number, endpoint: Endpoint): string {
  const host = hostOf(endpoint);
  if (status === 401 || status === 403) return `${host} refuses the credentials (${status}).`;
  if (status === 402) return `${host} reports that its quota is used up (${status}).`;
  if (status === 404) return `${host} does not know the model or the address (${status}).`;
  if (status === 429) return `${host} limits the rate of calls (${status}).`;
  return `${host} answered with status ${status}.`;
}

async function readStart(response: EgressResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of response.body) {
      pieces.push(piece);
      length += piece.length;
      if (length > MAX_ERROR_BODY) break;
    }
  } catch {
    // The status tells enough when the rest does not arrive.
  }
  return Buffer.concat(pieces).subarray(0, MAX_ERROR_BODY).toString();
}

function parseError(text: string): Reported {
  try {
    return readError(JSON.parse(text));
  } catch {
    // HTML pages of proxies say nothing a user could use.
    return { message: text.trimStart().startsWith('<') ? '' : text, code: '' };
  }
}

/** `{error: {message, code, type}}` and what compatible servers make of it. */
function readError(value: unknown): Reported {
  if (typeof value === 'string') return { message: value, code: '' };
  if (typeof value !== 'object' || value === null) return { message: '', code: '' };
  if ('error' in value && value.error !== null && value.error !== undefined) return readError(value.error);
  const field = (name: string): string => {
    const found = (value as Record<string, unknown>)[name];
    return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
  };
  return { message: field('message') || field('detail'), code: `${field('code')} ${field('type')}` };
}

/** A short, single-line piece of what the server said, without anything that looks like a credential. */
function excerpt(text: string, endpoint: Endpoint): string {
  let clean = text;
  for (const secret of endpoint.secrets) clean = clean.replaceAll(secret, '***');
  clean = clean
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\x00-\x1f\x7f\s]+/g, ' ')
    .replace(/\b(sk|pk|rk|key|org|proj|sess)-[\w*.-]{4,}/gi, '***')
    .replace(/\b(bearer|basic)\s+\S+/gi, '$1 ***')
    .trim();
  if (clean === '') return '';
  return ` It says: ${clean.length > MAX_EXCERPT ? `${clean.slice(0, MAX_EXCERPT)}…` : clean}`;
}

function hostOf(endpoint: Endpoint): string {
  return new URL(endpoint.base).host;
}
