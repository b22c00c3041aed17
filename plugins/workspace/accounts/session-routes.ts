import { empty, json, languageOf, Public, type Route, type RouteRequest, route } from '#http';
import { PlatformError } from '#kernel';
import { accountDocs } from './account-docs.ts';
import { sessionItem, signedInItem } from './account-items.ts';
import { AccountAccess, type SignedIn } from './contract.ts';
import { plainEmail } from './email-address.ts';
import { emailTexts } from './email-texts.ts';
import { handOffRoutes } from './hand-off-routes.ts';
import { noCookies, refreshCookie } from './session-cookies.ts';
import { MAX_EMAILS, type SessionRouteParts } from './session-parts.ts';
import { signUpRoutes } from './sign-up-routes.ts';

const email = { type: 'string', minLength: 3, maxLength: 254 } as const;
const password = { type: 'string', minLength: 1, maxLength: 1024 } as const;
const own = { permission: 'account.manage', access: AccountAccess } as const;

/** Signing in and out, for people with a password and whoever has a session. */
export function sessionRoutes(parts: SessionRouteParts): Route[] {
  const { sessions, signIn, placeOf } = parts;
  const origin = ({ headers, address }: RouteRequest) => ({ userAgent: headers['user-agent'] ?? '', address });
  const answer = async (signedIn: SignedIn, status = 200) =>
    json(await signedInItem(signedIn, sessions.csrfToken(signedIn.sessionId), placeOf), {
      status,
      headers: { 'Cache-Control': 'no-store' },
      cookies: sessions.cookies(signedIn),
    });
  return [
    route({
      id: 'accounts.sign-in',
      method: 'POST',
      path: '/console/api/sessions',
      access: Public,
      summary: 'Sign in with a password',
      docs: accountDocs.signIn,
      body: {
        type: 'object',
        required: ['email', 'password'],
        additionalProperties: false,
        properties: { email, password, code: { type: 'string', maxLength: 20 } },
      },
      async handle(request) {
        const { body } = request;
        return answer(await signIn.signIn({ ...body, code: body.code?.trim() ?? '', ...origin(request) }));
      },
    }),
    route({
      id: 'accounts.refresh',
      method: 'POST',
      path: '/console/api/sessions/refresh',
      access: Public,
      summary: 'Refresh the tokens of a session; a refresh token can be used once',
      docs: accountDocs.refresh,
      body: {
        type: 'object',
        additionalProperties: false,
        properties: { refresh_token: { type: 'string', maxLength: 200 } },
      },
      bodyPresence: 'optional',
      async handle({ body, headers }) {
        const given = body?.refresh_token;
        return answer(await sessions.refresh(given ?? refreshCookie(headers.cookie) ?? ''));
      },
    }),
    ...handOffRoutes(parts, origin, answer),
    ...signUpRoutes(parts, answer),
    ...resetRoutes(parts),
    ...openSessionRoutes(parts),
  ];
}

/** Of who is signed in. */
function openSessionRoutes(parts: SessionRouteParts): Route[] {
  const { sessions, store } = parts;
  const isSecure = () => parts.server.publicUrl('console').startsWith('https:');
  return [
    route({
      ...own,
      id: 'accounts.sign-out',
      method: 'DELETE',
      path: '/console/api/sessions/current',
      summary: 'Sign out',
      audit: 'path',
      docs: accountDocs.signOut,
      async handle({ principal }) {
        if (principal.sessionId !== null) await sessions.end(principal.account.id, principal.sessionId);
        return { ...empty(), cookies: noCookies(isSecure()) };
      },
    }),
    route({
      ...own,
      id: 'accounts.list-sessions',
      method: 'GET',
      path: '/console/api/sessions',
      summary: 'List your sessions',
      noCommand: 'people look after their sessions signed in',
      docs: accountDocs.sessions,
      async handle({ principal: { account, sessionId } }) {
        const items = (await store.sessions(account.id)).map((session) => sessionItem(session, sessionId));
        return json({ data: items });
      },
    }),
    route({
      ...own,
      id: 'accounts.end-session',
      method: 'DELETE',
      path: '/console/api/sessions/:session_id',
      summary: 'Sign out a session',
      audit: 'path',
      noCommand: 'people look after their sessions signed in',
      docs: accountDocs.endSession,
      params: { type: 'object', properties: { session_id: { type: 'string', format: 'uuid' } } },
      async handle({ principal, params }) {
        if (await sessions.end(principal.account.id, params.session_id)) return empty();
        throw new PlatformError('not-found', 'accounts.no_session', 'You have no such session.');
      },
    }),
    route({
      ...own,
      id: 'accounts.end-other-sessions',
      method: 'DELETE',
      path: '/console/api/sessions',
      summary: 'Sign out all other sessions',
      audit: 'path',
      noCommand: 'people look after their sessions signed in',
      docs: accountDocs.endOthers,
      async handle({ principal }) {
        await sessions.endAll(principal.account.id, principal.sessionId ?? undefined);
        return empty();
      },
    }),
  ];
}

function resetRoutes({
  accounts,
  hasOtherWay,
  signIn,
  mail,
  server,
  logger,
  happened,
  noticed,
}: SessionRouteParts): Route[] {
  /** Behind the answer: whether there is such an account must not be told, nor be seen by the time it takes. */
  async function sendLink(address: string): Promise<void> {
    const account = await accounts.byEmail(address);
    if (account === null) return;
    const texts = emailTexts[languageOf(account.language)];
    if (!account.hasPassword && (await hasOtherWay(account.id))) {
      await mail.send({ to: account.email, ...texts.noPassword(account.email) });
      return;
    }
    const link = `${server.publicUrl('console')}/reset-password#${await accounts.passwordReset(account.id)}`;
    await mail.send({ to: account.email, ...texts.reset(account.email, link) });
  }

  return [
    route({
      id: 'accounts.ask-reset',
      method: 'POST',
      path: '/console/api/password-resets',
      access: Public,
      summary: 'Request a password reset link by e-mail',
      docs: accountDocs.askReset,
      body: { type: 'object', required: ['email'], additionalProperties: false, properties: { email } },
      async handle({ body, address }) {
        const given = body.email;
        await signIn.countAddress('reset', address, MAX_EMAILS);
        await signIn.count(`reset-of/${plainEmail(given)}`, MAX_EMAILS);
        sendLink(given).catch((error) =>
          logger.error({ err: error }, 'the mail with a new password link was not sent'),
        );
        return json({ result: 'success' }, { status: 202 });
      },
    }),
    route({
      id: 'accounts.reset-password',
      method: 'POST',
      path: '/console/api/password-resets/confirm',
      access: Public,
      summary: 'Set a new password with the secret of a reset link; all sessions end',
      docs: accountDocs.reset,
      body: {
        type: 'object',
        required: ['token', 'password'],
        additionalProperties: false,
        properties: { token: { type: 'string', maxLength: 100 }, password },
      },
      async handle({ body, address }) {
        const { token, password } = body;
        const account = await accounts.resetPassword(token, password);
        happened({ account, what: 'password-reset', address });
        noticed({ accountId: account.id, what: 'password-changed', address });
        return json({ result: 'success' });
      },
    }),
  ];
}
