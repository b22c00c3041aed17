import type { AuthenticationRequest, Authenticator } from '#http';
import { PlatformError } from '#kernel';
import { DatasetKeyAccess, type DatasetKeyCaller } from './contract.ts';
import type { KeysService } from './keys-service.ts';

/**
 * Finds the workspace behind `Authorization: Bearer dataset-…`, at the paths that keys of knowledge bases open (runtime API,
 * keys). Keys of apps are of another kind and open nothing there.
 */
export function keyAuthenticator(keys: Pick<KeysService, 'byKey' | 'knows'>): Authenticator {
  return {
    id: DatasetKeyAccess.authenticator,
    pathPrefixes: ['/v1/datasets', '/v1/workspaces/current/models'],
    async authenticate(request): Promise<DatasetKeyCaller> {
      const key = keyIn(request);
      if (key === undefined) throw missing;
      if (!key.startsWith('dataset-')) throw wrongKind;
      const found = await keys.byKey(key);
      if (found === null) throw unknown;
      return found;
    },
    isCached: (request) => keys.knows(keyIn(request) ?? ''),
  };
}

function keyIn(request: AuthenticationRequest): string | undefined {
  return /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** One of each for all: guesses come by the thousand, and most of what refusing costs is making an error. */
const missing = unauthorized('Send a key of knowledge bases in the header `Authorization: Bearer <key>`.');
const wrongKind = unauthorized(
  'The key is no key of knowledge bases: those begin with `dataset-`; app keys open the routes of apps only.',
);
const unknown = unauthorized('The key of knowledge bases is unknown or was revoked.');

function unauthorized(message: string): PlatformError {
  return new PlatformError('unauthenticated', 'dataset-keys.unauthorized', message);
}
