import { PlatformError } from '#kernel';

/** The operator has set none, has removed it, or it can't prove who people are. */
export function noService(): PlatformError {
  return new PlatformError('not-found', 'sign-in-providers.no_service', 'Nobody signs in with this service here.');
}

/** The browser's part is not there, or not the one the service answers. */
export function signInOver(): PlatformError {
  const message = 'This sign-in was not begun in this browser, took too long, or is over; begin again.';
  return new PlatformError('unauthenticated', 'sign-in-providers.sign_in_over', message);
}

export function unverified(): PlatformError {
  const message = 'The service does not say that your e-mail address is verified; verify it there, and try again.';
  return new PlatformError('forbidden', 'sign-in-providers.unverified_address', message);
}

export function notInvited(): PlatformError {
  const message =
    'Nobody with this address has an account here. Open the link of your invitation and continue from there, or ask to be invited.';
  return new PlatformError('forbidden', 'sign-in-providers.not_invited', message);
}

/** Somebody is linked elsewhere already. */
export function linkedToOther(): PlatformError {
  const message =
    'This person is linked to another account, or your account to another person there; unlink that one first.';
  return new PlatformError('conflict', 'sign-in-providers.linked_elsewhere', message);
}

export function noLink(): PlatformError {
  const message = 'Nothing waits in this browser to be linked to this account, or not any more; begin again.';
  return new PlatformError('not-found', 'sign-in-providers.no_link', message);
}

/** The session proves no more than that somebody reads the mails of the address. */
export function proofNeeded(): PlatformError {
  const message =
    'A password that a link has set does not prove that the account is yours; sign in as you did before it, and try again.';
  return new PlatformError('forbidden', 'sign-in-providers.proof_needed', message);
}

export function lastWay(): PlatformError {
  const message = 'It is your only way to sign in; set a password, or link another service first.';
  return new PlatformError('conflict', 'sign-in-providers.last_way', message);
}

export function invalidReturn(): PlatformError {
  const message = 'return_to is a path of this site, such as /apps.';
  return new PlatformError('invalid', 'sign-in-providers.invalid_return', message, { field: 'return_to' });
}
