import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { AuthenticationRequest, HttpServer } from '#http';
import { type Contributions, currentTime, PlatformError } from '#kernel';
import type { Sessions } from '#plugins/accounts/contract.ts';
import type { Members } from '#plugins/members/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import {
  isAllowedOrigin,
  type SiteApp,
  type SiteApps,
  type SiteEntry,
  type SiteState,
} from '#plugins/sites/contract.ts';
import type { SsoVisits } from '#plugins/sso/contract.ts';
import type { VisitGate } from './contract.ts';
import { type Doorkeeper, isSatisfied } from './doorkeeper.ts';
import { isFromHere, isSameHost } from './own-pages.ts';
import { openVisitor, sealVisitor, type VisitorClaims } from './visitor-token.ts';

/** What a page asks with. */
export interface VisitRequest {
  readonly app_id?: string;
  readonly embed_token?: string;
  /** In the studio: only a member of the workspace may, whatever is set for the page of the app. */
  readonly as_member?: boolean;
  readonly embedded?: boolean;
  readonly parent_origin?: string;
  readonly visitor_token?: string;
  readonly proof?: string;
  readonly visitor?: string;
}

/** How it reached us. */
export type VisitPlace = AuthenticationRequest & { readonly origin?: string | undefined };

export interface VisitParts {
  readonly sites: SiteApps;
  readonly doorkeeper: Doorkeeper;
  readonly gates: Contributions<VisitGate>;
  readonly secrets: Secrets;
  readonly server: HttpServer;
  readonly sessions: Sessions;
  readonly members: Members;
  readonly sso: SsoVisits | undefined;
  /** Visits from one address a minute. */
  readonly visitsPerMinute: number;
}

/** Somebody who came in. */
export interface Visit {
  readonly found: SiteApp;
  readonly token: string;
  readonly claims: VisitorClaims;
}

/** What somebody must do first. */
export interface SignInNeeded {
  readonly entry: Exclude<SiteEntry, 'everyone'>;
  readonly ways: readonly { readonly name: string; readonly url: string }[];
}

/** Who comes, before it is written down. */
type Person = Pick<VisitorClaims, 'visitor' | 'way' | 'witness' | 'secretNumber' | 'provenAt'>;

const HOUR = 3_600;
/** Seconds a token is good for, and for which it is then good for another one of the same visitor. */
const GOOD_FOR = 24 * HOUR;
const RENEWED_FOR = 90 * 24 * HOUR;
/** Seconds until members and who comes over a provider must prove again who they are. */
const PROVEN_FOR = 12 * HOUR;
/** In the studio the session is at hand: a token does not outlive it by much. */
const STUDIO_FOR = HOUR;

const goodForOf: Readonly<Record<VisitorClaims['way'], number>> = {
  everyone: GOOD_FOR,
  signed: GOOD_FOR,
  members: PROVEN_FOR,
  sso: PROVEN_FOR,
  studio: STUDIO_FOR,
};

/** Lets visitors in. */
export class Visits {
  readonly #parts: VisitParts;

  constructor(parts: VisitParts) {
    this.#parts = parts;
  }

  /** Whether pages of another origin may hear what is answered: those that the site of their embed token names. */
  async isHeardBy(origin: string, { embed_token: token }: VisitRequest): Promise<boolean> {
    const found = token === undefined ? null : await this.#parts.sites.byToken(token);
    return found !== null && isAllowedOrigin(origin, found.embedOrigins);
  }

