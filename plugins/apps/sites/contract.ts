/**
 * Web apps of apps: whether there is one, how it looks, who may enter it and where it may be embedded; and its visitors.
 *
 * Glossary
 * - site: what is set for the web app of an app.
 * - visitor: somebody who uses it. Their token opens the routes of `AppUserAccess`, of this app, for themselves.
 * - embed token (`web-…`): names an app on pages of other sites. Anybody may see it; what it is good for is said by the site.
 */
import type { AppMode } from '#engine';
import { token } from '#kernel';
import type { App, PublishedVersion } from '#plugins/apps/contract.ts';
import type { SiteLanguage } from './site-schema.ts';

/** Values that are asked for all the time and change seldom. */
export { FreshValues } from './fresh-values.ts';
/** Whether a page's origin is among those of `embed_origins`, in the way of `frame-ancestors`. */
export { isAllowedOrigin } from './origins.ts';

/** Who may use a web app: everybody, members of its workspace, or whom an identity provider of the workspace vouches for. */
export type SiteEntry = 'everyone' | 'members' | 'sso';

/** Whether visitors find an app open, and why not. */
export type SiteState = 'open' | 'off' | 'paused' | 'unpublished';

/** What everybody who opens a web app is told of it. */
export interface Site {
  /** Never empty. */
  readonly title: string;
  readonly description: string;
  readonly icon_type: string | null;
  readonly icon: string | null;
  readonly icon_background: string | null;
  /** Of an icon that is a picture elsewhere. */
  readonly icon_url: string | null;
  /** `#rrggbb` */
  readonly color: string | null;
  readonly language: SiteLanguage | null;
  readonly copyright: string;
  readonly privacy_policy: string;
  readonly disclaimer: string;
  readonly input_placeholder: string;
  readonly show_workflow_steps: boolean;
  /** Who comes back goes on in the conversation they were in. */
  readonly resume_conversation: boolean;
  /** Diagrams of answers are drawn without a click. */
  readonly draw_diagrams: boolean;
  /** Visitors share conversations by links. */
  readonly share_conversations: boolean;
  /** Hosts that answers may show pictures of: `example.com`, `*.example.com`. */
  readonly allowed_hosts: readonly string[];
  readonly use_icon_as_answer_icon: boolean;
  readonly entry: SiteEntry;
}

/** What the HTML page of an app is made of. */
export interface SitePage {
  readonly app: { readonly id: string; readonly mode: AppMode };
  readonly site: Site;
  readonly state: SiteState;
  /** CSP sources that may show the page in a frame; none: no page may. */
  readonly frameAncestors: readonly string[];
  /** CSP sources of pictures. */
  readonly images: readonly string[];
}

/** Pages of web apps. */
export interface SitePages {
  /** `address`: an app's id, or (embedded only) an embed token. `asMember`: the state is that for members in the studio. null: there is no such app. */
  find(address: string, options: { readonly embedded: boolean; readonly asMember?: boolean }): Promise<SitePage | null>;
}

export const SitePages = token<SitePages>('sites.site-pages');

/** What is set for web apps, for other routes that tell or keep to it. */
export interface Sites {
  /** How an app is shown; null: there is no such app. */
  site(appId: string): Promise<Site | null>;
  /** Runs that its visitors may start within an hour; null: any number. Known at once where the app was asked about lately. */
  runLimits(appId: string): VisitLimits | Promise<VisitLimits>;
  /** The same, as far as it is known. */
  knownRunLimits(appId: string): VisitLimits | undefined;
}

/** Runs per hour, and rows of batches per day; null: any number. */
export interface VisitLimits {
  readonly perVisitor: number | null;
  /** Of all visitors from one address. */
  readonly perAddress: number | null;
  readonly rowsPerVisitor: number | null;
}

export const Sites = token<Sites>('sites.sites');

/** An app with its site, as visitors find them. */
export interface SiteApp {
  readonly app: App;
  /** null: nothing is published. */
  readonly version: PublishedVersion | null;
  readonly entry: SiteEntry;
  readonly embedOrigins: readonly string[];
  /** Which embed token, and which visitor secret, it is; each new one has the next number. */
  readonly embedNumber: number;
  readonly secretNumber: number;
  /** What everybody who opens it is told. */
  readonly shown: Site;
  /** Whether they find it open: in a frame of another site, or on its own page. */
  state(isEmbedded: boolean): SiteState;
  /** Whether members of its workspace can use it in the studio: whatever is set for its page, which is about others. */
  memberState(): SiteState;
  /** The secret that signs ids of visitors; null: none was made. */
  visitorSecret(): string | null;
}

/** Apps with their sites, from memory, no older than a second: for who lets visitors in. */
export interface SiteApps {
  /** null: there is no such app. */
  find(appId: string): SiteApp | null | Promise<SiteApp | null>;
  /** Looks again, should a change not have been heard of. */
  review(appId: string): Promise<SiteApp | null>;
  /** By the embed token; null: no app has it (any more). */
  byToken(token: string): Promise<SiteApp | null>;
  /** Hears of apps for which something was set, in any process, or that were changed in this one. The result ends it. */
  onChange(heard: (appId: string) => void): () => void;
}

export const SiteApps = token<SiteApps>('sites.site-apps');
