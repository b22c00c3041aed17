import { isMapping } from '#engine';
import { currentTime } from '#kernel';

/** Who asks for more waits a day at most: beyond it is a mistake. */
const MAX_WAIT = 24 * 60 * 60 * 1000;

/**
 * Milliseconds after which a server wants to be asked again: `retry-after-ms`, `retry-after` (seconds or a date, RFC 9110),
 * or `RetryInfo.retryDelay` ("34.4s") in what a server of Google reports. Undefined when it does not say.
 */
export function retryAfterOf(
  headers: Readonly<Record<string, string>>,
  reported: unknown,
  now = currentTime(),
): number | undefined {
  const exact = positive(headers['retry-after-ms']);
  if (exact !== undefined) return within(exact);
  const given = headers['retry-after'];
  const seconds = positive(given);
  if (seconds !== undefined) return within(seconds * 1000);
  const date = given === undefined ? Number.NaN : Date.parse(given);
  if (Number.isFinite(date)) return within(date - now);
  const delay = retryDelayOf(reported);
  return delay === undefined ? undefined : within(delay * 1000);
}

function retryDelayOf(reported: unknown): number | undefined {
  if (Array.isArray(reported)) return retryDelayOf(reported[0]);
  const error = isMapping(reported) && isMapping(reported.error) ? reported.error : reported;
  if (!isMapping(error) || !Array.isArray(error.details)) return undefined;
  for (const detail of error.details) {
    const delay: unknown = isMapping(detail) ? detail.retryDelay : undefined;
    const seconds = typeof delay === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
    if (seconds !== undefined) return Number(seconds);
  }
  return undefined;
}

function positive(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

function within(wait: number): number {
  return Math.ceil(Math.min(Math.max(wait, 0), MAX_WAIT));
}
