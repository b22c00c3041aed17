/**
 * Accounts at other services (Google, GitHub, a GitLab of one's own …) that people and workspaces have connected. Their tokens
 * never leave this plugin: who wants something of such a service hands in the request.
 *
 * Glossary
 * - provider: a service that accounts are at; contributed as data with little code.
 * - capability: what an account may be used for, in words of the service's subject (`drive.pick`), never its scopes.
 * - grant: what the service gave once: tokens with the scopes they are good for. An account may have several.
 * - loan: a person's account that a thing of the workspace (a source, a repository) works with when they are not there.
 */
import { type Contribution, eventName, extensionPoint, token } from '#kernel';
import type { EgressRequest, EgressResponse } from '#plugins/egress/contract.ts';

/** For who keeps tokens of its own that are renewed in the same way. */
export { type RenewalSteps, Renewals } from './renewals.ts';

/** Whose an account is: the workspace's, a member's, or a visitor's of its web apps. */
export type AccountOwner = 'workspace' | `account:${string}` | `end_user:${string}`;

/** What an account may be used for. */
export interface Capability {
  /** What it gives, for people, as `See and change files that you pick`. English; pages translate by provider and capability. */
  readonly title: string;
  /** Scopes that all must have been granted. */
  readonly scopes: readonly string[];
  /** A grant of its own, asked for alone (One Picker). */
  readonly isAlone?: boolean;
  /** Only where whoever registered the client has allowed it: a name in `ProviderClient.extra` that is `true`. */
  readonly needsSetting?: string;
}

/** What a service gave. Secret. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch; null: it does not say. */
  readonly expiresAt: number | null;
}

/** A client that somebody registered at the service: the operator for all, or an admin for a workspace. Secret. */
export interface ProviderClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the service is, without a slash at its end; for those that people run themselves. */
  readonly baseUrl: string;
  /** More that registering gave, as a GitHub App's id and key. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** How accounts come to be: by consent in a browser, or by a token that somebody pastes. */
export type ConnectWay = 'oauth' | 'token';

/** Whom a service knows its tokens by. */
export interface AccountPerson {
  /** Never changes. */
  readonly subject: string;
  /** What people know it by: an address, a name. */
  readonly label: string;
}

/** A service that accounts are at. Everything but these few functions is data. */
export interface AccountProvider extends Contribution {
  readonly id: string;
  readonly label: string;
  readonly ways: readonly ConnectWay[];
  /** Where it is when nobody says; null: people say where theirs is. */
  readonly baseUrl: string | null;
  readonly capabilities: Readonly<Record<string, Capability>>;
  /** Asked for with every capability but those that are asked for alone: who it is, and that it lasts. */
  readonly identityScopes: readonly string[];
  /** How its token endpoint is asked; default: a form, with the client's id and secret in it. */
  readonly tokenRequest?: { readonly format?: 'form' | 'json'; readonly client?: 'body' | 'basic' };
  /** Pasted tokens come with a user name. */
  readonly hasUsername?: boolean;
  /** `device`: where a program without a browser asks for a code that somebody types in one (RFC 8628); absent: nowhere. */
  endpoints(baseUrl: string): {
    readonly authorize: string;
    readonly token: string;
    readonly revoke?: string;
    readonly device?: string;
  };
  /** Added to the address that a browser is sent to. */
  authorizeParameters(ask: {
    readonly isAlone: boolean;
    readonly isPicking: boolean;
  }): Readonly<Record<string, string>>;
  /** Its interfaces by name, without a slash at their ends, as `{ drive: 'https://www.googleapis.com/drive/v3' }`. Requests go to their origins, and to none else. */
  services(baseUrl: string): Readonly<Record<string, string>>;
  /** Value of `Authorization` for a request to that address; default: `Bearer`. */
  authorization?(accessToken: string, url: URL): string;
  /**
   * Who the tokens are for. `send` adds the authorization to a GET and answers its JSON. A subject that begins with `~` is
   * provisional: the tokens don't tell the lasting one, and an account of the same owner with that label is taken for it.
   */
  identify(
    send: (url: string, headers?: Readonly<Record<string, string>>) => Promise<Readonly<Record<string, unknown>>>,
    facts: { readonly baseUrl: string; readonly scopes: readonly string[]; readonly username: string },
  ): Promise<AccountPerson>;
  /** Why a renewal was refused, in words; null: the usual ones. `error`, `subtype`: of the answer (RFC 6749, 5.2). */
  explain?(error: string, subtype: string): string | null;
}

/** Contribute services here. */
export const AccountProviders = extensionPoint<AccountProvider>('connected-accounts.providers');

/** `broken`: the service refuses it; `reason` says why and what to do. */
export type AccountState = 'ready' | 'broken';

/** An account. Times are milliseconds since the epoch. */
export interface ConnectedAccount {
  readonly id: string;
  readonly workspaceId: string;
  readonly owner: AccountOwner;
  readonly provider: string;
  /** Where the service is. */
  readonly baseUrl: string;
  /** Its interfaces by name (`AccountProvider.services`). */
  readonly services: Readonly<Record<string, string>>;
  readonly subject: string;
  /** What people know it by: an address, a name. */
  readonly label: string;
  readonly way: ConnectWay;
  readonly state: AccountState;
  readonly reason: string | null;
  /** Those that were granted. */
  readonly capabilities: readonly string[];
  readonly connectedAt: number;
  readonly lastUsedAt: number | null;
  /** What used it last, in words. */
  readonly lastUsedBy: string | null;
  /** A workspace's: what visitors of its published apps start works with it where they have none of their own. */
  readonly forVisitors: boolean;
}

