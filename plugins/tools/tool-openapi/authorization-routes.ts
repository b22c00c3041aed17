import {
  escapeHtml,
  type HttpServer,
  htmlPage,
  json,
  type Language,
  languageOf,
  Public,
  type Reply,
  type Route,
  route,
} from '#http';
import { isPlatformError } from '#kernel';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { AUTHORIZATION_SECONDS, type Authorizations } from './authorizations.ts';
import { pageTexts } from './page-texts.ts';
import { authorizationDocs } from './route-docs.ts';

const root = '/console/api/custom-tools';
const COOKIE = 'weft_tool_authorization';
const shortText = { type: 'string', minLength: 1, maxLength: 4000 } as const;

const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // The address holds a code that is good once.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/** Authorizing custom tools over OAuth: begun by a member, ended by the browser it was begun in, or by the member. */
export function authorizationRoutes(parts: {
  readonly authorizations: Authorizations;
  readonly server: HttpServer;
}): Route[] {
  const { authorizations, server } = parts;
  const edit = { access: ManagementAccess, permission: 'plugins.install' } as const;
  const cookie = (value: string, seconds: number) => {
    const secure = server.publicUrl('console').startsWith('https:') ? '; Secure' : '';
    return `${COOKIE}=${value}; Path=${root}/callback; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
  };
  return [
    route({
      ...edit,
      id: 'tool-openapi.authorize',
      method: 'POST',
      path: `${root}/:provider_id/authorize`,
      summary: 'Start the OAuth authorization of custom tools; returns the address to open in a browser',
      ids: { 'params.provider_id': 'customToolProvider' },
      audit: 'path',
      docs: authorizationDocs.authorize,
      async handle({ principal, params }) {
        const { workspaceId, accountId } = principal;
        const { url, browser } = await authorizations.begin(workspaceId, params.provider_id, accountId);
        const headers = { 'Set-Cookie': cookie(browser, AUTHORIZATION_SECONDS), 'Cache-Control': 'no-store' };
        return json({ authorization_url: url, expires_in: AUTHORIZATION_SECONDS }, { headers });
      },
    }),
    route({
      ...edit,
      id: 'tool-openapi.finish-authorization',
      method: 'POST',
      path: `${root}/authorizations`,
      summary: 'Complete an OAuth authorization with the code of the callback',
      audit: { answer: ['id'] },
      docs: authorizationDocs.finish,
      body: {
        type: 'object',
        required: ['state', 'code'],
        additionalProperties: false,
        properties: { state: shortText, code: shortText },
      },
      async handle({ principal, body, signal }) {
        const { workspaceId, accountId } = principal;
        const { id, name } = await authorizations.end(body, { accountId }, { signal, workspaceId });
        return json({ id, name, configured: true });
      },
    }),
    route({
      id: 'tool-openapi.callback',
      method: 'GET',
      path: `${root}/callback`,
      access: Public,
      summary: 'OAuth callback page of custom tools',
      docs: authorizationDocs.callback,
      noCommand: 'opened by browsers that come back from an authorization server',
      async handle({ query, headers, signal }) {
        const [state, code, error] = [query.state, query.code, query.error].map((value) =>
          typeof value === 'string' ? value.slice(0, 4000) : '',
        );
        const language = languageOf(headers['accept-language']);
        const texts = pageTexts[language];
        if (!state || !code) {
          const why = error ? texts.refused(error.slice(0, 200)) : texts.noCode;
          const body = `<p>${escapeHtml(why)} ${texts.beginAgain}</p>`;
          return page(texts.notAuthorized, body, { status: 400, language });
        }
        const browser = cookieIn(headers.cookie);
        if (browser === null) return codePage(state, code, language);
        try {
          const { name } = await authorizations.end({ state, code }, { browser }, { signal });
          const body = `<p>${escapeHtml(texts.usable(name))}</p>`;
          const done = page(texts.authorized, body, { status: 200, language });
          return { ...done, headers: { ...done.headers, 'Set-Cookie': cookie('', 0) } };
        } catch (failure) {
          if (!isPlatformError(failure)) throw failure;
          return page(texts.notAuthorized, `<p>${escapeHtml(failure.message)}</p>`, { status: 400, language });
        }
      },
    }),
  ];
}

/** For who began it from a terminal. Somebody who was sent here by others is told not to go on. */
function codePage(state: string, code: string, language: Language): Reply {
  const texts = pageTexts[language];
  const call = `weft tools authorize --state '${state.replaceAll("'", '')}' --code '${code.replaceAll("'", '')}'`;
  return page(
    texts.oneStep,
    `<p>${texts.fromTerminal}</p><pre><code>${escapeHtml(call)}</code></pre>
<p>${texts.fromOthers}</p>`,
    { status: 200, language },
  );
}

function page(
  title: string,
  body: string,
  { status, language }: { readonly status: number; readonly language: Language },
): Reply {
  const html = htmlPage(title, `<main><h1>${escapeHtml(title)}</h1>${body}</main>`, '', language);
  return { status, headers: pageHeaders, body: { kind: 'text', text: html, contentType: 'text/html; charset=utf-8' } };
}

function cookieIn(header: string | undefined): string | null {
  const pair = (header ?? '').split(';').find((item) => item.trim().startsWith(`${COOKIE}=`));
  return pair?.trim().slice(COOKIE.length + 1) || null;
}
