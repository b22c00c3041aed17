import { type HttpServer, Public, type Route, route } from '#http';
import type { Pages } from '#plugins/pages/contract.ts';

/** Where embeds are explained and tried. */
export function tryEmbedRoute({ pages, http }: { readonly pages: Pages; readonly http: HttpServer }): Route {
  return route({
    id: 'web-app.try-embed',
    method: 'GET',
    path: '/docs/embed',
    access: Public,
    summary: 'Guide to embedding an app in a site, as a page',
    docs: {
      tag: 'Pages',
      answers: {
        200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } },
        503: {
          description: 'The pages are still being built. The response is a page that reloads itself.',
          content: { 'text/html': { schema: { type: 'string' } } },
        },
      },
    },
    handle: ({ origin }) =>
      pages.render('web-app/try-embed', {
        title: 'Embed a chat',
        language: 'en',
        frames: ["'self'"],
        data: { web_app_url: http.publicUrl('web-app', origin), runtime_url: http.publicUrl('runtime', origin) },
      }),
  });
}
