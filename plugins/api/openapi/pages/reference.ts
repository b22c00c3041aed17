import { escapeHtml } from '#http';
import type { JsonSchema } from '#kernel';
import {
  type Content,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type ResponseObject,
} from '#plugins/openapi/openapi-document.ts';
import { type Surface, surfaces } from '#plugins/openapi/surfaces.ts';
import { anchor, inline, jsonBlock, page, paragraphs, siteLinks } from './html.ts';
import { sampleBlock } from './sample-block.ts';
import { sampleCall } from './sample-call.ts';
import { row, schemaText, table } from './schema-text.ts';

type Placed = ReturnType<typeof operationsOf>[number];

/** Every operation and every named schema of the document, on one page. */
export function renderReference(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  const parts = surfaces.map((surface) => {
    const own = operations.filter(({ path }) => surfaces.find(({ has }) => has(path)) === surface);
    const names = document.tags.map(({ name }) => name);
    // Of `/v1` in the order of the document, which begins with what runs apps.
    const groups = (surface.id === 'runtime' ? names : names.sort()).map((name) => ({
      name,
      items: own.filter(({ operation }) => operation.tags.includes(name)),
    }));
    return { surface, groups: groups.filter(({ items }) => items.length > 0) };
  });
  const filled = parts.filter(({ groups }) => groups.length > 0);
  const navigation = filled.map(({ surface, groups }) => surfaceNavigation(surface, groups)).join('');
  const { title, version, description } = document.info;
  const main = `<h1>${escapeHtml(String(title))} <span class="about">${escapeHtml(String(version))}</span></h1>
${paragraphs(String(description))}
<p>New here? Begin with <a href="/docs/api/getting-started">Getting started</a>. For programs there is
<a href="/openapi.json">openapi.json</a>.</p>
<h2 id="authentication">Authentication</h2>
${authentication(document)}
${filled.map(({ surface, groups }) => surfaceText(surface, groups, document)).join('')}
<section data-name="Schemas"><h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas)
  .map(([name, schema]) => namedSchema(name, schema))
  .join('')}</section>`;
  const more = '<ul><li><a href="#authentication">Authentication</a></li><li><a href="#schemas">Schemas</a></li></ul>';
  return page(String(title), siteLinks + searchField + navigation + more, main, true);
}

/** Shown by the script, which does what it is for. */
const searchField = `<input type="search" id="search" placeholder="Search" aria-label="Search this page" autocomplete="off" hidden>
<p id="found" class="about" role="status"></p>`;

interface Group {
  readonly name: string;
  readonly items: readonly Placed[];
}

function surfaceNavigation({ id, title }: Surface, groups: readonly Group[]): string {
  const lists = groups.map(({ name, items }, index) => {
    const links = items.map(
      ({ operation }) => `<li><a href="#${anchor(operation.operationId)}">${escapeHtml(operation.summary)}</a></li>`,
    );
    const open = id === 'runtime' && index === 0 ? ' open' : '';
    return `<details class="group"${open}><summary>${escapeHtml(name)}</summary><ul>${links.join('')}</ul></details>`;
  });
  return `<div class="surface"><p><a href="#${id}">${escapeHtml(title)}</a></p>${lists.join('')}</div>`;
}

function authentication({ components }: OpenApiDocument): string {
  const schemes = Object.entries(components.securitySchemes) as [string, { readonly description: string }][];
  const items = schemes.map(([name, { description }]) => `<li><code>${name}</code>: ${inline(description)}</li>`);
  return `<p>Send the key in the header <code>Authorization: Bearer …</code>. The samples read it from the environment: an app's
key from <code>WEFT_KEY</code>, whatever manages from <code>WEFT_TOKEN</code>.</p><ul>${items.join('')}</ul>`;
}

function surfaceText({ id, title, about }: Surface, groups: readonly Group[], document: OpenApiDocument): string {
  const sections = groups.map(({ name, items }) => {
    const operations = items.map((item) => operationText(item, document)).join('');
    const label = escapeHtml(`${title} ${name}`);
    return `<section data-name="${label}"><h3 id="${anchor('tag', id, name)}">${escapeHtml(name)}</h3>${operations}</section>`;
  });
  return `<section><h2 id="${id}">${escapeHtml(title)}</h2>${paragraphs(about)}${sections.join('')}</section>`;
}

function operationText(placed: Placed, document: OpenApiDocument): string {
  const { method, path, operation } = placed;
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const rows = parameters.map(({ name, in: place, required, schema, description: about }) =>
    row(name, { ...schema, description: [`In the ${place}.`, about].filter(Boolean).join(' ') }, required),
  );
  const id = anchor(operationId);
  // The anchor is inside: browsers open a card for what it holds, not for itself.
  return `<details class="card operation"><summary><span class="method ${method.toLowerCase()}">${method}</span><span class="path">${escapeHtml(path)}</span><span class="about">${inline(summary)}</span></summary><div id="${id}">
${description === undefined ? '' : paragraphs(description)}
<p class="about">${accessText(operation)} <a href="#${id}">Link to this</a></p>
${sampleBlock(anchor('sample', operationId), sampleCall(document, placed))}
${rows.length === 0 ? '' : `<h4>Parameters</h4>${table(rows)}`}
${requestBody === undefined ? '' : `<h4>Body${requestBody.required ? '' : ' (may be left out)'}</h4>${contentText(requestBody.content)}`}
<h4>Answers</h4>${Object.entries(operation.responses)
    .map(([status, response]) => responseText(status, resolved(response, document)))
    .join('')}
</div></details>`;
}

function accessText({ security }: Operation): string {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  return names.length === 0 ? 'Anyone may call.' : `Needs <a href="#authentication">${names.join(' or ')}</a>.`;
}

function resolved(response: ResponseObject | { readonly $ref: string }, document: OpenApiDocument): ResponseObject {
  if (!('$ref' in response)) return response;
  const name = response.$ref.slice(response.$ref.lastIndexOf('/') + 1);
  return document.components.responses[name] ?? { description: '' };
}

function responseText(status: string, { description, headers, content }: ResponseObject): string {
  if (Number(status) >= 400) return errorText(status, description, content);
  const told = Object.entries(headers ?? {}).map(([name, header]) =>
    row(name, { ...header.schema, description: header.description }, false),
  );
  return `<p><span class="status">${status}</span> ${inline(description)}</p>
${told.length === 0 ? '' : table(told)}${content === undefined ? '' : contentText(content)}`;
}

/** Errors differ in their codes only. */
function errorText(status: string, description: string, content: Content | undefined): string {
  const schema = content?.['application/json']?.schema;
  const parts = (schema?.allOf ?? []) as readonly { readonly properties?: { readonly code?: JsonSchema } }[];
  const codes = parts.flatMap(({ properties }) => (properties?.code?.enum ?? []) as readonly string[]);
  const list = codes.map((code) => `<code>${escapeHtml(code)}</code>`).join(', ');
  return `<p><span class="status">${status}</span> ${inline(description)} ${list}</p>`;
}

function contentText(content: Content): string {
  return Object.entries(content)
    .map(
      ([type, { schema, example }]) =>
        `<p><code>${escapeHtml(type)}</code></p>${schemaText(schema)}${example === undefined ? '' : jsonBlock(example)}`,
    )
    .join('');
}

function namedSchema(name: string, schema: JsonSchema): string {
  const about = typeof schema.description === 'string' ? inline(schema.description) : '';
  return `<details class="card schema"><summary><span class="path">${escapeHtml(name)}</span><span class="about">${about}</span></summary><div id="${anchor('schema', name)}">${schemaText(schema)}</div></details>`;
}
