import { exactJson, toText } from '#engine';
import { DefaultUser } from '#plugins/end-users/contract.ts';
import type { ManagementCaller } from '#plugins/management-access/contract.ts';
import { type AppCaller, invalidParameter } from './caller.ts';

/** Characters; what is longer does not fit the index that finds end users by name. */
const MAX_USER = 512;

/**
 * The `user` of a body or query where it is required (runtime API, end user). Other values become text. `text` is what a body
 * was read from: ids of 64 bits are sent as numbers, and users whose ids end in other digits are not one.
 */
export function requiredUser(caller: Caller, container: unknown, text = ''): string {
  const user = userFor(caller, container, text);
  if (user === null) throw invalidParameter('user is required', 'user');
  return user;
}

/** The `user` where it is optional: callers that give none share one. */
export function optionalUser(caller: Caller, container: unknown, text = ''): string {
  return userFor(caller, container, text) ?? DefaultUser;
}

type Caller = Pick<AppCaller, 'visitor'>;
type Headers = Readonly<Record<string, string | undefined>>;

/** For whom a request is that must name a `user`, as `EndUsers.identify` takes them. */
export function callerUser(caller: Caller, container: unknown, text = '') {
  return { type: userKind(caller), sessionId: requiredUser(caller, container, text) };
}

/** The kind of end user that a caller acts for. */
export function userKind({ visitor }: Caller): 'service-api' | 'web-app' {
  return visitor === undefined ? 'service-api' : 'web-app';
}

/** A visitor acts for nobody else. */
function userFor({ visitor }: Caller, container: unknown, text: string): string | null {
  const named = userIn(container, text);
  if (visitor === undefined || named === null || named === visitor.id) return visitor?.id ?? named;
  throw invalidParameter('user is the visitor whose token was sent: leave it out', 'user');
}

/**
 * Headers by which the requests of a caller are told apart (`Idempotency`): a visitor is the same with the next token, and what
 * they name is never what another visitor has named.
 */
export function callerHeaders({ visitor }: Caller, headers: Headers): Headers {
  return visitor === undefined ? headers : { ...headers, authorization: `visitor ${visitor.id}` };
}

/** In the console the user is whoever calls: nobody acts there for the users of an app. */
export function refuseUser(container: unknown): void {
  if (userIn(container) === null) return;
  const message =
    'user is whoever calls the console: leave it out. For users of the app call its own route under /v1, with a key of the app';
  throw invalidParameter(message, 'user');
}

/** Whoever calls in the console has conversations and files of their own, which no end user and no other member can name. */
export function consoleUser({ accountId, name }: ManagementCaller): string {
  return accountId ?? name;
}

function userIn(container: unknown, sent = ''): string | null {
  if (typeof container !== 'object' || container === null || !('user' in container)) return null;
  const { user } = container;
  if (user === null || user === undefined || user === '') return null;
  const text = typeof user === 'string' ? user : textOf(user, sent);
  // Half a surrogate pair is no text: neither the database nor the user's id could keep it.
  const clean = text.replaceAll('\0', '').toWellFormed().trim();
  if (clean.length > MAX_USER) throw invalidParameter(`user is longer than ${MAX_USER} characters`, 'user');
  return clean === '' ? null : clean;
}

function textOf(user: unknown, sent: string): string {
  const hasLostDigits = Number.isInteger(user) && !Number.isSafeInteger(user) && sent !== '';
  return hasLostDigits ? toText(exactJson({ user }, sent).user) : JSON.stringify(user);
}
