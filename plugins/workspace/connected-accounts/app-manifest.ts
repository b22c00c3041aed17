import { randomBytes } from 'node:crypto';
import { escapeHtml, htmlPage, type Language, type Reply } from '#http';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { attemptOver, refused } from './failures.ts';
import type { GrantStore } from './grant-store.ts';
import { manifestTexts } from './manifest-texts.ts';
import { jsonOf } from './person.ts';
import type { Providers } from './providers.ts';
import type { Sealed } from './sealed.ts';

const GITHUB = 'https://github.com';

/** What is kept of an app that is being registered. `what` keeps it apart from a consent on its way. */
interface Registration {
  readonly what: 'app';
  readonly baseUrl: string;
  /** "": of the person who registers it. */
  readonly organization: string;
  readonly person: string | null;
}

export interface ManifestParts {
  readonly store: GrantStore;
  readonly sealed: Sealed;
  readonly providers: Providers;
  readonly egress: Egress;
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly callbackUrl: () => string;
  /** Where the service sends the browser with the code of a new app. */
  readonly registeredUrl: () => string;
  readonly consoleUrl: (path: string) => string;
}

/**
 * Registers a GitHub App of the workspace's own by a manifest, so that nobody copies ids and secrets: a page posts it, the
 * person confirms the name there, and the code that comes back is exchanged for the app's id, keys and secrets
 * (GitHub docs, "Registering a GitHub App from a manifest"; the code is good for an hour).
 */
export class AppManifest {
  readonly #parts: ManifestParts;

  constructor(parts: ManifestParts) {
    this.#parts = parts;
  }

  async begin(workspaceId: string, given: Omit<Registration, 'what'>): Promise<string> {
    const { store, sealed, secrets, egress } = this.#parts;
    await egress.check(given.baseUrl);
    const state = randomBytes(32).toString('base64url');
    const registration: Registration = { what: 'app', ...given };
    await store.begin(workspaceId, secrets.hash(state), sealed.seal(workspaceId, 'attempt', registration));
    return state;
  }

  /** The page with the button that goes there. Without scripts: the form is all it has. */
  async page(state: string, language: Language): Promise<Reply> {
    const { store, secrets } = this.#parts;
    const stored = await store.peek(secrets.hash(state));
    const { baseUrl, organization } = this.#opened(stored);
    const t = manifestTexts[language];
    const owner = organization === '' ? '' : `/organizations/${organization}`;
    const action = `${baseUrl}${owner}/settings/apps/new?state=${state}`;
    const body = `<main>
<h1>${t.title}</h1>
<p>${t.about}</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="manifest" value="${escapeHtml(JSON.stringify(this.#manifest()))}">
<button type="submit">${t.goOn}</button>
</form>
</main>`;
    const headers = {
      'Content-Security-Policy': `default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action ${new URL(baseUrl).origin}`,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    };
    const text = htmlPage(t.title, body, '', language);
    return { status: 200, headers, body: { kind: 'text', text, contentType: 'text/html; charset=utf-8' } };
  }

  /** Who began it, and where: before the code is used. */
  async take(state: string): Promise<Registration & { readonly workspaceId: string }> {
    const { store, secrets } = this.#parts;
    const stored = await store.take(secrets.hash(state));
    return { ...this.#opened(stored), workspaceId: stored?.workspaceId ?? '' };
  }

  async finish({ workspaceId, baseUrl }: Awaited<ReturnType<AppManifest['take']>>, code: string): Promise<void> {
    const { egress, providers } = this.#parts;
    if (!/^[\w-]{1,200}$/.test(code)) throw attemptOver();
    const { api = '' } = providers.get('github').services(baseUrl);
    const response = await egress.request({
      url: `${api}/app-manifests/${code}/conversions`,
      method: 'POST',
      headers: [['accept', 'application/vnd.github+json']],
      decompress: true,
    });
    // It says 201 where it made one.
    const made = await jsonOf(response, [200, 201]).catch(() => {
      throw refused('GitHub', 'it did not hand over the new app');
    });
    const text = (name: string) =>
      typeof made[name] === 'string' || typeof made[name] === 'number' ? String(made[name]) : '';
    const [clientId, clientSecret] = [text('client_id'), text('client_secret')];
    if (clientId === '' || clientSecret === '') throw refused('GitHub', 'it did not hand over the new app');
    const extra = {
      ...{ appId: text('id'), slug: text('slug'), privateKey: text('pem'), webhookSecret: text('webhook_secret') },
    };
    await providers.saveOwn(workspaceId, 'github', { clientId, clientSecret, baseUrl, extra });
  }

  #opened(stored: { readonly workspaceId: string; readonly sealed: string } | null): Registration {
    if (stored === null) throw attemptOver();
    const opened = this.#parts.sealed.open<Partial<Registration>>(stored.workspaceId, 'attempt', stored.sealed);
    if (opened.what !== 'app') throw attemptOver();
    return opened as Registration;
  }

  /** Asks for no more than reading and writing files, pull requests and checks. Webhooks are set where they can be received. */
  #manifest(): Readonly<Record<string, unknown>> {
    const { callbackUrl, registeredUrl, consoleUrl } = this.#parts;
    return {
      name: 'Weft',
      url: consoleUrl('/'),
      redirect_url: registeredUrl(),
      callback_urls: [callbackUrl()],
      hook_attributes: { url: consoleUrl('/'), active: false },
      public: false,
      request_oauth_on_install: false,
      default_permissions: {
        ...{ contents: 'write', pull_requests: 'write', checks: 'write', statuses: 'write', metadata: 'read' },
      },
    };
  }
}

/** Where the owner of an app chooses which repositories it sees; null: the client is none of an app. */
export function installAddress(
  client: { readonly baseUrl: string; readonly extra?: Readonly<Record<string, string>> } | null,
): string | null {
  const slug = client?.extra?.slug ?? '';
  if (client === null || slug === '') return null;
  const apps = client.baseUrl === GITHUB ? 'apps' : 'github-apps';
  return `${client.baseUrl}/${apps}/${encodeURIComponent(slug)}/installations/new`;
}
