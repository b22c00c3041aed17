import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, newId, PlatformError } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { KeptToken, ManagementTokenStore } from './store.ts';

const FILE = 'management-token';
/** What tokens are sealed for. */
export const TOKEN_PURPOSE = 'management-token/token';
/** Milliseconds after which the database is asked anew which tokens are good; for one that is not known, sooner. */
const KNOWN_MS = 5_000;
const UNKNOWN_MS = 500;

const pattern = /^mgmt-[A-Za-z0-9_-]{32,128}$/;

interface Parts {
  readonly home: string;
  /** From the configuration; empty: the one in the database. */
  readonly given: string;
  readonly store: Pick<ManagementTokenStore, 'add' | 'all' | 'replace'>;
  readonly secrets: Pick<Secrets, 'hash' | 'open' | 'seal' | 'token'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/**
 * The management token: one for all processes on the database, which has it hashed and sealed. Each process keeps a copy in its data
 * folder (mode 0600) for the command line of its machine.
 */
export class ManagementToken {
  readonly #parts: Parts;
  #hashes: ReadonlySet<string> = new Set();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  /** Hash of what the file has. */
  #filed = '';

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Agrees with the other processes. A token of the configuration is the installation's from then on; else the first process
   * brings that of its folder, or a new one. Throws `management-token.invalid_token` for a weak one in the configuration.
   */
  async open(): Promise<void> {
    const { home, given, secrets, store, logger } = this.#parts;
    if (given !== '' && !pattern.test(given)) throw invalidToken();
    const filed = await readFile(join(home, FILE), 'utf8').then(
      (text) => text.trim(),
      () => '',
    );
    const own = pattern.test(filed) ? filed : '';
    this.#filed = own === '' ? '' : secrets.hash(own);
    if (given === '') await store.add(this.#sealed(own || `mgmt-${secrets.token(40)}`, false));
    const current = currentOf(await store.all());
    if (given !== '') {
      if (current?.hash !== secrets.hash(given)) await store.replace(this.#sealed(given, true));
    } else if (own !== '' && current !== undefined && current.hash !== this.#filed && !current.isRenewed) {
      await store.add({ id: newId(), hash: this.#filed, sealed: null, isRenewed: false });
      logger.info({}, 'The management token of this data folder stays good beside that of the installation');
    }
    // Sealed with a master key that was given up: nobody has it in a folder any more, and it could not be made anew without one.
    const isKept = own !== '' && (current?.hash === this.#filed || current?.isRenewed === false);
    if (given === '' && !isKept && current !== undefined && !this.#isReadable(current)) {
      await store.replace(this.#sealed(`mgmt-${secrets.token(40)}`, true));
      logger.warn({}, 'The management token could not be read with this master key: a new one was made');
    }
    await this.#read();
    if (own !== '') await chmod(join(home, FILE), 0o600);
  }

  /** Whether somebody who sends this may do everything. Asks the database now and then, so that a new one counts everywhere. */
  async isGood(token: string): Promise<boolean> {
    if (!pattern.test(token)) return false;
    const hash = this.#parts.secrets.hash(token);
    const age = performance.now() - this.#readAt;
    if (age > (this.#hashes.has(hash) ? KNOWN_MS : UNKNOWN_MS)) await this.#read();
    return this.#hashes.has(hash);
  }

  /** Whether it was good when the database was asked last. */
  wasGood(token: string): boolean {
    return pattern.test(token) && this.#hashes.has(this.#parts.secrets.hash(token));
  }

  /** Makes a new one in place of all there are. Throws `management-token.token_in_environment` where the configuration says which. */
  async renew(): Promise<string> {
    const { given, secrets, store } = this.#parts;
    if (given !== '') {
      const message =
        'The management token is set by WEFT_MANAGEMENT_TOKEN. Set another there, and start each process again.';
      throw new PlatformError('conflict', 'management-token.token_in_environment', message);
    }
    const token = `mgmt-${secrets.token(40)}`;
    await store.replace(this.#sealed(token, true));
    // A look that began before would not see it.
    await this.#reading;
    await this.#read();
    return token;
  }

  #sealed(token: string, isRenewed: boolean): KeptToken {
    const { secrets } = this.#parts;
    const id = newId();
    return { id, hash: secrets.hash(token), sealed: secrets.seal(id, TOKEN_PURPOSE, token), isRenewed };
  }

  /** What the database has. Whoever asks meanwhile waits for the same answer. */
  #read(): Promise<void> {
    this.#reading ??= (async () => {
      const rows = await this.#parts.store.all();
      this.#hashes = new Set(rows.map(({ hash }) => hash));
      this.#readAt = performance.now();
      const current = currentOf(rows);
      // One of before that still is good stays in its folder: scripts have it.
      if (current !== undefined && !this.#hashes.has(this.#filed)) await this.#file(current);
    })().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  #isReadable({ id, sealed }: KeptToken): boolean {
    try {
      return this.#parts.secrets.open(id, TOKEN_PURPOSE, sealed ?? '') !== '';
    } catch {
      return false;
    }
  }

  async #file({ id, hash, sealed }: KeptToken): Promise<void> {
    const { home, secrets, logger } = this.#parts;
    try {
      const file = join(home, FILE);
      // Whoever reads the file meanwhile reads one of the two, whole.
      await writeFile(`${file}.new`, `${secrets.open(id, TOKEN_PURPOSE, sealed ?? '')}\n`, { mode: 0o600 });
      await rename(`${file}.new`, file);
      this.#filed = hash;
    } catch (error) {
      logger.warn({ err: error }, 'The management token could not be written into the data folder');
    }
  }
}

function currentOf(rows: readonly KeptToken[]): KeptToken | undefined {
  return rows.find(({ sealed }) => sealed !== null);
}

function invalidToken(): PlatformError {
  const message =
    'WEFT_MANAGEMENT_TOKEN is no management token: it is `mgmt-` and 32 to 128 letters, digits, `-` and `_`, such as mgmt-$(openssl rand -hex 20).';
  return new PlatformError('invalid', 'management-token.invalid_token', message);
}
