import { currentTime, isPlatformError, isUuid, newId, PlatformError } from '#kernel';
import type { StoredBlob } from '#plugins/blobs/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { AccountStore } from './account-store.ts';
import type { AvatarStore } from './avatar-store.ts';
import type { AccountsConfig } from './configuration.ts';
import type { Account, Accounts, NewAccount, SignInWay } from './contract.ts';
import { checkedEmail, plainEmail } from './email-address.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { SessionsService } from './sessions-service.ts';
import { SignUpLinks } from './sign-up-links.ts';

const RESET = 'password-reset';
const RESET_MINUTES = 60;

interface AccountParts {
  readonly store: AccountStore;
  readonly avatars: AvatarStore;
  readonly sessions: SessionsService;
  readonly secrets: Secrets;
  readonly config: AccountsConfig;
  readonly mailIsConfigured: boolean;
  ways(): readonly SignInWay[];
  tell(accountId: string): Promise<void>;
}

/** People and their passwords. */
export class AccountsService implements Accounts {
  readonly #parts: AccountParts;
  readonly #links: SignUpLinks;

  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.#links = new SignUpLinks(parts.secrets);
  }

  /** Where anybody may sign up, each workspace comes with a plan of its own: few are enough to begin with. */
  get mostWorkspaces(): number {
    const { workspaces, signUp } = this.#parts.config;
    return workspaces ?? (signUp === 'open' ? 3 : 100);
  }

  get offers() {
    const { config, mailIsConfigured: resetByMail } = this.#parts;
    return { signUp: config.signUp === 'open' && resetByMail, resetByMail };
  }

  get isOpen(): boolean {
    return this.#parts.config.signUp === 'open';
  }

  async waysOf(accountId: string): Promise<readonly string[]> {
    const isTheirs = async (way: SignInWay) => ((await way.isOf(accountId)) ? [way.id] : []);
    return (await Promise.all(this.#parts.ways().map(isTheirs))).flat();
  }

  async get(id: string): Promise<Account | null> {
    return isUuid(id) ? this.#parts.store.find({ id }) : null;
  }

  of(ids: readonly string[]) {
    return this.#parts.store.of(ids);
  }

  byEmail(email: string) {
    return this.#parts.store.find({ email: plainEmail(email) });
  }

  byEmails(emails: readonly string[]) {
    return this.#parts.store.byEmails(emails);
  }

  async create(values: NewAccount): Promise<Account> {
    const email = checkedEmail(values.email);
    const { password, language = 'en' } = values;
    if (password !== null) await this.#check(password, [email, values.name]);
    const passwordHash = password === null ? null : await hashPassword(password);
    return this.#parts.store.insert({ id: newId(), email, name: clean(values.name), language, passwordHash });
  }

  async update(id: string, values: { name?: string; language?: string; currentWorkspaceId?: string | null }) {
    const name = values.name === undefined ? {} : { name: clean(values.name) };
    const account = await this.#parts.store.update(id, { ...values, ...name });
    await this.#parts.tell(id);
    return account;
  }

  async setAvatar(id: string, avatar: StoredBlob | null): Promise<StoredBlob | null> {
    const before = await this.#parts.avatars.set(id, avatar);
    await this.#parts.tell(id);
    return before;
  }

  avatarsAmong(keys: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#parts.avatars.among(keys);
  }

  /** Ends every session but the one it is done in. Throws `accounts.weak_password`. */
  async setPassword(account: Account, password: string, sessionId: string | null): Promise<void> {
    await this.#check(password, [account.email, account.name]);
    await this.#parts.store.update(account.id, { passwordHash: await hashPassword(password) });
    await this.#parts.sessions.endAll(account.id, sessionId ?? undefined);
  }

  async passwordReset(accountId: string): Promise<string> {
    const { store, secrets } = this.#parts;
    const secret = `rst-${secrets.token(40)}`;
    const expiresAt = new Date(currentTime() + RESET_MINUTES * 60_000);
    await store.putToken({ hash: secrets.hash(secret), accountId, purpose: RESET, expiresAt });
    return secret;
  }

  signUp(email: string): string {
    return this.#links.secret(plainEmail(email));
  }

  /** Makes an account with a sign-up link's secret, once. Throws `accounts.link_over`, `accounts.weak_password`. */
  async confirmSignUp(secret: string, values: Omit<NewAccount, 'email'>): Promise<Account> {
    const email = this.#links.emailOf(secret);
    // Judging a password is work, and this route is anyone's.
    if (email === null || (await this.byEmail(email)) !== null) throw linkOver();
    return this.create({ ...values, email }).catch((error: unknown) => {
      throw isPlatformError(error) && error.code === 'accounts.email_taken' ? linkOver() : error;
    });
  }

  /** Sets a password with a reset link's secret, once. Throws `accounts.link_over`, `accounts.weak_password`. */
  async resetPassword(secret: string, password: string): Promise<Account> {
    const { store, secrets, config } = this.#parts;
    // Judging a password is work, and this route is anyone's.
    if (!(await store.hasToken(secrets.hash(secret), RESET))) throw linkOver();
    // Before the secret is used up: a weak password can be corrected.
    await checkPassword(password, config.minPasswordLength, []);
    const accountId = await store.takeToken(secrets.hash(secret), RESET);
    const account = accountId === null ? null : await store.find({ id: accountId });
    if (account === null) throw linkOver();
    await store.update(account.id, {
      passwordHash: await hashPassword(password),
      passwordResetAt: new Date(currentTime()),
    });
    // Somebody else may have had the account, or made it before its owner did: nothing of theirs goes on.
    await this.#parts.sessions.endAllAndKeys(account.id);
    return account;
  }

  #check(password: string, about: readonly string[]): Promise<void> {
    return checkPassword(password, this.#parts.config.minPasswordLength, about);
  }
}

function linkOver(): PlatformError {
  const message = 'The link was used, has expired, or is not whole; ask for a new one.';
  return new PlatformError('not-found', 'accounts.link_over', message);
}

/** PostgreSQL text holds no NUL, and names are one line. */
function clean(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