  async visit(asked: VisitRequest, place: VisitPlace): Promise<Visit | SignInNeeded> {
    const { gates, visitsPerMinute: limit, secrets } = this.#parts;
    for (const gate of gates.all()) await gate.allow({ address: place.address, limit });
    const found = await this.#appOf(asked);
    const isEmbedded = asked.embedded === true || asked.embed_token !== undefined;
    const isMember = asked.as_member === true;
    if (isMember && isEmbedded) {
      const message = 'as_member is for pages of the studio: leave it out in frames of other sites.';
      throw new PlatformError('invalid', 'visitors.invalid_param', message, { field: 'as_member' });
    }
    refuseClosed(found, isMember ? found.memberState() : found.state(isEmbedded), isEmbedded);
    this.#checkOrigins(asked, place, found);
    const person = await this.#personOf(asked, place, found);
    if ('entry' in person) return person;
    const goodFor = goodForOf[person.way];
    const claims: VisitorClaims = {
      ...person,
      workspaceId: found.app.workspaceId,
      appId: found.app.id,
      embedNumber: isEmbedded ? found.embedNumber : null,
      expiresAt: person.provenAt + goodFor,
    };
    return { found, claims, token: sealVisitor(secrets, claims) };
  }

  async #appOf({ app_id: appId, embed_token: token }: VisitRequest): Promise<SiteApp> {
    const { sites } = this.#parts;
    if (token !== undefined) {
      const found = await sites.byToken(token);
      if (found === null || (appId !== undefined && found.app.id !== appId.toLowerCase())) throw unknownToken(token);
      return found;
    }
    if (appId === undefined) {
      throw new PlatformError('invalid', 'visitors.invalid_param', 'Send app_id or embed_token', { field: 'app_id' });
    }
    const found = await sites.find(appId.toLowerCase());
    if (found === null) throw new PlatformError('not-found', 'visitors.no_app', 'There is no such app.');
    return found;
  }

  #checkOrigins(asked: VisitRequest, place: VisitPlace, { embedOrigins: allowed }: SiteApp): void {
    const { server } = this.#parts;
    const { origin } = place.headers;
    const isWithToken = asked.embed_token !== undefined;
    if (origin !== undefined && !isFromHere(server, place) && !(isWithToken && isAllowedOrigin(origin, allowed))) {
      throw foreign(origin);
    }
    const { parent_origin: parent } = asked;
    if (asked.embedded !== true || parent === undefined || isAllowedOrigin(parent, allowed)) return;
    if (!isFromHere(server, { ...place, headers: { ...place.headers, origin: parent } })) throw foreign(parent);
  }

  async #personOf(asked: VisitRequest, place: VisitPlace, found: SiteApp): Promise<Person | SignInNeeded> {
    const now = Math.floor(currentTime() / 1000);
    if (asked.as_member === true) {
      // A page of an app on a host of its own is none of the studio.
      const member = isSameHost(place) ? await this.#member(place, found) : null;
      return member === null ? { entry: 'members', ways: [] } : { ...member, way: 'studio', provenAt: now };
    }
    const { entry } = found;
    const fresh =
      entry === 'members'
        ? await this.#member(place, found)
        : entry === 'sso'
          ? await this.#vouched(asked, found)
          : this.#signed(asked, found);
    if (fresh !== null) return { ...fresh, provenAt: now };
    const earlier = await this.#earlier(asked, found, now);
    if (earlier !== null) return earlier;
    if (entry === 'everyone') {
      return { visitor: `visitor:${randomUUID()}`, way: 'everyone', witness: null, secretNumber: null, provenAt: now };
    }
    return { entry, ways: entry === 'sso' ? await this.#ways(found) : [] };
  }

  /** The visitor that the page was before: for as long as what they proved then counts. */
  async #earlier({ visitor_token: token }: VisitRequest, found: SiteApp, now: number): Promise<Person | null> {
    const { secrets, doorkeeper } = this.#parts;
    const claims = token === undefined ? null : openVisitor(secrets, token);
    if (claims === null || claims.appId !== found.app.id || claims.workspaceId !== found.app.workspaceId) return null;
    // Who was there in the studio comes to the page as anybody else.
    if (claims.way === 'studio') return null;
    if (!isSatisfied(claims, found) || !(await doorkeeper.isVouchedFor(claims))) return null;
    const isProven = claims.way === 'members' || claims.way === 'sso';
    if (claims.provenAt + (isProven ? PROVEN_FOR : RENEWED_FOR) <= now) return null;
    const { visitor, way, witness, secretNumber } = claims;
    return { visitor, way, witness, secretNumber, provenAt: isProven ? claims.provenAt : now };
  }

  /**
   * Who is signed in at the console, by the cookie of their browser. No other site makes a browser ask for them: the origin
   * was compared, and pages that an embed token brings come from elsewhere.
   */
  async #member(place: VisitPlace, { app }: SiteApp): Promise<Omit<Person, 'provenAt'> | null> {
    const { sessions, members, server } = this.#parts;
    if (!isFromHere(server, place)) return null;
    // What is asked for is to read: there is nothing to forge.
    const identity = await sessions.caller({ ...requestOf(place), method: 'GET' });
    if (identity === null || identity.sessionId === null) return null;
    const { id } = identity.account;
    if ((await members.find(app.workspaceId, id)) === null) return null;
    return { visitor: `member:${id}`, way: 'members', witness: id, secretNumber: null };
  }

  async #vouched({ proof }: VisitRequest, { app }: SiteApp): Promise<Omit<Person, 'provenAt'> | null> {
    if (proof === undefined) return null;
    const found = await this.#parts.sso?.verify(proof, { workspaceId: app.workspaceId, appId: app.id });
    if (found == null) return null;
    return { visitor: `sso:${found.person}`, way: 'sso', witness: found.connectionId, secretNumber: null };
  }

  /** Whom the owner of the site around says it is: `<id>.<HMAC-SHA-256 of the id with the visitor secret, hex>`. */
  #signed({ visitor }: VisitRequest, found: SiteApp): Omit<Person, 'provenAt'> | null {
    if (visitor === undefined) return null;
    const at = visitor.lastIndexOf('.');
    const id = visitor.slice(0, Math.max(0, at));
    const secret = found.visitorSecret();
    if (secret === null || id === '' || !isSignedWith(secret, id, visitor.slice(at + 1))) throw notSigned();
    return { visitor: `site:${id}`, way: 'signed', witness: null, secretNumber: found.secretNumber };
  }

  async #ways({ app }: SiteApp) {
    const ways = (await this.#parts.sso?.ways(app.workspaceId)) ?? [];
    return ways.map(({ name, url }) => ({ name, url: `${url}?app_id=${app.id}` }));
  }
}

