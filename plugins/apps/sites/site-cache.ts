import { LRUCache } from 'lru-cache';
import { isPlatformError } from '#kernel';
import type { App, Apps, PublishedVersion } from '#plugins/apps/contract.ts';
import type { Notifications } from '#plugins/database/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { SiteApp, SiteApps, SiteState } from './contract.ts';
import { FreshValues } from './fresh-values.ts';
import { type StoredSite, VISITOR_SECRET } from './settings.ts';
import type { SiteStore } from './site-store.ts';
import { siteOf } from './site-view.ts';

/** Heard by every process when a site was changed: the app's id. */
const CHANNEL = 'sites_changed';
const PLACES = 20_000;

/** What there is of an app. */
export interface Found {
  readonly app: App;
  readonly version: PublishedVersion | null;
  readonly site: StoredSite;
}

/** The same, for who asks. */
export class OpenedSite implements SiteApp {
  readonly app: App;
  readonly version: PublishedVersion | null;
  readonly site: StoredSite;
  readonly #parts: SiteCacheParts;

  constructor(found: Found, parts: SiteCacheParts) {
    this.app = found.app;
    this.version = found.version;
    this.site = found.site;
    this.#parts = parts;
  }

  get entry() {
    return this.site.settings.entry;
  }

  get embedOrigins() {
    return this.site.settings.embed_origins;
  }

  get embedNumber() {
    return this.site.embedNumber;
  }

  get secretNumber() {
    return this.site.secretNumber;
  }

  get shown() {
    return siteOf(this);
  }

  state(isEmbedded: boolean): SiteState {
    const { enabled, embed_enabled: isEmbeddable } = this.site.settings;
    if (!(isEmbedded ? isEmbeddable : enabled)) return 'off';
    return this.memberState();
  }

  memberState(): SiteState {
    if (this.#parts.workspaces.isClosed(this.app.workspaceId)) return 'off';
    if (this.app.status === 'paused') return 'paused';
    return this.version === null ? 'unpublished' : 'open';
  }

  visitorSecret(): string | null {
    const { workspaceId, visitorSecret: sealed } = this.site;
    return sealed === null ? null : this.#parts.secrets.open(workspaceId, VISITOR_SECRET, sealed);
  }
}

export interface SiteCacheParts {
  readonly store: SiteStore;
  readonly apps: Apps;
  readonly notifications: Notifications;
  readonly secrets: Secrets;
  readonly workspaces: Workspaces;
}

/** Sites of apps in memory: each request of a visitor asks. Changes count at once here, and within a second elsewhere. */
export class SiteCache implements SiteApps {
  readonly #parts: SiteCacheParts;
  readonly #sites = new FreshValues<OpenedSite | null>((appId) => this.#load(appId));
  /** The workspace of an app never changes. */
  readonly #places = new LRUCache<string, string>({ max: PLACES });
  readonly #listeners = new Set<(appId: string) => void>();
  readonly #tokens = new LRUCache<string, string>({ max: PLACES });

  constructor(parts: SiteCacheParts) {
    this.#parts = parts;
  }

  /** null: there is no such app. */
  find(appId: string): OpenedSite | null | Promise<OpenedSite | null> {
    return this.#sites.get(appId);
  }

  peek(appId: string): OpenedSite | null | undefined {
    return this.#sites.peek(appId);
  }

  /** Looks again, should a change not have been heard of. */
  review(appId: string): Promise<OpenedSite | null> {
    return this.#sites.read(appId);
  }

  /** null: no app has this embed token (any more). */
  async byToken(token: string): Promise<OpenedSite | null> {
    if (!/^web-[A-Za-z0-9]{43}$/.test(token)) return null;
    const appId = this.#tokens.get(token) ?? (await this.#parts.store.appOf(token));
    if (appId === null) return null;
    this.#tokens.set(token, appId);
    const found = await this.find(appId);
    // A token that was made anew in another process counts at once.
    const current = found?.site.embedToken === token ? found : await this.review(appId);
    return current?.site.embedToken === token ? current : null;
  }

  /** Called when a change is durable. */
  async changed(appId: string): Promise<void> {
    this.#sites.forget(appId);
    await this.#parts.notifications.send(CHANNEL, appId).catch(() => {});
  }

  /** Something of the app itself has changed in this process. */
  appChanged(appId: string): void {
    this.#sites.forget(appId);
    for (const heard of this.#listeners) heard(appId);
  }

  onChange(heard: (appId: string) => void): () => void {
    this.#listeners.add(heard);
    return () => this.#listeners.delete(heard);
  }

  /** Hears of other processes. */
  listen(): () => void {
    return this.#parts.notifications.listen(CHANNEL, (appId) => this.appChanged(appId));
  }

  async #load(appId: string): Promise<OpenedSite | null> {
    const { store, apps } = this.#parts;
    const workspaceId = this.#places.get(appId) ?? (await apps.workspaceOf(appId));
    if (workspaceId === null) return null;
    this.#places.set(appId, workspaceId);
    try {
      const [{ app, version }, site] = await Promise.all([
        apps.published(workspaceId, appId),
        store.find({ workspaceId, appId }),
      ]);
      return new OpenedSite({ app, version, site }, this.#parts);
    } catch (error) {
      if (isPlatformError(error) && error.kind === 'not-found') return null;
      throw error;
    }
  }
}
