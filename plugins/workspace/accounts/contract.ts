/**
 * Accounts: people, who sign in and may belong to any number of workspaces (`plugins/workspace/members`).
 *
 * Glossary
 * - session: what signing in begins. Its access token lives for minutes, its refresh token gets the next one and is
 *   good once.
 * - personal key: for programs that act for a person; never wider than what the person may do.
 */
import { type Access, type AuthenticationRequest, access, type Principal } from '#http';
import { type Contribution, eventName, extensionPoint, token } from '#kernel';
import type { StoredBlob } from '#plugins/blobs/contract.ts';

/** The address of somebody's picture, for answers that tell of people. */
export { avatarUrl } from './avatar-address.ts';

/** One spelling of an e-mail address, as accounts have it. */
export { plainEmail } from './email-address.ts';
/** For who hands out an end that has more than one reason, so that it is still looked at when a notification was missed. */
export { endedByAny, isFollowed } from './followed-signals.ts';
/** For who else refuses personal keys. */
export { keyRefusal } from './key-refusal.ts';
/** For those whose streams end with something that another process may change. */
export { startRechecks } from './rechecks.ts';

/** A person. */
export interface Account {
  readonly id: string;
  /** In lower case; can't be changed (specification, personal settings). */
  readonly email: string;
  readonly name: string;
  /** Language of pages, as a BCP 47 tag such as `en` or `zh-Hans`. */
  readonly language: string;
  /** False: signs in by other means, or has not chosen one yet. */
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  /** The picture, a small PNG that `plugins/workspace/avatars` made; null: none. */
  readonly avatar: StoredBlob | null;
  /** The workspace that was gone to last; they may be there no more, or it may be deleted (`CurrentPlaces`). */
  readonly currentWorkspaceId: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly signedInAt: number | null;
}

/** Who holds a token, and what it is good for. */
export interface Identity {
  readonly account: Account;
  /** The session of an access token; null for a personal key. */
  readonly sessionId: string | null;
  /** What a personal key is limited to; null: whatever the account may do. */
  readonly permissions: ReadonlySet<string> | null;
  /** Aborts when the session or key ends, at the latest a second later. */
  readonly ended: AbortSignal;
}

/** What a new account begins with. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly language?: string;
  /** Checked for strength: throws `accounts.weak_password`. null: none yet. */
  readonly password: string | null;
}

/** What signing in gives; the two secrets are shown this once. */
export interface SignedIn {
  readonly account: Account;
  readonly sessionId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds until the access token expires. */
  readonly expiresIn: number;
}

/** Where a session was begun, for its owner to recognise. */
export interface SessionOrigin {
  readonly userAgent: string;
  readonly address: string;
  /** Over whose identity provider it was begun; absent: over none. */
  readonly workspaceId?: string;
  /** At which service, such as `google`, who it is was proved; absent: at none. */
  readonly service?: string;
}

