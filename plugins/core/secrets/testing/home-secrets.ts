import type { Secrets } from '#plugins/secrets/contract.ts';
import { loadMasterKeys } from '#plugins/secrets/master-key.ts';
import { SecretsService } from '#plugins/secrets/secrets-service.ts';

/** What the keys in a data folder seal and open; the sealing one alone when the previous ones are left out. */
export async function secretsOf(home: string, options: { readonly isAlone?: boolean } = {}): Promise<Secrets> {
  const keys = await loadMasterKeys({ home, key: '', previousKeys: '' });
  return new SecretsService(options.isAlone === true ? { ...keys, previous: [] } : keys);
}

/** What one key seals and opens. */
export function secretsWith(key: Buffer): Secrets {
  return new SecretsService({ current: key, previous: [] });
}
