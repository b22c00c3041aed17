import { isMapping } from '#engine';
import { isPlatformError, PlatformError } from '#kernel';
import type { EgressResponse } from '#plugins/egress/contract.ts';
import type { Endpoint } from './endpoint.ts';
import { type Reported, readError } from './reported-error.ts';
import { retryAfterOf } from './retry-after.ts';
import { HEADLINES } from './trouble.ts';

/** Bytes of an error answer that are looked at. */
const MAX_ERROR_BODY = 16 * 1024;
/** Characters of it that are shown. */
const MAX_EXCERPT = 300;

/** What a failed call was about. */
export interface FailedCall {
  readonly model?: string;
  readonly signal: AbortSignal;
}

/** Reads an answer with an error status and throws what it means. */
export async function throwForStatus(response: EgressResponse, endpoint: Endpoint, model?: string): Promise<never> {
  const text = await readStart(response);
  const value = parseOrText(text);
  const wait = retryAfterOf(response.headers, value);
  throw errorOf(response.status, readError(value), { endpoint, model, wait });
}

/**
 * A failure inside an answer that began well: garbage, a stream that stops midway, or an error event (`reported`: the
 * event), which means what the same error would have meant with a status.
 */
export function brokenAnswer(
  endpoint: Endpoint,
  what: string,
  about: { readonly model?: string; readonly reported?: unknown } = {},
): PlatformError {
  if (about.reported === undefined) {
    const remedy = 'Try again; if it stays, check the API address in the settings of the provider.';
    return failed(`${nameOf(endpoint)} ${what.replace(/\.$/, '')}${forModel(about.model)}. ${remedy}`);
  }
  const reported = readError(about.reported);
  const wait = retryAfterOf({}, about.reported);
  const { code, headline, remedy } = meaningOf(statusOf(reported) ?? 200, reported);
  const said = excerpt(reported.message, endpoint);
  // What tells callers what to do is said as it is of answers with a status.
  const told = Object.values<string>(HEADLINES).includes(headline) ? headline : what.replace(/\.$/, '');
  const text = `${nameOf(endpoint)} ${told}${forModel(about.model)}.${said} ${remedy(wait)}`;
  return new PlatformError('invalid', code, text, detailsOf(wait, statusOf(reported)));
}

/** Network failures become the provider's; an aborted call keeps its reason. */
export function toModelError(error: unknown, endpoint: Endpoint, { model, signal }: FailedCall): unknown {
  if (signal.aborted) return signal.reason ?? error;
  if (isPlatformError(error) && error.code.startsWith('models.')) return error;
  const reason = isPlatformError(error) ? error.message : 'the server could not be called.';
  return failed(`The call of ${nameOf(endpoint)}${forModel(model)} failed: ${reason} Try again.`, error);
}

function errorOf(
  status: number,
  reported: Reported,
  about: { readonly endpoint: Endpoint; readonly model: string | undefined; readonly wait: number | undefined },
): PlatformError {
  const { code, headline, remedy } = meaningOf(status, reported);
  const head = `${nameOf(about.endpoint)} ${headline}${forModel(about.model)} (${status}).`;
  const text = `${head}${excerpt(reported.message, about.endpoint)} ${remedy(about.wait)}`;
  return new PlatformError('invalid', code, text, detailsOf(about.wait, status));
}

interface Meaning {
  readonly code: string;
  readonly headline: string;
  remedy(wait: number | undefined): string;
}

const CREDENTIALS: Meaning = {
  code: 'models.provider_not_initialize',
  headline: 'refuses the credentials',
  remedy: () => 'Check the key, and what it may do, in the settings of the provider.',
};
const QUOTA: Meaning = {
  code: 'models.provider_quota_exceeded',
  headline: 'reports that its quota is used up',
  remedy: () => 'Add to the account at the provider, or choose another model.',
};
const MODEL: Meaning = {
  code: 'models.model_currently_not_support',
  headline: 'does not know the model or the address',
  remedy: () => "Check the model's name, and the API address in the settings of the provider.",
};

const LENGTH: Meaning = {
  code: 'models.completion_request_error',
  headline: HEADLINES.tooLong,
  remedy: () => 'Try with less: a shorter prompt, fewer turns of the conversation, or a model that reads more.',
};

/** Vendors tell these with all kinds of statuses. Compared with the error's code, type and message, in lower case. */
const CREDENTIAL_WORDS =
  /invalid_api_key|invalidapikey|api_key_invalid|incorrect api key|invalid api key|api key not valid|authentication_error/;
const QUOTA_WORDS =
  /insufficient_quota|insufficient[ _]balance|credit balance is too low|billing_hard_limit_reached|billing_not_active|arrearage|accountoverdue|余额不足|欠费/;