/** People. */
export interface Accounts {
  /** Workspaces an account may make. */
  readonly mostWorkspaces: number;
  /** What pages offer who is not signed in: making an account, and a link by e-mail that sets a new password. */
  readonly offers: { readonly signUp: boolean; readonly resetByMail: boolean };
  /** Whether anybody may make an account, once it is proved whose address it is. */
  readonly isOpen: boolean;
  get(id: string): Promise<Account | null>;
  /** By ids, for lists; unknown ones are left out. */
  of(ids: readonly string[]): Promise<readonly Account[]>;
  /** Upper and lower case are the same. */
  byEmail(email: string): Promise<Account | null>;
  /** By addresses in one spelling (`plainEmail`), for lists; unknown ones are left out. */
  byEmails(emails: readonly string[]): Promise<readonly Account[]>;
  /** Throws `accounts.email_taken` (conflict), `accounts.weak_password`, `accounts.invalid_email`. */
  create(values: NewAccount): Promise<Account>;
  update(
    id: string,
    values: { readonly name?: string; readonly language?: string; readonly currentWorkspaceId?: string | null },
  ): Promise<Account>;
  /** Answers with the picture that there was before, which nothing names any more. */
  setAvatar(id: string, avatar: StoredBlob | null): Promise<StoredBlob | null>;
  /** Those of the keys that are pictures of accounts. */
  avatarsAmong(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** A link's secret that sets a new password, once and within an hour; for operators and mails. */
  passwordReset(accountId: string): Promise<string>;
  /** Ids of the ways (`SignInWays`) by which somebody signs in otherwise than with a password. */
  waysOf(accountId: string): Promise<readonly string[]>;
  /** A link's secret that makes an account for an address, once and within an hour; for mails to that address. */
  signUp(email: string): string;
}

/** Who knows where requests of a person go that name no workspace. */
export interface CurrentPlace extends Contribution {
  /** Id of an open workspace of theirs; null: they belong to none. */
  of(account: Account): Promise<string | null>;
}

/** Contribute here what an account is shown as its current workspace; one is asked. */
export const CurrentPlaces = extensionPoint<CurrentPlace>('accounts.current-places');

/** Who knows how else people sign in than with a password. */
export interface SignInWay extends Contribution {
  isOf(accountId: string): Promise<boolean>;
}

/** Contribute here ways to sign in: who has one and no password gets none by mail, for their address may be another's now. */
export const SignInWays = extensionPoint<SignInWay>('accounts.sign-in-ways');

/** The accounts service. */
export const Accounts = token<Accounts>('accounts.accounts');

/** Sessions and keys: who is calling. */
export interface Sessions {
  /** Begins a session for somebody who has proved who they are (single sign-on, an accepted invitation). */
  start(accountId: string, origin: SessionOrigin): Promise<SignedIn>;
  /**
   * Who is calling: by `Authorization: Bearer` with an access token (`ses-…`) or a personal key (`pat-…`), or by the
   * cookie of a browser. null for what is none, is over or is unknown. Throws `accounts.no_csrf_token` for a cookie that
   * comes alone with a request that may change something.
   */
  caller(request: AuthenticationRequest): Promise<Identity | null>;
  /** Whether the caller is known from memory, for `Authenticator.isCached`; `caller` has the last word. */
  isCached(request: AuthenticationRequest): boolean;
  /**
   * `Set-Cookie` values that sign a browser in: for whoever ends a sign-in by a redirect. The page that is reached gets
   * its `csrf_token` by refreshing.
   */
  cookies(signedIn: SignedIn): readonly string[];
  /** What a page must send as `X-CSRF-Token` with what its session changes; handed out with the page itself. */
  csrfToken(sessionId: string): string;
  /**
   * For everything strangers may try: counts, for all processes, what `key` names. Throws `accounts.too_many_attempts`
   * once there are more than `limit` in a quarter of an hour.
   */
  countAttempt(key: string, limit: number): Promise<void>;
  /**
   * For what can't be taken back: the password, else a session that began in the last ten minutes. Throws
   * `accounts.wrong_password` (forbidden) and `accounts.too_many_attempts`.
   */
  confirm(person: {
    readonly accountId: string;
    readonly sessionId: string | null;
    readonly password: string | undefined;
  }): Promise<void>;
  /**
   * For what gives something away for good: the password, whatever was shown a moment ago. Who has none gives a code of the
   * second factor (`code`; a recovery code is used up), or has begun the session within ten minutes. Throws
   * `accounts.wrong_password`, `accounts.wrong_code` (forbidden) and `accounts.too_many_attempts`.
   */
  prove(person: {
    readonly accountId: string;
    readonly sessionId: string | null;
    readonly password: string | undefined;
    readonly code: string | undefined;
  }): Promise<void>;
  /**
   * For who has proved who they are, where the account has a second factor: its code, or a recovery code, which is used
   * up. Throws `accounts.wrong_code` (unauthenticated) and `accounts.too_many_attempts`.
   */
  proveCode(accountId: string, code: string): Promise<void>;
  /**
   * Whether a session proves more than to read the mails of the account's address: it began at an identity provider, or
   * with a password that no link has set since (milliseconds since the epoch). A changed password is the one before.
   */
  provesMoreThanMail(accountId: string, sessionId: string | null, since: number): Promise<boolean>;
  /** Ends every session of an account but one, in every process, within a second. */
  endAll(accountId: string, except?: string): Promise<void>;
}

/** The sessions service. */
export const Sessions = token<Sessions>('accounts.sessions');

/** Emitted in the process where it happened when an account's sessions, keys or settings changed. */
export const AccountChanged = eventName<{ readonly accountId: string }>('accounts.account-changed');

/** What an account did, or had done to it, that no signed-in request tells. */
export interface Activity {
  readonly account: Pick<Account, 'id' | 'email'>;
  readonly what: 'signed-in' | 'sign-in-failed' | 'password-reset';
  /** Of the caller. */
  readonly address: string;
  /** Over whose identity provider somebody came; absent: over none. */
  readonly workspaceId?: string;
  /** With which service, such as `google`, somebody came; absent: with none. */
  readonly service?: string;
}

/**
 * Emitted in the process where it happened, for records: a session began, a password or second factor was wrong for an
 * account that there is, a password was set by a link. What people change while they are signed in is known by the
 * requests (`AnswerObservers`).
 */
export const AccountActivity = eventName<Activity>('accounts.account-activity');

/** Something of an account changed that its owner must know, whoever did it. */
export interface AccountNotice {
  readonly accountId: string;
  readonly what:
    | 'new-sign-in'
    | 'password-changed'
    | 'second-factor-on'
    | 'second-factor-off'
    | 'recovery-codes-renewed'
    | 'key-made'
    | 'sign-in-linked'
    | 'sign-in-unlinked';
  /** Of the caller. */
  readonly address: string;
}

/** Emitted in the process where it happened, for who tells people. */
export const AccountNoticed = eventName<AccountNotice>('accounts.account-noticed');

/** Somebody who is signed in, in whatever workspace. */
export interface AccountCaller extends Principal {
  readonly workspaceId: null;
  readonly account: Account;
  readonly sessionId: string | null;
}

/** Access of the routes that are about the caller themselves. */
export const AccountAccess: Access<AccountCaller> = access<AccountCaller>('account');
