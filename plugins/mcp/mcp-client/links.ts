import { timingSafeEqual } from 'node:crypto';
import { escapeHtml, type HttpServer, htmlPage, type Language, type Reply } from '#http';
import { currentTime, isUuid } from '#kernel';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import { type Authorizations, clientMetadata } from './authorizations.ts';
import type { McpServer, ServerName } from './contract.ts';
import { attemptOver, refusedAuthorization } from './failures.ts';
import { linkTexts } from './link-texts.ts';
import type { SealedServers } from './sealed-servers.ts';
import { WORKSPACE } from './subjects.ts';

const ROOT = '/console/api/mcp';
const LINK_MS = 3_600_000;
const COOKIE = 'weft_mcp';
const COOKIE_SECONDS = 600;

/** What a link allows who opens it to do. */
interface Link {
  readonly serverId: string;
  readonly subject: string;
  readonly until: number;
}

export interface LinkParts {
  readonly sealed: SealedServers;
  readonly authorizations: () => Authorizations;
  readonly http: HttpServer;
  readonly workspaces: Workspaces;
  /** Throws `mcp-client.not_found`. */
  readonly find: (name: ServerName) => Promise<McpServer>;
  /** Told when somebody has authorised a server. */
  readonly authorized: (server: McpServer, subject: string) => Promise<void>;
}

/**
 * Links by which people authorise servers. Whoever opens one is told first for whom they would allow what, and ends it in
 * the browser that began it: a link that somebody was lured to gives nobody their account unasked.
 */
export class Links {
  readonly #parts: LinkParts;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  callbackUrl(): string {
    return `${this.#parts.http.publicUrl('console')}${ROOT}/callback`;
  }

  /** Authorization servers fetch it over https only. */
  metadataUrl(): string | undefined {
    const url = `${this.#parts.http.publicUrl('console')}${ROOT}/client.json`;
    return url.startsWith('https:') ? url : undefined;
  }

  clientDocument(): Record<string, unknown> {
    return {
      client_id: `${this.#parts.http.publicUrl('console')}${ROOT}/client.json`,
      token_endpoint_auth_method: 'none',
      ...clientMetadata(this.callbackUrl()),
    };
  }

  check(server: McpServer): Promise<void> {
    return this.#parts.authorizations().check(server);
  }

  make(server: McpServer, subject: string): { readonly url: string; readonly expiresAt: number } {
    const expiresAt = currentTime() + LINK_MS;
    const link: Link = { serverId: server.id, subject, until: expiresAt };
    const token = `${server.workspaceId}.${this.#parts.sealed.seal(server.workspaceId, 'link', link)}`;
    const url = `${this.#parts.http.publicUrl('console')}${ROOT}/authorize/${Buffer.from(token).toString('base64url')}`;
    return { url, expiresAt };
  }

  async page(token: string, language: Language): Promise<Reply> {
    const { server, subject } = await this.#open(token);
    const workspace = await this.#parts.workspaces.get(server.workspaceId);
    const texts = linkTexts[language];
    const facts = {
      server: escapeHtml(server.name),
      host: escapeHtml(new URL(server.url).host),
      workspace: escapeHtml(workspace?.name ?? ''),
      isPersonal: subject !== WORKSPACE,
    };
    const body = `<main>
<h1>${texts.title(facts.server)}</h1>
<p>${texts.ask(facts)}</p>
<form method="post"><button type="submit">${texts.goOn}</button></form>
</main>`;
    return pageReply(texts.title(server.name), body, language);
  }

  /** Sends the browser to the authorization server, and has it remember that it began. */
  async use(token: string): Promise<Reply> {
    const { server, subject } = await this.#open(token);
    const { url, state } = await this.#parts.authorizations().begin(server, subject);
    return {
      status: 303,
      headers: { Location: url, 'Set-Cookie': this.#cookie(state), ...quiet },
      body: { kind: 'empty' },
    };
  }

  /** Who comes back from an authorization server. */
  async finish(
    query: { readonly state?: string; readonly code?: string; readonly iss?: string; readonly error?: string },
    { cookies, language }: { readonly cookies: string | undefined; readonly language: Language },
  ): Promise<Reply> {
    const { state = '', code, iss, error } = query;
    // Before anything is looked up: nobody ends what another browser began.
    if (state === '' || !isSame(cookieIn(cookies), state)) throw attemptOver();
    const authorizations = this.#parts.authorizations();
    const taken = await authorizations.take(state);
    const { workspaceId, serverId, subject } = taken.name;
    const server = await this.#parts.find({ workspaceId, id: serverId });
    if (code === undefined) {
      const reason = error !== undefined && /^[a-z_]{1,60}$/.test(error) ? ` (${error})` : '';
      throw refusedAuthorization(server.name, `it was not allowed${reason}. Begin again if that was a mistake.`);
    }
    await authorizations.finish(server, taken, { code, iss });
    await this.#parts.authorized(server, subject);
    const texts = linkTexts[language];
    const body = `<main>\n<h1>${texts.done}</h1>\n<p>${texts.doneAbout(escapeHtml(server.name))}</p>\n</main>`;
    const reply = pageReply(texts.done, body, language);
    return { ...reply, headers: { ...reply.headers, 'Set-Cookie': this.#cookie('') } };
  }

  async #open(token: string): Promise<{ readonly server: McpServer; readonly subject: string }> {
    const { sealed, find } = this.#parts;
    const text = Buffer.from(token, 'base64url').toString();
    const workspaceId = text.slice(0, 36);
    if (!isUuid(workspaceId)) throw attemptOver();
    let link: Link;
    try {
      link = sealed.open<Link>(workspaceId, 'link', text.slice(37));
    } catch {
      throw attemptOver();
    }
    if (link.until < currentTime() || this.#parts.workspaces.isClosed(workspaceId)) throw attemptOver();
    const server = await find({ workspaceId, id: link.serverId });
    if (server.auth !== 'oauth' || server.isPerUser === (link.subject === WORKSPACE)) throw attemptOver();
    return { server, subject: link.subject };
  }

  #cookie(state: string): string {
    const secure = this.#parts.http.publicUrl('console').startsWith('https:') ? '; Secure' : '';
    const age = state === '' ? 0 : COOKIE_SECONDS;
    return `${COOKIE}=${state}; Path=${ROOT}; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`;
  }
}

const quiet = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' };

function pageReply(title: string, body: string, language: Language): Reply {
  const headers = {
    // Its form is answered by a way to another site, which `form-action` would forbid.
    'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    ...quiet,
  };
  return {
    status: 200,
    headers,
    body: { kind: 'text', text: htmlPage(title, body, '', language), contentType: 'text/html; charset=utf-8' },
  };
}

function cookieIn(cookies: string | undefined): string {
  const pair = (cookies ?? '').split(';').find((item) => item.trim().startsWith(`${COOKIE}=`));
  return pair?.trim().slice(COOKIE.length + 1) ?? '';
}

function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
