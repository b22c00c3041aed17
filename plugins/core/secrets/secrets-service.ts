import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { PlatformError } from '#kernel';
import type { Secrets } from './contract.ts';
import type { MasterKeys } from './master-key.ts';

const cipherName = 'aes-256-gcm';
const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Seals with keys derived from the master key. A sealed text is `v1.<key id>.<base64 of iv, tag and ciphertext>`. */
export class SecretsService implements Secrets {
  #current = '';
  #masters: ReadonlyMap<string, Buffer> = new Map();

  constructor(keys: MasterKeys) {
    this.use(keys);
  }

  /** Seals with these from now on. */
  use({ current, previous }: MasterKeys): void {
    this.#masters = new Map([...previous, current].map((master) => [keyId(master), master]));
    this.#current = keyId(current);
  }

  get current(): string {
    return this.#current;
  }

  get previous(): readonly string[] {
    return [...this.#masters.keys()].filter((id) => id !== this.#current);
  }

  seal(workspaceId: string, purpose: string, plain: string): string {
    const iv = randomBytes(ivBytes);
    const key = this.#derive(this.#current, workspaceId, purpose);
    const cipher = createCipheriv(cipherName, key, iv, { authTagLength: tagBytes });
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `${version}.${this.#current}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}`;
  }

  open(workspaceId: string, purpose: string, sealed: string): string {
    const [name, id = '', payload = '', ...rest] = sealed.split('.');
    const bytes = Buffer.from(payload, 'base64');
    // A shorter tag would be easier to forge, so what can't hold a whole one is refused before it is tried.
    if (name !== version || rest.length > 0 || bytes.length < ivBytes + tagBytes) {
      throw unreadable('it is not a sealed text');
    }
    const key = this.#derive(id, workspaceId, purpose);
    const decipher = createDecipheriv(cipherName, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
      return text.toString('utf8');
    } catch (cause) {
      throw unreadable('it was changed, or sealed for another workspace or purpose', cause);
    }
  }

  sign(workspaceId: string, purpose: string, text: string): string {
    return this.#mac(this.#current, workspaceId, purpose).update(text).digest('base64url');
  }

  isSigned(workspaceId: string, purpose: string, text: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    return [...this.#masters.keys()].some((id) => {
      const expected = this.#mac(id, workspaceId, purpose).update(text).digest();
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  token(length: number): string {
    let text = '';
    while (text.length < length) text += alphabet[randomInt(alphabet.length)];
    return text;
  }

  hash(key: string): string {
    return createHash('sha256').update(key).digest('hex');
  }

  /** Signing has keys of its own: nobody can have a text signed that then opens or seals something. */
  #mac(id: string, workspaceId: string, purpose: string) {
    return createHmac('sha256', this.#derive(id, workspaceId, `sign/${purpose}`));
  }

  #derive(id: string, workspaceId: string, purpose: string): Uint8Array {
    const master = this.#masters.get(id);
    if (master === undefined) {
      const reason = `it was sealed with the key ${id}, and this server has ${this.#current}. Whoever runs it gives it that WEFT_SECRET_KEY, or lists it in WEFT_PREVIOUS_SECRET_KEYS; else set the secret again`;
      throw unreadable(reason);
    }
    return new Uint8Array(hkdfSync('sha256', master, workspaceId, `weft/${purpose}`, 32));
  }
}

/** Tells keys apart and gives nothing of the key away. */
function keyId(master: Buffer): string {
  return createHash('sha256').update('weft key id').update(master).digest('hex').slice(0, 12);
}

function unreadable(reason: string, cause?: unknown): PlatformError {
  return new PlatformError('conflict', 'secrets.secret_unreadable', `A stored secret can't be read: ${reason}.`, {
    cause,
  });
}
