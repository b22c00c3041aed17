import { type Contribution, extensionPoint } from '#kernel';

/** Who is calling, as an authenticator found out. */
export interface Principal {
  /** The workspace the call is about; null for callers that belong to none (an operator's token). */
  readonly workspaceId: string | null;
  /** The app the caller stands for; absent for callers that stand for none. */
  readonly appId?: string;
  /** Whether the caller may do what a route's `permission` names; callers without it may call no such route. */
  can?(permission: string): boolean;
  /** What keeps the caller from a permission that they have not, in words that follow a semicolon. */
  whyNot?(permission: string): string;
  /**
   * Asked of requests that are answered with a stream, with the permission by which their route let the caller in: aborts
   * when they may no longer call it (signed out, removed), which ends the stream, with its reason if that is a
   * `PlatformError` (`streamEnded`).
   */
  ended?(permission?: string): AbortSignal;
}

/** What an authenticator gets to see: no body yet. */
export interface AuthenticationRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly path: string;
  readonly address: string;
}

/**
 * Finds out who is calling, from the headers alone, before the body is read. Called for each request to a route whose
 * `access` names it; a route whose authenticator nobody contributes refuses everyone with 401.
 */
export interface Authenticator extends Contribution {
  /** Throws `unauthenticated` (→ 401 with `WWW-Authenticate: Bearer realm="api"`, unless `challenge` says else) or `forbidden`. */
  authenticate(request: AuthenticationRequest): Principal | Promise<Principal>;
  /**
   * What `WWW-Authenticate` says to a caller who was refused with 401, such as where to be authorised. `origin`: under which the
   * client reached this server, for `HttpServer.publicUrl`. undefined: what it says to all.
   */
  challenge?(request: AuthenticationRequest, origin: string | undefined): string | undefined;
  /**
   * True for a caller who is known from memory, without asking anybody. Asked only about callers from an address that
   * failed too often within a minute (`http.failuresPerMinute`): the others are refused with 429. Absent: nobody is
   * known.
   */
  isCached?(request: AuthenticationRequest): boolean;
  /**
   * Paths, without a trailing slash, whose callers are asked who they are even where there is no route: at an address
   * below one of them a wrong key hears 401, the right one 404. Absent: none.
   */
  readonly pathPrefixes?: readonly string[];
}

/** Contribute here what routes name in `access`. */
export const Authenticators = extensionPoint<Authenticator>('http.authenticators');

/**
 * Names an authenticator together with the principal it returns: `export const AppKey = access<AppCaller>('app-key')`.
 */
export interface Access<P extends Principal | null> {
  readonly authenticator: string;
  readonly principal?: P;
}

/** Makes the `access` of routes for callers of one kind; the id is that of the contributed `Authenticator`. */
export function access<P extends Principal>(authenticator: string): Access<P> {
  return { authenticator };
}

/** Anyone may call. The routes that say so are listed in a golden file which a test compares. */
export const Public: Access<null> = { authenticator: 'public' };
