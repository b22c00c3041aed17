import { escapeHtml } from '#http';
import type { OpenApiDocument } from '#plugins/openapi/openapi-document.ts';
import { surfaces } from '#plugins/openapi/surfaces.ts';
import { addressOf, anchor, inline, page, paragraphs, searchForm, siteLinks } from './html.ts';
import { operationCard } from './operation-card.ts';
import { type Group, outlineOf, type Placed } from './outline.ts';
import { linksOf, schemaText } from './schema-text.ts';

/** The first page of the reference: how to call, and every operation in a line that leads to its own page. */
export function renderReference(document: OpenApiDocument): string {
  const { groups } = outlineOf(document);
  const { title, version, description } = document.info;
  const main = `<h1>${escapeHtml(String(title))} <span class="about">${escapeHtml(String(version))}</span></h1>
${paragraphs(String(description))}
<p>New here? Begin with <a href="/docs/api/getting-started">Getting started</a>. For programs there is
<a href="/openapi.json">openapi.json</a>.</p>
<h2 id="authentication">Authentication</h2>
${authentication(document)}
${surfaces.map((surface) => surfaceText(groups.filter((group) => group.surface === surface))).join('')}`;
  return page(String(title), navigation(groups), main);
}

/** The page of one group; null: there is none of that name. */
export function renderGroup(document: OpenApiDocument, slug: string): string | null {
  const { groups, homes } = outlineOf(document);
  const group = groups.find((each) => each.slug === slug);
  if (group === undefined) return null;
  const { surface, name, items, schemas } = group;
  const links = linksOf(homes, group);
  const cards = items.map((item) => operationCard(item, document, links)).join('');
  const named = schemas.map((schema) => schemaCard(schema, document, links)).join('');
  const main = `<h1>${escapeHtml(name)} <span class="about">${escapeHtml(surface.title)}</span></h1>
${cards}${named === '' ? '' : `<h2 id="schemas">Schemas</h2>${named}`}`;
  return page(`${name} · ${String(document.info.title)}`, navigation(groups, group), main, true);
}

/** The groups by part of the API; under the one that is shown its operations. */
export function navigation(groups: readonly Group[], shown?: Group): string {
  const parts = surfaces.flatMap(({ id, title }) => {
    const own = groups.filter(({ surface }) => surface.id === id);
    if (own.length === 0) return [];
    const items = own.map((group) => {
      const link = `<a href="${addressOf(group.slug)}"${group === shown ? ' aria-current="page"' : ''}>${escapeHtml(group.name)}</a>`;
      return `<li>${link}${group === shown ? operationLinks(group) : ''}</li>`;
    });
    return [
      `<div class="surface"><p><a href="/docs/api#${id}">${escapeHtml(title)}</a></p><ul>${items.join('')}</ul></div>`,
    ];
  });
  return `${siteLinks}${searchForm()}${parts.join('')}`;
}

function operationLinks({ items }: Group): string {
  const links = items.map(
    ({ operation }) => `<li><a href="#${anchor(operation.operationId)}">${escapeHtml(operation.summary)}</a></li>`,
  );
  return `<ul>${links.join('')}</ul>`;
}

function authentication({ components }: OpenApiDocument): string {
  const schemes = Object.entries(components.securitySchemes) as [string, { readonly description: string }][];
  const items = schemes.map(([name, { description }]) => `<li><code>${name}</code>: ${inline(description)}</li>`);
  return `<p>Send the key in the header <code>Authorization: Bearer …</code>. The samples read it from the environment: an app's
key from <code>WEFT_KEY</code>, whatever manages from <code>WEFT_TOKEN</code>.</p><ul>${items.join('')}</ul>`;
}

function surfaceText(groups: readonly Group[]): string {
  const [first] = groups;
  if (first === undefined) return '';
  const { id, title, about } = first.surface;
  const parts = groups.map((group) => {
    const lines = group.items.map((item) => `<li>${operationLine(group, item)}</li>`);
    return `<h3 id="${anchor('tag', group.slug)}"><a href="${addressOf(group.slug)}">${escapeHtml(group.name)}</a></h3><ul class="lines">${lines.join('')}</ul>`;
  });
  return `<section><h2 id="${id}">${escapeHtml(title)}</h2>${paragraphs(about)}${parts.join('')}</section>`;
}

/** An operation in a line that leads to its card. */
export function operationLine({ slug }: Group, { method, path, operation }: Placed): string {
  const address = `${addressOf(slug)}#${anchor(operation.operationId)}`;
  return `<a href="${address}"><span class="method ${method.toLowerCase()}">${method}</span> <span class="path">${escapeHtml(path)}</span></a> <span class="about">${inline(operation.summary)}</span>`;
}

function schemaCard(name: string, { components }: OpenApiDocument, links: (name: string) => string): string {
  const schema = components.schemas[name] ?? {};
  const about = typeof schema.description === 'string' ? inline(schema.description) : '';
  return `<details class="card schema"><summary><span class="path">${escapeHtml(name)}</span><span class="about">${about}</span></summary><div id="${anchor('schema', name)}">${schemaText(schema, links)}</div></details>`;
}
