import { json, Public, type Route, route } from '#http';
import { visitDocs } from './visit-docs.ts';
import { visitBody } from './visit-schema.ts';
import type { SignInNeeded, VisitRequest, Visits } from './visits.ts';

/** How visitors come in. */
export function visitRoutes(visits: Visits): Route[] {
  return [
    route({
      id: 'visitors.visit',
      method: 'POST',
      path: '/web/api/visit',
      access: Public,
      summary: 'Start a visit of a web app',
      docs: visitDocs,
      body: visitBody,
      bodyLimit: 16_384,
      isHeardBy: (origin, { body }) => visits.isHeardBy(origin, body as VisitRequest),
      async handle({ method, path, headers, address, origin, body }) {
        const visit = await visits.visit(body as VisitRequest, { method, path, headers, address, origin });
        if ('entry' in visit) return signInNeeded(visit);
        const { found, token, claims } = visit;
        const { id, mode, name } = found.app;
        return json({
          visitor_token: token,
          expires_at: claims.expiresAt,
          visitor_id: claims.visitor,
          site: found.shown,
          app: { id, mode, name },
        });
      },
    }),
  ];
}

function signInNeeded(needed: SignInNeeded) {
  const message =
    needed.entry === 'members'
      ? 'Members of its workspace may use this app: sign in.'
      : 'This app is for people whom an identity provider of its workspace knows: sign in there.';
  return json({ code: 'sign_in_needed', message, status: 401, params: needed }, { status: 401 });
}
