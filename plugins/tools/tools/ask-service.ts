import { isMapping, toText } from '#engine';
import { PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';

/** A question to a service that answers with JSON. */
export interface ServiceQuestion {
  /** For messages: "Tavily". */
  readonly service: string;
  /** Redirects are not followed: they would carry keys elsewhere. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: readonly (readonly [string, string])[];
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Bytes of the answer that are taken. */
  readonly maxBytes: number;
  /** Keys: masked in what the service says. */
  readonly secrets: readonly string[];
}

export type ServiceAnswer = Readonly<Record<string, unknown>>;

/**
 * Asks a service. Throws `tools.service_refused` (invalid) when it takes the key or the question not, with what it said;
 * `tools.service_unavailable` when it is busy, broken, or says nothing that can be read; and errors of egress.
 */
export async function askService(
  { egress, signal }: { readonly egress: Egress; readonly signal: AbortSignal },
  question: ServiceQuestion,
): Promise<ServiceAnswer> {
  const { service, url, method, body, maxBytes, secrets } = question;
  const headers: (readonly [string, string])[] = [['accept', 'application/json'], ...(question.headers ?? [])];
  if (body !== undefined) headers.push(['content-type', 'application/json']);
  const sent = { url, method, headers, decompress: true, signal };
  const response = await egress.request(body === undefined ? sent : { ...sent, body: JSON.stringify(body) });
  if (response.status !== 200) {
    const said = saidIn(await response.text(maxErrorBytes).catch(() => ''), secrets);
    throw failure(service, response.status, said);
  }
  const answer = parsed(await response.text(maxBytes));
  if (!isMapping(answer)) throw unavailable(service, 'its answer is no JSON object');
  return answer;
}

const maxErrorBytes = 64 * 1024;

/** Hides keys in a text of a service. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => (secret === '' ? masked : masked.replaceAll(secret, '***')), text);
}

/** What a service says of an error, as one short line. */
function saidIn(body: string, secrets: readonly string[]): string {
  const answer = parsed(body);
  const error = isMapping(answer) ? (answer.error ?? answer.detail ?? answer.message ?? answer.readableMessage) : null;
  const said = isMapping(error) ? (error.message ?? error.error) : error;
  if (typeof said !== 'string') return '';
  const line = maskSecrets(said, secrets)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.slice(0, 300).toWellFormed();
}

function failure(service: string, status: number, said: string): PlatformError {
  const told = said === '' ? '' : ` It says: ${said}`;
  if (status === 429 || status >= 500) return unavailable(service, `it answered with status ${status}`, told);
  const isKey = status === 401 || status === 403;
  const remedy = isKey ? 'check the credentials of its provider under tools' : 'check what the tool was given';
  return new PlatformError(
    'invalid',
    'tools.service_refused',
    `${service} refuses the call (status ${status}): ${remedy}.${told}`,
  );
}

function unavailable(service: string, problem: string, told = ''): PlatformError {
  return new PlatformError(
    'unavailable',
    'tools.service_unavailable',
    `${service} can't be asked now: ${problem}. Try again later.${told}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text that a service may have left out, as one line of a list. */
export function lineOf(value: unknown): string {
  return toText(value)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();
}

/** Whether a form says yes; documents write 1, "1", true and "true". */
export function isYes(value: unknown): boolean {
  return ['1', 'true', 'yes'].includes(toText(value).trim().toLowerCase());
}

/** A whole number within bounds; the usual one where nothing fits. */
export function countOf(value: unknown, usual: number, most: number): number {
  const count = Math.trunc(Number(toText(value)));
  return count >= 1 ? Math.min(count, most) : usual;
}