/** What works with an account: a source of knowledge, a repository, a tool. */
export interface Consumer {
  readonly kind: 'source' | 'repository' | 'tool' | 'attachment';
  /** Of the thing; for tools, its name. */
  readonly id: string;
  /** For people: `Drive folder "Handbook"`. */
  readonly name: string;
}

/** One use of an account. */
export interface AccountUse {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly capability: string;
  /**
   * Who asks: the owner themselves, or somebody of the workspace for one of its accounts; null: nobody is there (a job), and the
   * account must be the workspace's or lent to the consumer.
   */
  readonly onBehalfOf: AccountOwner | null;
  readonly consumer: Consumer;
}

export interface ConnectedAccounts {
  /** Those of an owner, oldest first. */
  list(workspaceId: string, owner: AccountOwner): Promise<readonly ConnectedAccount[]>;
  /** null: there is none in that workspace. */
  get(workspaceId: string, accountId: string): Promise<ConnectedAccount | null>;
  /**
   * The account that somebody's request goes out with: their own, and where they have none the workspace's, for visitors one that is
   * for them; ready ones first. null: connect one.
   */
  find(
    workspaceId: string,
    wish: { readonly owner: AccountOwner; readonly provider: string; readonly capability: string },
  ): Promise<ConnectedAccount | null>;
  /**
   * Sends a request with the account's token: https (or the service's own address), to origins of the provider only, no redirect
   * elsewhere. Renews once where the service says 401. Throws `connected-accounts.not_found`, `connected-accounts.not_allowed`
   * (forbidden), `connected-accounts.missing_capability`, `connected-accounts.broken` (conflict; with the reason),
   * `connected-accounts.foreign_address`, and what `Egress.request` throws.
   */
  request(use: AccountUse, request: EgressRequest): Promise<EgressResponse>;
  /** The owner lets a thing of the workspace work with the account. A workspace's own needs no loan. Idempotent. */
  lend(loan: {
    readonly workspaceId: string;
    readonly accountId: string;
    readonly to: Consumer;
    readonly by: AccountOwner;
  }): Promise<void>;
  /** The thing is gone, or works with another account now. */
  giveBack(workspaceId: string, to: Pick<Consumer, 'kind' | 'id'>): Promise<void>;
  /** Whether accounts can be connected there by consent, for that: somebody has registered a client that may ask for it. */
  offers(workspaceId: string, provider: string, capability: string): Promise<boolean>;
  /** Forgets an account of that owner and its tokens. Throws `connected-accounts.not_found`. */
  disconnect(workspaceId: string, owner: AccountOwner, accountId: string): Promise<void>;
  /** Forgets everything of an owner who is gone. Nothing is fine, too. */
  forget(workspaceId: string, owner: AccountOwner): Promise<void>;
  /**
   * Where a browser goes to connect an account, or to allow it more. `returnTo`: a path of the console or of a web app; it gets
   * `connected=<account id>` or `connect_error=<code>`, and `picked=<ids>` where the service's picker was asked for.
   */
  begin(ask: {
    readonly workspaceId: string;
    readonly owner: AccountOwner;
    readonly provider: string;
    readonly capabilities: readonly string[];
    readonly returnTo: string;
    /** The service's own picker is shown with it, and the address that is gone back to gets `picked=<ids>`. */
    readonly isPicking?: boolean;
    /** Whoever begins, and must be signed in where it ends; null: the owner is a visitor, or nobody is signed in. */
    readonly person: string | null;
    /** Where there are more than one: the account's own server. */
    readonly baseUrl?: string;
    /** Of a visitor: the app they visit, with which the account goes. `returnTo` is then a path of the web app. */
    readonly appId?: string;
  }): Promise<{ readonly url: string; readonly cookie: string }>;
}

/** The service of connected accounts. */
export const ConnectedAccounts = token<ConnectedAccounts>('connected-accounts.accounts');

/** Emitted where it happened: an account stopped working, works again, or is gone. What used it stands still, or goes on. */
export interface AccountStateChange {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly owner: AccountOwner;
  readonly label: string;
  readonly reason: string | null;
  readonly state: AccountState | 'gone';
}

/** Emitted in the process where it happened. */
export const AccountStateChanged = eventName<AccountStateChange>('connected-accounts.state-changed');

/**
 * Host call of engine threads (tools): `AccountCall` in, `AccountCallAnswer` out. The account is that of whoever started the run,
 * else the workspace's; never somebody else's.
 */
export const AccountsRequest = 'connected-accounts.request';

/** A request that a node or tool of a run wants sent with an account. */
export interface AccountCall {
  readonly provider: string;
  readonly capability: string;
  readonly consumer: Consumer;
  /** `url`: an address, or `service:path` with a name of the provider's services (`drive:/files?q=…`). */
  readonly request: Pick<EgressRequest, 'url' | 'method' | 'headers' | 'body'>;
}

/** What the service answered, whatever its status. */
export interface AccountCallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** At most 10 MB. */
  readonly body: Uint8Array;
}