const MODEL_WORDS =
  /model_not_found|model not exist|model does not exist|invalid_model|invalidendpointormodel|deploymentnotfound|modelnotopen|model identifier is invalid/;

/** More than a model reads at once. */
const LENGTH_WORDS =
  /context_length_exceeded|maximum context length|context window|prompt is too long|input is too long|too many (?:input )?tokens|string_above_max_length|request_too_large|exceeds? the (?:maximum|limit|model).{0,40}tokens?|tokens? (?:count|limit).{0,40}exceed/;

/** Google calls a rate limit "quota": the word alone means nothing. */
function meaningOf(status: number, { code, message }: Reported): Meaning {
  const words = `${code} ${message}`.toLowerCase();
  if (status === 402 || QUOTA_WORDS.test(words)) return QUOTA;
  if (status === 401 || status === 403 || CREDENTIAL_WORDS.test(words)) return CREDENTIALS;
  if (status === 404 || MODEL_WORDS.test(words)) return MODEL;
  const isLimit = status === 429 || /rate_limit|too many requests|resource_exhausted/.test(words);
  if (!isLimit && (status === 413 || (status < 500 && LENGTH_WORDS.test(words)))) return LENGTH;
  return {
    code: 'models.completion_request_error',
    headline: isLimit ? HEADLINES.limited : headlineOf(status),
    remedy(wait) {
      if (wait !== undefined) return `Try again in ${Math.ceil(wait / 1000)} s.`;
      if (isLimit) return 'Try again later, or have the limit raised at the provider.';
      if (isRedirect(status))
        return 'The address of the model is not right: set the one it leads to in the credentials of the provider.';
      if (status >= 400 && status < 500) return 'Check the parameters and what is sent to the model.';
      return 'Try again later.';
    },
  };
}

/** Not followed: what is sent holds a key, and is a POST. */
function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function headlineOf(status: number): string {
  if (status === 529 || status === 503) return HEADLINES.overloaded;
  if (isRedirect(status)) return 'leads to another address';
  return status >= 400 && status < 500 ? 'refuses the request' : `answered with status ${status}`;
}

function failed(message: string, cause?: unknown): PlatformError {
  return new PlatformError('invalid', 'models.completion_request_error', message, cause === undefined ? {} : { cause });
}

/** Events have no status; those that say that others should be asked tell it in words. */
function statusOf({ status, code }: Reported): number | undefined {
  return status ?? (/overloaded|rate_limit|resource_exhausted|unavailable/i.test(code) ? 503 : undefined);
}

/** What decides whether, and when, somebody else is asked (`models`, credential sets). */
function detailsOf(
  wait: number | undefined,
  status: number | undefined,
): { readonly details?: Readonly<Record<string, unknown>> } {
  if (wait === undefined && status === undefined) return {};
  return { details: { ...(wait !== undefined && { retry_after_ms: wait }), ...(status !== undefined && { status }) } };
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

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // HTML pages of proxies say nothing a user could use.
    return text.trimStart().startsWith('<') ? '' : text;
  }
}

/** A short, single-line piece of what the server said, without anything that looks like a credential. */
function excerpt(text: string, endpoint: Endpoint): string {
  let clean = text;
  // A key of three characters, as local servers take any, is in every second word.
  for (const secret of endpoint.secrets) if (secret.length > 3) clean = clean.replaceAll(secret, '***');
  clean = clean
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\x00-\x1f\x7f\s]+/g, ' ')
    .replace(/\b(sk|pk|rk|key|org|proj|sess|gsk|xai|pplx|nvapi|r8|hf|jina)[-_][\w*.-]{4,}/gi, '***')
    .replace(/\bAIza[\w-]{10,}/g, '***')
    .replace(/\b(bearer|basic)\s+\S+/gi, '$1 ***')
    .trim();
  if (clean === '') return '';
  return ` It says: ${clean.length > MAX_EXCERPT ? `${clean.slice(0, MAX_EXCERPT)}…` : clean.replace(/[^.!?。]$/, '$&.')}`;
}

function nameOf(endpoint: Endpoint): string {
  return `${endpoint.provider} (${new URL(endpoint.base).host})`;
}

/** Names are what users typed: short, on one line. */
function forModel(model: string | undefined): string {
  if (model === undefined) return '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return ` for the model ${JSON.stringify(model.replace(/[\x00-\x1f\x7f]+/g, ' ').slice(0, 100))}`;
}

/** An event or whole answer that is an error, in any of the forms of vendors: `{error: …}`. */
export function isReportedError(value: unknown): boolean {
  return isMapping(value) && value.error !== undefined && value.error !== null;
}
