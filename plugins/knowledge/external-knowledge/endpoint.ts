import { PlatformError } from '#kernel';

/**
 * An endpoint as it is stored: without a slash at its end, and without the part that is added when it is asked. A query
 * or a password in it could not be kept secret.
 */
export function endpointOf(typed: string): string {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw invalid('The endpoint is no http or https address, such as https://knowledge.example.com/api.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw invalid('The endpoint has a user, a query or a fragment: leave that out, keys go into the key.');
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/retrieval$/, '');
  return `${url.origin}${path}`;
}

/** Whether a key for the one may be sent to the other. */
export function isSameServer(left: string, right: string): boolean {
  return new URL(left).origin === new URL(right).origin;
}

function invalid(message: string): PlatformError {
  return new PlatformError('invalid', 'external-knowledge.invalid_endpoint', message, { field: 'endpoint' });
}
