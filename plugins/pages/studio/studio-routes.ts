import { Public, type Route, route } from '#http';
import { type StudioParts, studioPage } from './studio-page.ts';

/** Pages before somebody is signed in. Secrets of links stand behind `#`, which no server sees. */
const entrance = ['/setup', '/sign-in', '/sign-up', '/reset-password', '/invitation'] as const;

const html = { 'text/html': { schema: { type: 'string' } } } as const;

/** Routes of the entrance; the pages of sections stand where no route does. */
export function entranceRoutes(parts: StudioParts): Route[] {
  return entrance.map((path) =>
    route({
      id: `studio.page${path.replace('/', '-')}`,
      method: 'GET',
      path,
      access: Public,
      summary: `The studio: ${path}`,
      docs: {
        tag: 'Pages',
        description: 'A page for browsers. Visitors who are not signed in are sent to the sign-in page.',
        answers: {
          200: { description: 'The page.', content: html },
          503: {
            description: 'The pages are still being built. The response is a page that reloads itself.',
            content: html,
          },
        },
      },
      handle: (request) => studioPage(parts, request),
    }),
  );
}

/** The address of the server leads to the apps. */
export const firstRoute: Route = route({
  id: 'studio.first',
  method: 'GET',
  path: '/',
  access: Public,
  summary: 'Redirect to the studio',
  docs: { tag: 'Pages', answers: { 303: { description: 'Redirects to `/apps`.' } } },
  handle: () => ({ status: 303, headers: { location: '/apps', 'cache-control': 'no-store' }, body: { kind: 'empty' } }),
});
