import { PlatformError } from '#kernel';
import type { EgressResponse } from '#plugins/egress/contract.ts';
import { at, list, text } from './host.ts';

/** What a host says against a request, in words for people. */
export function failed({ status, headers }: Pick<EgressResponse, 'status' | 'headers'>, said: string): PlatformError {
  const words = said === '' ? '' : `: ${said.replace(/[.\s]+$/, '')}`;
  // GitHub says 403 where others say 429.
  const isLimited =
    status === 429 ||
    (status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined));
  if (isLimited || status >= 500) {
    const why = isLimited ? 'It is asked too often' : 'It fails';
    const message = `The host answered ${status}${words}. ${why}, and it is tried again later.`;
    const retryAfter = secondsUntil(headers);
    return new PlatformError(
      'unavailable',
      'repository-hosts.failed',
      message,
      retryAfter === null ? {} : { retryAfter },
    );
  }
  const remedy =
    status < 400
      ? 'The repository was renamed or moved: link it again where it is now.'
      : 'Look whether the account may do this there.';
  return new PlatformError('conflict', 'repository-hosts.refused', `The host answered ${status}${words}. ${remedy}`);
}

const MAX_WAIT = 3_600;

function secondsUntil(headers: EgressResponse['headers']): number | null {
  const after = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0];
  return after === undefined ? null : Math.min(Number(after), MAX_WAIT);
}

/**
 * What hosts say of errors, in their several ways, as one line: GitHub's `message` with `errors` (docs, "Troubleshooting the REST API"),
 * GitLab's `message` (text, list, or lists by field), OAuth's `error` and `error_description`, Bitbucket's `error.message` and `error.detail`.
 */
export function messageOf(said: string): string {
  try {
    const value = JSON.parse(said) as unknown;
    const error = at(value, 'error');
    const found = [
      ...wordsIn(at(value, 'message')),
      ...list(value, 'errors').flatMap((one) => wordsIn(text(one, 'message') || one)),
      ...(typeof error === 'string'
        ? [text(value, 'error_description') || error]
        : [...wordsIn(at(error, 'message')), ...wordsIn(at(error, 'detail'))]),
    ];
    return [...new Set(found)]
      .join(': ')
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, 300);
  } catch {
    return '';
  }
}

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, words]) => `${name} ${wordsIn(words).join(', ')}`.trim());
}
