import { PlatformError } from '#kernel';
import type { KeyRing } from './contract.ts';
import {
  forgetStoredKeys,
  keyFiles,
  loadMasterKeys,
  type MasterKeyOptions,
  replaceStoredKey,
  withdrawKey,
} from './master-key.ts';
import type { SecretsService } from './secrets-service.ts';

/** The keys of this process, and the files they lie in. */
export class StoredKeyRing implements KeyRing {
  readonly #options: MasterKeyOptions;
  readonly #secrets: SecretsService;
  readonly isNew: boolean;

  /** `isNew`: the key was made by this start. */
  constructor(options: MasterKeyOptions, secrets: SecretsService, isNew: boolean) {
    this.#options = options;
    this.#secrets = secrets;
    this.isNew = isNew;
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

  get places(): readonly string[] {
    const { home, key, previousKeys } = this.#options;
    const setting = (name: string, value: string) => `${name} (${value === '' ? 'not set' : 'set'})`;
    return [
      setting('WEFT_SECRET_KEY', key),
      setting('WEFT_PREVIOUS_SECRET_KEYS', previousKeys),
      ...keyFiles(home).map((file, index) => (index === 0 && this.isNew ? `${file} (it was not there)` : file)),
    ];
  }

  async withdraw(): Promise<void> {
    if (this.isNew) await withdrawKey(this.#options.home);
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
