import { exactJson, toText } from '../../engine/contract.ts';
import { DefaultUser } from '../end-users/contract.ts';
import type { ManagementCaller } from '../management-api/contract.ts';
import { invalidParameter } from './caller.ts';

/** Characters; what is longer does not fit the index that finds end users by name. */
const LONGEST_USER = 512;

/**
 * The `user` of a body or query where it is required (runtime API, end user). Other values become text. `text` is what a body
 * was read from: ids of 64 bits are sent as numbers, and users whose ids end in other digits are not one.
 */
export function requiredUser(container: unknown, text = ''): string {
  const user = userIn(container, text);
  if (user === null) throw invalidParameter('user is required', 'user');
  return user;
}

/** The `user` where it is optional: callers that give none share one. */
export function optionalUser(container: unknown, text = ''): string {
  return userIn(container, text) ?? DefaultUser;
}

/** In the console the user is whoever calls: nobody acts there for the users of an app. */
export function refuseUser(container: unknown): void {
  if (userIn(container) === null) return;
  const message =
    'user is whoever calls the console: leave it out. For users of the app call its own route under /v1, with a key of the app';
  throw invalidParameter(message, 'user');
}

/** Whoever calls in the console has conversations and files of his own, which no end user and no other member can name. */
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
  if (clean.length > LONGEST_USER) throw invalidParameter(`user is longer than ${LONGEST_USER} characters`, 'user');
  return clean === '' ? null : clean;
}

function textOf(user: unknown, sent: string): string {
  const hasLostDigits = Number.isInteger(user) && !Number.isSafeInteger(user) && sent !== '';
  return hasLostDigits ? toText(exactJson({ user }, sent).user) : JSON.stringify(user);
}
