import { iconAddress } from '#plugins/apps/contract.ts';
import type { Site, SitePage, SitePages, Sites, VisitLimits } from './contract.ts';
import type { Found, OpenedSite, SiteCache } from './site-cache.ts';

/** How an app is shown to its visitors. */
export function siteOf({ app, version, site }: Found): Site {
  const { settings } = site;
  const isOwnIcon = settings.icon_type !== null;
  const type = isOwnIcon ? settings.icon_type : app.iconType || null;
  const icon = isOwnIcon ? settings.icon : app.icon || null;
  return {
    title: settings.title || app.name,
    description: settings.description || app.description,
    icon_type: type,
    icon,
    icon_background: settings.icon_background ?? (isOwnIcon ? null : app.iconBackground || null),
    // A picture of another platform's document is a file where it was made; only its id travels.
    icon_url: iconAddress({ id: app.id, icon: icon ?? '', iconType: type ?? '' }),
    color: settings.color,
    language: settings.language,
    copyright: settings.copyright,
    privacy_policy: settings.privacy_policy,
    disclaimer: settings.disclaimer,
    input_placeholder: settings.input_placeholder,
    show_workflow_steps: settings.show_workflow_steps,
    resume_conversation: settings.resume_conversation,
    draw_diagrams: settings.draw_diagrams,
    share_conversations: settings.share_conversations,
    allowed_hosts: settings.allowed_hosts,
    use_icon_as_answer_icon: version?.compiled.isIconShown ?? false,
    entry: settings.entry,
  };
}

/** What other plugins ask of sites. */
export class SiteViews implements Sites, SitePages {
  readonly #cache: SiteCache;

  constructor(cache: SiteCache) {
    this.#cache = cache;
  }

  async site(appId: string): Promise<Site | null> {
    const found = await this.#cache.find(appId);
    return found === null ? null : siteOf(found);
  }

  runLimits(appId: string): VisitLimits | Promise<VisitLimits> {
    const found = this.#cache.find(appId);
    return found instanceof Promise ? found.then(limitsOf) : limitsOf(found);
  }

  knownRunLimits(appId: string): VisitLimits | undefined {
    const found = this.#cache.peek(appId);
    return found === undefined ? undefined : limitsOf(found);
  }

  async find(
    address: string,
    { embedded, asMember = false }: { readonly embedded: boolean; readonly asMember?: boolean },
  ): Promise<SitePage | null> {
    const found = await findApp(this.#cache, address, embedded);
    if (found === null) return null;
    const { app, site } = found;
    const shown = siteOf(found);
    const icon = shown.icon_url === null ? null : URL.parse(shown.icon_url);
    return {
      app: { id: app.id, mode: app.mode },
      site: shown,
      state: asMember ? found.memberState() : found.state(embedded),
      frameAncestors: embedded ? site.settings.embed_origins : [],
      images: [...shown.allowed_hosts, ...(icon === null ? [] : [icon.origin])],
    };
  }
}

async function findApp(cache: SiteCache, address: string, isEmbedded: boolean): Promise<OpenedSite | null> {
  if (address.startsWith('web-')) return isEmbedded ? cache.byToken(address) : null;
  return uuid.test(address) ? cache.find(address.toLowerCase()) : null;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function limitsOf(found: Found | null): VisitLimits {
  const settings = found?.site.settings;
  return {
    perVisitor: settings?.runs_per_visitor_hour ?? null,
    perAddress: settings?.runs_per_address_hour ?? null,
    rowsPerVisitor: settings?.batch_rows_per_visitor_day ?? null,
  };
}
