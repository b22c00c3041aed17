import { type HttpServer, linkPage, Public, type Route, route } from '#http';
import { accountDocs } from './account-docs.ts';

/** Where the link that sets a new password leads whoever opens it in a browser. */
export function resetPage(server: HttpServer): Route {
  return route({
    id: 'accounts.reset-page',
    method: 'GET',
    path: '/reset-password',
    access: Public,
    summary: 'Tell how a new password is set, as a page',
    docs: accountDocs.resetPage,
    handle: () =>
      linkPage({
        title: 'Set a new password',
        text: 'The address of this page sets a new password for your account. It is good once, and for an hour.',
        ways: [
          {
            title: 'Your new password',
            call: `curl -X POST "${server.publicUrl('console')}/console/api/password-resets/confirm" -H "Content-Type: application/json" \\\n  -d '{"token": "TOKEN", "password": "A good password"}'`,
          },
        ],
      }),
  });
}
