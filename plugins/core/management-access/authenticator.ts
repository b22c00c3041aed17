import type { Authenticator } from '#http';
import { type Contributions, PlatformError } from '#kernel';
import { ManagementAccess, type ManagementCredential } from './contract.ts';

/** Knows callers of the management API by what plugins contribute. */
export function managementAuthenticator(credentials: Contributions<ManagementCredential>): Authenticator {
  return {
    id: ManagementAccess.authenticator,
    async authenticate(request) {
      for (const credential of credentials.all()) {
        const caller = await credential.find(request);
        if (caller !== null) return caller;
      }
      throw new PlatformError(
        'unauthenticated',
        'management-access.unauthorized',
        'Sign in, or send a personal key or the management token in the header `Authorization: Bearer <token>`.',
      );
    },
    isCached: (request) => credentials.all().some((credential) => credential.isCached(request)),
  };
}