function requestOf({ method, headers, path, address }: VisitPlace): AuthenticationRequest {
  return { method, headers, path, address };
}

function isSignedWith(secret: string, id: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(id).digest();
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function refuseClosed({ app }: SiteApp, state: SiteState, isEmbedded: boolean): void {
  const { name } = app;
  if (state === 'open') return;
  if (state === 'paused') throw new PlatformError('forbidden', 'visitors.app_paused', `'${name}' is paused.`);
  if (state === 'unpublished') {
    throw new PlatformError('forbidden', 'visitors.app_unpublished', `'${name}' is not published.`);
  }
  if (isEmbedded) {
    const message = `'${name}' may not be embedded: its editors switch that on.`;
    throw new PlatformError('forbidden', 'visitors.embed_off', message);
  }
  throw new PlatformError('forbidden', 'visitors.web_app_off', `'${name}' has no web app: its editors switch it on.`);
}

function foreign(origin: string): PlatformError {
  const message = `Pages of ${origin.slice(0, 300)} may not show this app: its editors name the sites that may (embed_origins).`;
  return new PlatformError('forbidden', 'visitors.origin_not_allowed', message);
}

function notSigned(): PlatformError {
  const message =
    'The visitor is not signed with the visitor secret of this app: send <id>.<HMAC-SHA-256 of the id with the secret, in hex>.';
  return new PlatformError('forbidden', 'visitors.visitor_not_signed', message);
}

function unknownToken(token: string): PlatformError {
  const message = token.startsWith('app-')
    ? 'This is an app key, which must never stand in a page: revoke it, and use the embed token of the app (`web-…`).'
    : 'The embed token is unknown, or was made anew: take the one that the settings of the app show.';
  return new PlatformError('unauthenticated', 'visitors.embed_token_unknown', message);
}
