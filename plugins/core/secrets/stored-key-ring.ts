import { PlatformError } from '#kernel';
import type { KeyRing } from './contract.ts';
import { forgetStoredKeys, loadMasterKeys, type MasterKeyOptions, replaceStoredKey } from './master-key.ts';
import type { SecretsService } from './secrets-service.ts';

/** The keys of this process, and the files they lie in. */
export class StoredKeyRing implements KeyRing {
  readonly #options: MasterKeyOptions;
  readonly #secrets: SecretsService;

  constructor(options: MasterKeyOptions, secrets: SecretsService) {
    this.#options = options;
    this.#secrets = secrets;
  }

  get place(): 'file' | 'environment' {
    return this.#options.key === '' ? 'file' : 'environment';
  }

  get current(): string {
    return this.#secrets.current;
  }

  get previous(): readonly string[] {
    return this.#secrets.previous;
  }

  async renew(): Promise<void> {
    if (this.place === 'environment') {
      const message =
        'The master key is in WEFT_SECRET_KEY: set another one there, and list this one in WEFT_PREVIOUS_SECRET_KEYS.';
      throw new PlatformError('conflict', 'secrets.key_in_environment', message);
    }
    await replaceStoredKey(this.#options.home);
    this.#secrets.use(await loadMasterKeys(this.#options));
  }

  async forget(): Promise<void> {
    const { home } = this.#options;
    await forgetStoredKeys(home, { isStoredKeyPrevious: this.place === 'environment' });
    const { current } = await loadMasterKeys(this.#options);
    this.#secrets.use({ current, previous: [] });
  }
}
