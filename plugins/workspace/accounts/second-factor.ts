import { currentTime, PlatformError } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { AccountStore, StoredProof } from './account-store.ts';
import type { Account } from './contract.ts';

export const PURPOSE = 'accounts.second-factor';
const RECOVERY_CODES = 10;
/** Time steps of 30 s by which clocks may differ. */
const WINDOW = 1;

/** The second factor: codes of an authenticator app (RFC 6238), and recovery codes for who lost it. */
export class SecondFactor {
  readonly #store: AccountStore;
  readonly #secrets: Secrets;

  constructor(store: AccountStore, secrets: Secrets) {
    this.#store = store;
    this.#secrets = secrets;
  }

  /** Makes a secret that counts once a code of it was shown; the address is what authenticator apps read. */
  async begin(account: Account): Promise<{ secret: string; uri: string }> {
    const { Secret } = await import('otpauth');
    const secret = new Secret({ size: 20 }).base32;
    const sealed = this.#secrets.seal(account.id, PURPOSE, secret);
    await this.#store.update(account.id, { secondFactorPending: sealed });
    return { secret, uri: (await totp(secret, account.email)).toString() };
  }

  /** Turns it on; the recovery codes are shown this once. Throws `accounts.wrong_code`, `accounts.no_second_factor`. */
  async confirm(accountId: string, code: string): Promise<readonly string[]> {
    const account = await this.#store.find({ id: accountId });
    const pending = account?.secondFactorPending ?? null;
    if (pending === null) {
      const message = 'No second factor is being set up; begin with POST /console/api/account/second-factor.';
      throw new PlatformError('conflict', 'accounts.no_second_factor', message);
    }
    if (!(await this.#isTimeCode(accountId, pending, code)))
      throw new PlatformError('invalid', 'accounts.wrong_code', wrongCode, { field: 'code' });
    const codes = await this.#newCodes(accountId);
    await this.#store.update(accountId, { secondFactor: pending, secondFactorPending: null });
    return codes;
  }

  /**
   * Other recovery codes in place of those there are, for a code that counts; shown this once. Throws
   * `accounts.wrong_code`, `accounts.no_second_factor`.
   */
  async renewCodes(accountId: string, code: string): Promise<readonly string[]> {
    const account = await this.#store.find({ id: accountId });
    if (account === null || account.secondFactor === null) {
      const message = 'The account has no second factor; set one up with POST /console/api/account/second-factor.';
      throw new PlatformError('conflict', 'accounts.no_second_factor', message);
    }
    if (!(await this.accepts(account, code)))
      throw new PlatformError('invalid', 'accounts.wrong_code', wrongCode, { field: 'code' });
    return this.#newCodes(accountId);
  }

  async turnOff(accountId: string): Promise<void> {
    await this.#store.update(accountId, { secondFactor: null, secondFactorPending: null });
    await this.#store.setRecoveryCodes(accountId, []);
  }

  /** Whether the code is one of the app's of now, not used before, or a recovery code, which it uses up. */
  async accepts(account: Account & StoredProof, code: string): Promise<boolean> {
    if (account.secondFactor === null) return true;
    if (/^\d{6}$/.test(code)) return this.#isTimeCode(account.id, account.secondFactor, code);
    return this.#store.takeRecoveryCode(account.id, this.#hash(account.id, code.trim().toLowerCase()));
  }

  async #newCodes(accountId: string): Promise<readonly string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => this.#secrets.token(12).toLowerCase());
    await this.#store.setRecoveryCodes(
      accountId,
      codes.map((one) => this.#hash(accountId, one)),
    );
    return codes;
  }

  async #isTimeCode(accountId: string, sealed: string, code: string): Promise<boolean> {
    const generator = await totp(this.#secrets.open(accountId, PURPOSE, sealed), '');
    const now = currentTime();
    const difference = generator.validate({ token: code, window: WINDOW, timestamp: now });
    if (difference === null) return false;
    return this.#store.acceptStep(accountId, Math.floor(now / 30_000) + difference);
  }

  #hash(accountId: string, code: string): string {
    return this.#secrets.hash(`${accountId}/${code}`);
  }
}

async function totp(secret: string, label: string) {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer: 'Weft', label, secret: Secret.fromBase32(secret), digits: 6, period: 30 });
}

/** Told whenever a code does not count. */
export const wrongCode = 'The code is not right, or was used already; take the next one of your authenticator app.';
