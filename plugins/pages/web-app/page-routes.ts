import { type HttpServer, Public, type Reply, type Route, type RouteRequest, route } from '#http';
import type { Pages } from '#plugins/pages/contract.ts';
import { isAllowedOrigin, type SitePage, type SitePages } from '#plugins/sites/contract.ts';

export interface PageRouteParts {
  readonly pages: Pages;
  readonly sites: SitePages;
  readonly http: HttpServer;
}

/** What client routes of the pages look like; anything else below an app is no page. */
const inner = /^(?:(?:c|batches)\/[\w-]{1,64}|shared\/[\w-]{20,64})$/;

const page = {
  tag: 'Pages',
  answers: {
    200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } },
    403: {
      description: 'The page may not be embedded in a frame of this site. The response is a page that explains it.',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
    404: {
      description: 'Not found. The response is a page that explains it.',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
    503: {
      description: 'The pages are still being built. The response is a page that reloads itself.',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
  },
};

/** The web app of an app, and the same for frames of other sites. */
export function pageRoutes(parts: PageRouteParts): Route[] {
  const answer = (address: string, rest: string, request: Request) =>
    rest === '' || inner.test(rest) ? unlisted(rest, appPage(parts, address, request)) : notFound(parts.pages, request);
  const chat = (id: string, path: string, summary: string) =>
    route({
      id,
      method: 'GET',
      path,
      access: Public,
      summary,
      docs: page,
      handle: (request) =>
        answer(request.params.app_id ?? '', request.params['*'] ?? '', {
          isEmbedded: false,
          origin: request.origin,
          headers: request.headers,
        }),
    });
  const chatbot = (id: string, path: string, summary: string) =>
    route({
      id,
      method: 'GET',
      path,
      access: Public,
      summary,
      docs: page,
      handle: (request) =>
        answer(request.params.address ?? '', request.params['*'] ?? '', {
          isEmbedded: true,
          origin: request.origin,
          headers: request.headers,
        }),
    });
  const use = (id: string, path: string, summary: string) =>
    route({
      id,
      method: 'GET',
      path,
      access: Public,
      summary,
      docs: page,
      handle: ({ params, headers, origin }) => {
        const rest = params['*'] ?? '';
        const request = { isEmbedded: false, asMember: true, origin, headers };
        return rest === '' || inner.test(rest)
          ? unlisted(rest, appPage(parts, params.app_id ?? '', request))
          : notFound(parts.pages, request);
      },
    });
  return [
    use('web-app.member-page', '/use/:app_id', 'An app for members of its workspace, in the studio'),
    use('web-app.inner-member-page', '/use/:app_id/*', 'A conversation or a batch of a member, in the studio'),
    chat('web-app.page', '/chat/:app_id', 'The web app of an app'),
    chat('web-app.inner-page', '/chat/:app_id/*', 'A conversation or batch in the web app of an app'),
    chatbot('web-app.embedded-page', '/chatbot/:address', 'The embeddable page of an app, by its id or embed token'),
    chatbot(
      'web-app.inner-embedded-page',
      '/chatbot/:address/*',
      'A conversation or batch in the embeddable page of an app',
    ),
  ];
}

/** What somebody has shared by a link is no page for search engines, and no site that it leads to learns the link. */
async function unlisted(rest: string, page: Promise<Reply>): Promise<Reply> {
  const reply = await page;
  if (!rest.startsWith('shared/')) return reply;
  return { ...reply, headers: { ...reply.headers, 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' } };
}

interface Request extends Pick<RouteRequest, 'origin' | 'headers'> {
  readonly isEmbedded: boolean;
  readonly asMember?: boolean;
}

async function appPage({ pages, sites, http }: PageRouteParts, address: string, request: Request): Promise<Reply> {
  const asMember = request.asMember === true;
  const found = await sites.find(address, { embedded: request.isEmbedded, asMember });
  if (found === null) return notFound(pages, request);
  const { app, site, state, images } = found;
  // Our own pages may always: the one where embeds are tried, and previews.
  const frameAncestors = request.isEmbedded ? ["'self'", ...found.frameAncestors] : [];
  if (request.isEmbedded && isForeign(request, found.frameAncestors))
    return closedFrame(pages, 'origin-not-allowed', 403);
  const isWorkflow = app.mode === 'workflow' || app.mode === 'completion';
  return pages.render(isWorkflow ? 'web-app/workflow' : 'web-app/chat', {
    title: asMember ? 'Weft' : site.title,
    language: site.language ?? 'en',
    frameAncestors,
    images,
    isPrivate: asMember || site.entry !== 'everyone',
    data: {
      app: { id: app.id, mode: app.mode },
      site: asMember ? unseen(found) : shown(found),
      state,
      embedded: request.isEmbedded,
      as_member: asMember,
      ...(request.isEmbedded && address !== app.id && { embed_token: address }),
      embed_origins: request.isEmbedded ? found.frameAncestors : [],
      // The studio asks where it is: its session is good there alone.
      runtime_url: asMember ? '' : http.publicUrl('runtime', request.origin),
    },
  });
}

/** What everybody may see before they have entered, or of what is closed: how it looks, not what it says. */
function shown({ site, state }: SitePage): SitePage['site'] {
  if (site.entry === 'everyone' && state === 'open') return site;
  const nothing = { description: '', copyright: '', privacy_policy: '', disclaimer: '', input_placeholder: '' };
  return { ...site, ...nothing, show_workflow_steps: false, allowed_hosts: [] };
}

/** Nothing of it is said before it is known who asks; not even its name. */
function unseen(found: SitePage): SitePage['site'] {
  const nobody = { title: '', icon_type: null, icon: null, icon_background: null, icon_url: null, color: null };
  return { ...shown({ ...found, site: { ...found.site, entry: 'members' } }), ...nobody, allowed_hosts: [] };
}

function notFound(pages: Pages, { isEmbedded }: Pick<Request, 'isEmbedded'>): Promise<Reply> {
  if (isEmbedded) return closedFrame(pages, 'embed-off', 404);
  return pages.render('web-app/not-found', { title: '404', language: 'en', data: null, status: 404 });
}

/**
 * Whether a page of a site that may not stands around this one. Browsers keep such sites out by `frame-ancestors`, with an
 * error of their own; where they say who asks, there are words for it.
 */
function isForeign({ headers, origin }: Request, allowed: readonly string[]): boolean {
  const { referer = '', 'sec-fetch-dest': destination = 'iframe' } = headers;
  if (destination !== 'iframe' || !URL.canParse(referer)) return false;
  const from = new URL(referer).origin;
  return from !== origin && !isAllowedOrigin(from, allowed);
}

/** What any site may show in a frame, for there is nothing in it but a sentence. */
function closedFrame(pages: Pages, reason: 'embed-off' | 'origin-not-allowed', status: 403 | 404): Promise<Reply> {
  const data = { reason };
  return pages.render('web-app/closed', { title: 'Chat', language: 'en', data, status, frameAncestors: ['*'] });
}
