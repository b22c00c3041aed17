import { PlatformError } from '#kernel';

/** Also for one that is switched off: a stranger learns nothing of it. */
export function noConnection(): PlatformError {
  return new PlatformError('not-found', 'sso.no_connection', 'There is no such connection, or it is switched off.');
}

/** The browser's part of a sign-in is not there, or not the one the provider answers. */
export function signInOver(): PlatformError {
  const message = 'This sign-in was not begun in this browser, took too long, or is over; begin again.';
  return new PlatformError('unauthenticated', 'sso.sign_in_over', message);
}

/** What the provider says is not to be believed, or is a no. */
export function refused(reason: string, cause?: unknown): PlatformError {
  const message = `The identity provider's answer is not accepted: ${reason}. Begin again; if it stays, ask who set the provider up.`;
  return new PlatformError('unauthenticated', 'sso.refused', message, { cause });
}

/** The address is that of an account which is somebody else at a provider. */
export function linkNeeded(): PlatformError {
  const message =
    'The account with your e-mail address is known as another person of an identity provider. If it is yours, sign in to it in this browser within ten minutes (over the provider as before, or by a password you knew), and confirm: POST /console/api/sso/links.';
  return new PlatformError('conflict', 'sso.link_needed', message);
}

export function noLink(): PlatformError {
  const message =
    'Nothing waits in this browser to be linked, or not any more; sign in over the identity provider again.';
  return new PlatformError('not-found', 'sso.no_link', message);
}

export function linkOfOther(): PlatformError {
  const message = 'What waits to be linked is about another account; sign in with that one.';
  return new PlatformError('forbidden', 'sso.link_of_other', message);
}

/** The session proves no more than that somebody reads the mails of the address. */
export function proofNeeded(): PlatformError {
  const message =
    'A password that a link has set does not prove that the account is yours; sign in over the identity provider as you did before.';
  return new PlatformError('forbidden', 'sso.proof_needed', message);
}

export function providerFailed(reason: string, cause?: unknown): PlatformError {
  const message = `The identity provider can't be used: ${reason}. Check the connection's issuer, and the provider.`;
  return new PlatformError('unavailable', 'sso.provider_failed', message, { cause });
}

export function invalidConnection(message: string, field: string): PlatformError {
  return new PlatformError('invalid', 'sso.invalid_connection', message, { field });
}

/** The library wraps what the guarded client throws; its errors say best what is wrong. */
export function platformErrorIn(error: unknown): PlatformError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PlatformError) return cause;
  }
  return null;
}
