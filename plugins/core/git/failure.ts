import { PlatformError } from '#kernel';

export function broken(what: string, cause?: unknown): PlatformError {
  return new PlatformError('unavailable', 'git.broken', `The answer of the repository can't be read: ${what}.`, {
    cause,
  });
}

export function tooLarge(what: string): PlatformError {
  return new PlatformError('invalid', 'git.too_large', `The repository is too large for this: ${what}.`);
}

export function unsupported(what: string): PlatformError {
  return new PlatformError('invalid', 'git.unsupported', what);
}

export function notFound(what: string): PlatformError {
  return new PlatformError('not-found', 'git.not_found', what);
}

export function notAllowed(host: string, words: string): PlatformError {
  const said = words === '' ? '' : ` It says: ${words}`;
  return new PlatformError('forbidden', 'git.not_allowed', `${host} does not allow this account to do that.${said}`);
}

export function wrongHostKey(host: string, found: string): PlatformError {
  const message = `${host} shows the key ${found}, which is not the one that was confirmed. Nothing was sent to it.`;
  return new PlatformError('forbidden', 'git.wrong_host_key', message);
}

export function noCommit(): PlatformError {
  const message = 'The repository does not hold that commit or file any more.';
  return new PlatformError('not-found', 'git.no_commit', message);
}

export function noFolder(message: string): PlatformError {
  return new PlatformError('not-found', 'git.no_folder', message);
}

export function invalidRequest(message: string, field: string): PlatformError {
  return new PlatformError('invalid', 'git.invalid_request', message, { field });
}

export function unavailable(message: string, retryAfter?: number): PlatformError {
  const options = retryAfter === undefined ? {} : { retryAfter };
  return new PlatformError('unavailable', 'git.unavailable', message, options);
}

export function busy(): PlatformError {
  const message =
    'Too many repositories wait to be read (git.processes at a time, git.maxQueue behind them); try again in a moment.';
  return new PlatformError('unavailable', 'git.busy', message, { retryAfter: 5 });
}

/** What a server refuses with in a line of its own, by what it says; null: that is none of what is known. */
export function spokenRefusal(said: string): PlatformError | null {
  if (/not our ref|unadvertised object|not found: [0-9a-f]{40}/i.test(said)) return noCommit();
  if (/access denied|permission|not allowed|unauthori[sz]ed|forbidden/i.test(said)) return notAllowed('The host', said);
  if (/not found|does not exist|no such|not exported/i.test(said)) return notFound(`The host says: ${said}`);
  return null;
}

/** What a server says, as one line without anything that a terminal or a page could take for more than words. */
export function cleanWords(text: string, most = 500): string {
  const line = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals obey is what goes
    .replace(/\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)/g, '')
    .replace(/^remote:\s?/gm, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\s\ufffd]+/gu, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most).trimEnd()}…` : line;
}
