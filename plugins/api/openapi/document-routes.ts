import { readFileSync } from 'node:fs';
import { jsonAnswer, Public, type Route, type RouteDocs, route, schemas, text } from '#http';
import { gettingStarted } from './pages/getting-started.ts';
import { renderGuide, renderGuides } from './pages/guides.ts';
import { renderGroup, renderReference } from './pages/reference.ts';
import { QUERY_LENGTH, renderSearch } from './pages/search.ts';
import { styleSheet } from './pages/style-sheet.ts';
import type { Publication, PublishedDocument } from './published-document.ts';

/** Anybody's page may read it; it holds nothing that is not public. */
const documentText: Publication = {
  contentType: 'application/json',
  headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag, X-Request-Id, X-Version' },
  render: (document) => JSON.stringify(document),
};

/** All that the pages may load is their own style sheet and script, which sends nothing anywhere; what is searched is sent to this server. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
const html = 'text/html; charset=utf-8';
const reference: Publication = { contentType: html, headers: pageHeaders, render: renderReference };
const group: Publication = {
  contentType: html,
  headers: pageHeaders,
  render: (document, address) => renderGroup(document, address.slice(address.lastIndexOf('/') + 1)),
};
const home: Publication = { contentType: html, headers: pageHeaders, render: renderGuides };
const guide: Publication = { contentType: html, headers: pageHeaders, render: (_, address) => renderGuide(address) };
const beginning: Publication = { contentType: html, headers: pageHeaders, render: gettingStarted };
const scriptText = readFileSync(new URL('./pages/page-script.mjs', import.meta.url), 'utf8');
const script: Publication = { contentType: 'text/javascript; charset=utf-8', headers: {}, render: () => scriptText };
const style: Publication = { contentType: 'text/css; charset=utf-8', headers: {}, render: () => styleSheet };

const notModified = { description: 'Not modified: `If-None-Match` matches the current `ETag`.' };
const textOf = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: schemas.text } },
  headers: { ETag: 'Identifies this version of the content.' },
});

/** The description of the API, for programs and for people. */
export function documentRoutes(published: PublishedDocument): Route[] {
  const page = (
    id: string,
    path: string,
    about: { readonly summary: string; readonly publication: Publication; readonly errors?: RouteDocs['errors'] },
  ) =>
    route({
      id: `openapi.${id}`,
      method: 'GET',
      path,
      access: Public,
      summary: about.summary,
      docs: {
        tag: 'API description',
        requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier response.' },
        answers: {
          200: textOf('The text.', (about.publication.contentType.split(';')[0] ?? '').trim()),
          304: notModified,
        },
        ...(about.errors !== undefined && { errors: about.errors }),
      },
      handle: ({ path: address }) => published.reply(about.publication, address),
    });
  return [
    route({
      id: 'openapi.document',
      method: 'GET',
      path: '/openapi.json',
      access: Public,
      summary: 'Get this API as an OpenAPI document',
      docs: {
        tag: 'API description',
        requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier response.' },
        answers: { 200: jsonAnswer('An OpenAPI 3.1 document.', schemas.object), 304: notModified },
      },
      handle: ({ path }) => published.reply(documentText, path),
    }),
    page('guides', '/docs', { summary: 'First page of the documentation', publication: home }),
    page('guide', '/docs/guides/:guide', {
      summary: 'Guide, as a page',
      publication: guide,
      errors: { 404: ['not_found'] },
    }),
    page('detail', '/docs/details/:guide', {
      summary: 'Detailed documentation of one subject, as a page',
      publication: guide,
      errors: { 404: ['not_found'] },
    }),
    page('reference', '/docs/api', { summary: 'API reference page', publication: reference }),
    route({
      id: 'openapi.search',
      method: 'GET',
      path: '/docs/api/search',
      access: Public,
      summary: 'Search the API reference',
      query: {
        type: 'object',
        properties: {
          q: {
            type: 'string',
            maxLength: QUERY_LENGTH,
            default: '',
            description: 'Words to search for; results contain all of them.',
          },
        },
      },
      docs: { tag: 'API description', answers: { 200: textOf('The search results as a page.', 'text/html') } },
      handle: ({ query }) =>
        text(renderSearch(published.document, query.q), {
          contentType: html,
          headers: { 'cache-control': 'no-cache', ...pageHeaders },
        }),
    }),
    page('group', '/docs/api/:group', {
      summary: 'Reference page of one group of operations',
      publication: group,
      errors: { 404: ['not_found'] },
    }),
    page('getting-started', '/docs/api/getting-started', {
      summary: 'Getting started guide of the API, as a page',
      publication: beginning,
    }),
    page('style', '/docs/api/style.css', { summary: 'Style sheet of the documentation pages', publication: style }),
    page('script', '/docs/api/page.js', { summary: 'Script of the documentation pages', publication: script }),
  ];
}
