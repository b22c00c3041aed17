import { type HttpServer, linkPage, Public, type Route, route } from '#http';
import { memberDocs } from './member-docs.ts';

/** Where the link of an invitation leads whoever opens it in a browser. */
export function invitationPage(server: HttpServer): Route {
  return route({
    id: 'members.invitation-page',
    method: 'GET',
    path: '/invitation',
    access: Public,
    summary: 'Tell how an invitation is accepted, as a page',
    docs: memberDocs.page,
    handle() {
      const api = `${server.publicUrl('console')}/console/api`;
      const post = (path: string, body: string, more = '') =>
        `curl -X POST "${api}/${path}" -H "Content-Type: application/json"${more} \\\n  -d '${body}'`;
      return linkPage({
        title: 'You are invited to a workspace',
        text: 'The address of this page is an invitation. It is good once, for the e-mail address it was sent to, and for a week.',
        ways: [
          { title: 'What is it for?', call: post('invitations/show', '{"token": "TOKEN"}') },
          {
            title: 'You are new here',
            call: post('invitations/join', '{"token": "TOKEN", "name": "Your name", "password": "A good password"}'),
          },
          {
            title: 'You have an account: sign in, and send the access_token that you get',
            call: [
              post('sessions', '{"email": "you@example.com", "password": "Your password"}'),
              post('account/invitations', '{"token": "TOKEN"}', ' -H "Authorization: Bearer ACCESS_TOKEN"'),
            ].join('\n\n'),
          },
        ],
      });
    },
  });
}
