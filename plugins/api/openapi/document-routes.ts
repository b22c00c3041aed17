import { readFileSync } from 'node:fs';
import { type DocumentedAnswer, jsonAnswer, Public, type Route, route, schemas } from '#http';
import { gettingStarted } from './pages/getting-started.ts';
import { renderReference } from './pages/reference.ts';
import { styleSheet } from './pages/style-sheet.ts';
import type { Publication, PublishedDocument } from './published-document.ts';

/** Anybody's page may read it; it holds nothing that is not public. */
const documentText: Publication = {
  contentType: 'application/json',
  headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag, X-Request-Id, X-Version' },
  render: (document) => JSON.stringify(document),
};

/** All that the pages may load is their own style sheet and script, which sends nothing anywhere. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
const html = 'text/html; charset=utf-8';
const reference: Publication = { contentType: html, headers: pageHeaders, render: renderReference };
const beginning: Publication = { contentType: html, headers: pageHeaders, render: gettingStarted };
const scriptText = readFileSync(new URL('./pages/page-script.mjs', import.meta.url), 'utf8');
const script: Publication = { contentType: 'text/javascript; charset=utf-8', headers: {}, render: () => scriptText };
const style: Publication = { contentType: 'text/css; charset=utf-8', headers: {}, render: () => styleSheet };

const notModified: DocumentedAnswer = { description: 'As it was: `If-None-Match` names the `ETag` of what there is.' };
const textOf = (description: string, type: string): DocumentedAnswer => ({
  description,
  content: { [type]: { schema: schemas.text } },
  headers: { ETag: 'Names this content.' },
});

/** The description of the API, for programs and for people. */
export function documentRoutes(published: PublishedDocument): Route[] {
  const page = (id: string, path: string, about: { readonly summary: string; readonly publication: Publication }) =>
    route({
      id: `openapi.${id}`,
      method: 'GET',
      path,
      access: Public,
      summary: about.summary,
      docs: {
        tag: 'API description',
        requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier answer.' },
        answers: {
          200: textOf('The text.', (about.publication.contentType.split(';')[0] ?? '').trim()),
          304: notModified,
        },
      },
      handle: (request) => published.reply(about.publication, request),
    });
  return [
    route({
      id: 'openapi.document',
      method: 'GET',
      path: '/openapi.json',
      access: Public,
      summary: 'This API as an OpenAPI document',
      docs: {
        tag: 'API description',
        requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier answer.' },
        answers: { 200: jsonAnswer('An OpenAPI 3.1 document.', schemas.object), 304: notModified },
      },
      handle: (request) => published.reply(documentText, request),
    }),
    page('reference', '/docs/api', { summary: 'This API as a page', publication: reference }),
    page('getting-started', '/docs/api/getting-started', {
      summary: 'How to begin with this API, as a page',
      publication: beginning,
    }),
    page('style', '/docs/api/style.css', { summary: 'The style sheet of the pages', publication: style }),
    page('script', '/docs/api/page.js', { summary: 'What makes the reference searchable', publication: script }),
  ];
}
