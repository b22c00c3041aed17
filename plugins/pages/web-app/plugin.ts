import { HttpServer, Public, Routes, route } from '#http';
import { definePlugin } from '#kernel';
import { Pages } from '#plugins/pages/contract.ts';
import { SitePages } from '#plugins/sites/contract.ts';
import { pageRoutes } from './page-routes.ts';
import { tryEmbedRoute } from './try-embed-route.ts';

/** Pages of apps for those who use them: chat, forms, batches; in frames and bubbles of other sites too. */
export const plugin = definePlugin({
  id: 'web-app',
  needs: { http: HttpServer, pages: Pages, sites: SitePages },
  setup({ services, contribute }) {
    const { http, pages, sites } = services;
    contribute(Routes, ...pageRoutes({ pages, http, sites }));
    contribute(
      Routes,
      tryEmbedRoute({ pages, http }),
      route({
        id: 'web-app.embed-script',
        method: 'GET',
        path: '/embed.min.js',
        access: Public,
        summary: 'Get the embed script, which adds a chat to the pages of a site',
        docs: {
          tag: 'Pages',
          requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier response.' },
          answers: {
            200: { description: 'The script.', content: { 'text/javascript': { schema: { type: 'string' } } } },
            304: { description: 'Not modified: `If-None-Match` matches the current `ETag`.' },
          },
          errors: { 503: ['not_built'] },
        },
        handle: (request) => pages.script('web-app/embed', request),
      }),
    );
  },
});
