import { type ErrorKind, isPlatformError, PlatformError } from '#kernel';

/** How an error shows a server: by its name, quoted, one line. */
export function shown(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}

export function noServer(): PlatformError {
  const message = 'There is no such MCP server in this workspace: list them with weft mcp servers list.';
  return new PlatformError('not-found', 'mcp-client.not_found', message);
}

export function invalidServer(message: string, field: string): PlatformError {
  return new PlatformError('invalid', 'mcp-client.invalid_server', message, { field });
}

/** What keeps a call from being made or answered, for who built the app and for the model that called. */
export function serverFailure(kind: ErrorKind, code: string, name: string, what: string): PlatformError {
  return new PlatformError(kind, code, `The MCP server ${shown(name)} ${what}`);
}

export function invalidAnswer(name: string, what: string): PlatformError {
  return new PlatformError('invalid', 'mcp-client.invalid_answer', `The MCP server ${shown(name)} ${what}`);
}

/** The server asks for an authorisation that is not there, or not any more. `link`: where the user gives it. */
export function notAuthorized(name: string, link: string | null): PlatformError {
  const message =
    link === null
      ? `The MCP server ${shown(name)} is not authorised: who may install plugins does it, with weft mcp servers authorize.`
      : `The MCP server ${shown(name)} acts for each user, and this one has not authorised it. Open this link within an hour, allow it, and run again: ${link}`;
  const details = link === null ? {} : { details: { authorization_url: link } };
  return new PlatformError('invalid', 'mcp-client.not_authorized', message, details);
}

export function attemptOver(): PlatformError {
  const message = 'This authorisation was not begun in this browser, took too long, or is over; begin again.';
  return new PlatformError('invalid', 'mcp-client.attempt_over', message);
}

export function refusedAuthorization(name: string, reason: string): PlatformError {
  const message = `The MCP server ${shown(name)} could not be authorised: ${reason}`;
  return new PlatformError('invalid', 'mcp-client.authorization_failed', message);
}

interface LibraryError extends Error {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly data?: { readonly status?: unknown } | undefined;
  readonly requiredScope?: unknown;
}

/** HTTP status that the library's error is about. */
export function statusOf(error: unknown): number | null {
  const { status, data, message } = (error ?? {}) as LibraryError;
  // The older transport says it in words alone.
  const said = /^SSE error: Non-200 status code \((\d{3})\)/.exec(String(message))?.[1];
  const found = status ?? data?.status ?? (said === undefined ? undefined : Number(said));
  return typeof found === 'number' ? found : null;
}

/**
 * What the library throws, in words of the house. `heard`: what its requests broke on, which says it better. Texts of answers
 * are not told: they may hold what was sent.
 */
export function toFailure(error: unknown, name: string, heard: unknown, mask: (text: string) => string): PlatformError {
  const known = platformErrorIn(error) ?? platformErrorIn(heard);
  if (known !== null) return ownWords(known, name);
  const { name: kind, code, message, requiredScope } = error as LibraryError;
  if (code === 'REQUEST_TIMEOUT')
    return serverFailure('unavailable', 'mcp-client.timed_out', name, 'did not answer in time.');
  if (kind === 'InsufficientScopeError') {
    const scope = typeof requiredScope === 'string' ? ` ${JSON.stringify(requiredScope.slice(0, 200))}` : '';
    const what = `the server asks for the scope${scope}. Set it as the server's scope, and authorise again.`;
    return refusedAuthorization(name, what);
  }
  const status = statusOf(error);
  if (status === 401 || kind === 'UnauthorizedError') return notAuthorized(name, null);
  if (status !== null && status >= 300 && status < 400)
    return invalidAnswer(
      name,
      'sends to another address, which is not followed: register that one, if it is the right one.',
    );
  if (status === 404 || status === 405)
    return invalidAnswer(
      name,
      `answered with the HTTP status ${status}: there is no MCP server at this address. Check it.`,
    );
  if (status !== null)
    return serverFailure('unavailable', 'mcp-client.failed', name, `answered with the HTTP status ${status}.`);
  if (typeof code === 'number') {
    const told = mask(String(message)).slice(0, 2_000);
    return new PlatformError('invalid', 'mcp-client.tool_error', `The MCP server ${shown(name)} refused: ${told}`);
  }
  if (
    code === 'CAPABILITY_NOT_SUPPORTED' ||
    kind === 'MissingRequiredClientCapabilityError' ||
    /input.?required/i.test(String(code))
  )
    return invalidAnswer(name, "asks for something (input of a person, a model) that can't be given here.");
  return invalidAnswer(name, 'answered with something that is not the protocol, or broke off. Check its address.');
}

function ownWords(error: PlatformError, name: string): PlatformError {
  if (error.code.startsWith('mcp-client.') && error.code !== 'mcp-client.too_large') return error;
  if (error.code === 'mcp-client.too_large') return invalidAnswer(name, error.message.replace(/^It /, ''));
  if (error.code === 'egress.timeout')
    return serverFailure('unavailable', 'mcp-client.timed_out', name, `did not answer in time. ${error.message}`);
  if (error.code === 'egress.address_refused')
    return new PlatformError(
      'forbidden',
      'mcp-client.address_refused',
      `The MCP server ${shown(name)}: ${error.message}`,
    );
  if (error.code.startsWith('egress.'))
    return serverFailure('unavailable', 'mcp-client.unreachable', name, `can't be reached. ${error.message}`);
  return error;
}

/** The library wraps what the guarded client throws. */
export function platformErrorIn(error: unknown): PlatformError | null {
  let cause = error;
  for (let depth = 0; depth < 8 && cause instanceof Error; depth += 1) {
    if (isPlatformError(cause)) return cause;
    const { data } = cause as { data?: { cause?: unknown } };
    cause = cause.cause ?? data?.cause;
  }
  return null;
}
