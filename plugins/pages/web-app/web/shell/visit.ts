import {
  ApiError,
  failureOf,
  OfflineError,
  readStored,
  waitForNetwork,
  writeStored,
} from '#plugins/ui/web/contract.ts';
import type { PageData, Site } from './page-data.ts';

/** What a visit answers. */
export interface Visit {
  readonly visitor_token: string;
  /** Seconds since 1970. */
  readonly expires_at: number;
  readonly visitor_id: string;
  readonly site: Site;
}

/** What was kept of an earlier visit. */
type KeptVisit = Pick<Visit, 'visitor_token' | 'expires_at' | 'visitor_id'> & { readonly site?: Site };

export interface VisitWishes {
  /** A proof of single sign-on. */
  readonly proof?: string | undefined;
  /** A visitor that the embedding site has signed. */
  readonly visitor?: string | undefined;
  /** Of the page around. */
  readonly parentOrigin?: string | undefined;
  /** Somebody new: the earlier visitor is left. */
  readonly isAnew?: boolean;
}

const SPARE_SECONDS = 600;
const TRIES = 8;

/** The visits of one page: the token of the moment, and how there is another. */
export class Visits {
  readonly #page: PageData;
  readonly #key: string;
  /** Where the browser keeps nothing. */
  #kept: KeptVisit | undefined;
  #renewing: Promise<Visit> | undefined;

  constructor(page: PageData) {
    this.#page = page;
    this.#key = `weft:${page.app.id}:${page.embedded ? 'embedded' : 'visitor'}`;
  }

  get token(): string {
    return this.kept()?.visitor_token ?? '';
  }

  /** An earlier visit; other tabs may have a newer one. In the studio the session says who it is, and nothing is kept. */
  kept(): KeptVisit | undefined {
    if (this.#page.as_member === true) return this.#kept;
    return readStored<KeptVisit>(this.#key) ?? this.#kept;
  }

  /** One that is good for a while yet: the page needn't wait. */
  fresh(): KeptVisit | undefined {
    const kept = this.kept();
    return kept !== undefined && kept.expires_at > Date.now() / 1000 + SPARE_SECONDS ? kept : undefined;
  }

  /** Visits, and tries for a while where nobody answers. Refusals are thrown as `ApiError`. */
  async visit(wishes: VisitWishes = {}): Promise<Visit> {
    const { app, embedded, embed_token } = this.#page;
    const earlier = wishes.isAnew === true ? undefined : this.kept()?.visitor_token;
    const body = {
      ...(embed_token === undefined ? { app_id: app.id } : { embed_token }),
      embedded,
      ...(this.#page.as_member === true && { as_member: true }),
      ...(earlier !== undefined && { visitor_token: earlier }),
      ...(wishes.proof !== undefined && { proof: wishes.proof }),
      ...(wishes.visitor !== undefined && { visitor: wishes.visitor }),
      ...(wishes.parentOrigin !== undefined && { parent_origin: wishes.parentOrigin }),
    };
    const visit = await this.#enter(body);
    const { visitor_token, expires_at, visitor_id, site } = visit;
    this.#kept = { visitor_token, expires_at, visitor_id, site };
    if (this.#page.as_member !== true) writeStored(this.#key, this.#kept);
    return visit;
  }

  /** A session whose cookie is over is renewed once: then the server knows the member again. */
  async #enter(body: object): Promise<Visit> {
    try {
      return await post<Visit>('/web/api/visit', body);
    } catch (error) {
      if (this.#page.as_member !== true || signInNeeded(error) === null) throw error;
      const renewed = await fetch('/console/api/sessions/refresh', { method: 'POST' }).catch(() => null);
      if (renewed?.ok !== true) throw error;
      return post<Visit>('/web/api/visit', body);
    }
  }

  /** A token in place of one that was refused: of another tab, or of a new visit. One visit for all who ask at once. */
  async renew(refused: string, wishes: VisitWishes): Promise<string> {
    const { token } = this;
    if (token !== '' && token !== refused) return token;
    this.#renewing ??= this.#renewAlone(refused, wishes).finally(() => {
      this.#renewing = undefined;
    });
    return (await this.#renewing).visitor_token;
  }

  /** Tabs of one browser would each become a visitor of their own. */
  #renewAlone(refused: string, wishes: VisitWishes): Promise<Visit> {
    const attempt = async (): Promise<Visit> => {
      const kept = this.kept();
      if (kept?.site !== undefined && kept.visitor_token !== refused) return { ...kept, site: kept.site };
      return this.visit(wishes);
    };
    if (navigator.locks === undefined) return attempt();
    let isAlone = false;
    const alone = () => {
      isAlone = true;
      return attempt();
    };
    return navigator.locks.request(this.#key, alone).catch((error: unknown) => {
      // In frames of other sites browsers may refuse locks, as they refuse storage: then no other tab knows this visitor.
      if (isAlone) throw error;
      return attempt();
    });
  }
}

/** Posts to the origin of the page; what did not arrive is sent again. */
export async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (answer?.ok === true) return (await answer.json()) as Answer;
    if (answer !== null && answer.status !== 502 && answer.status !== 503) throw await failureOf(answer);
    if (attempt === TRIES)
      throw answer === null ? new OfflineError('The server could not be reached.') : await failureOf(answer);
    await waitForNetwork(attempt);
  }
}

/** What a refused visit asks for. */
export interface SignInNeeded {
  readonly entry: 'members' | 'sso';
  readonly ways: readonly { readonly name: string; readonly url: string }[];
}

export function signInNeeded(error: unknown): SignInNeeded | null {
  if (!(error instanceof ApiError) || error.code !== 'sign_in_needed') return null;
  const { entry, ways } = error.params as unknown as Partial<SignInNeeded>;
  return { entry: entry === 'sso' ? 'sso' : 'members', ways: ways ?? [] };
}
