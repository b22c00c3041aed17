import type { JsonSchema } from '../../../kernel/index.ts';
import {
  type Content,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type ResponseObject,
} from '../openapi-document.ts';
import { anchor, escaped, inline, jsonBlock, page, paragraphs, siteLinks } from './html.ts';
import { row, schemaText, table } from './schema-text.ts';

type Placed = ReturnType<typeof operationsOf>[number];

/** Every operation and every named schema of the document, on one page. */
export function renderReference(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  const groups = document.tags.map(({ name }) => ({
    name,
    items: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const navigation = groups.map(({ name, items }) => navigationGroup(name, items)).join('');
  const sections = groups.map(({ name, items }) => section(name, items, document)).join('');
  const { title, version, description } = document.info;
  const main = `<h1>${escaped(String(title))} <span class="about">${escaped(String(version))}</span></h1>
${paragraphs(String(description))}
<p>New here? Begin with <a href="/docs/api/getting-started">Getting started</a>. For programs there is
<a href="/openapi.json">openapi.json</a>.</p>
<h2 id="authentication">Authentication</h2>
${authentication(document)}
${sections}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas)
  .map(([name, schema]) => namedSchema(name, schema))
  .join('')}`;
  const more = '<ul><li><a href="#authentication">Authentication</a></li><li><a href="#schemas">Schemas</a></li></ul>';
  return page(String(title), siteLinks + navigation + more, main);
}

function navigationGroup(name: string, items: readonly Placed[]): string {
  const links = items.map(
    ({ operation }) => `<li><a href="#${anchor(operation.operationId)}">${escaped(operation.summary)}</a></li>`,
  );
  return `<details><summary>${escaped(name)}</summary><ul>${links.join('')}</ul></details>`;
}

function authentication({ components }: OpenApiDocument): string {
  const schemes = Object.entries(components.securitySchemes) as [string, { readonly description: string }][];
  const items = schemes.map(([name, { description }]) => `<li><code>${name}</code>: ${inline(description)}</li>`);
  return `<p>Send the key in the header <code>Authorization: Bearer …</code>.</p><ul>${items.join('')}</ul>`;
}

function section(name: string, items: readonly Placed[], document: OpenApiDocument): string {
  const operations = items.map((item) => operationText(item, document)).join('');
  return `<h2 id="${anchor('tag', name)}">${escaped(name)}</h2>${operations}`;
}

function operationText({ method, path, operation }: Placed, document: OpenApiDocument): string {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const rows = parameters.map(({ name, in: place, required, schema, description: about }) =>
    row(name, { ...schema, description: [`In the ${place}.`, about].filter(Boolean).join(' ') }, required),
  );
  return `<details class="operation" id="${anchor(operationId)}"><summary><span class="method ${method.toLowerCase()}">${method}</span><span class="path">${escaped(path)}</span><span class="about">${inline(summary)}</span></summary><div>
${description === undefined ? '' : paragraphs(description)}
<p class="about">${accessText(operation)}</p>
${rows.length === 0 ? '' : `<h4>Parameters</h4>${table(rows)}`}
${requestBody === undefined ? '' : `<h4>Body${requestBody.required ? '' : ' (may be left out)'}</h4>${contentText(requestBody.content)}`}
<h4>Answers</h4>${Object.entries(operation.responses)
    .map(([status, response]) => responseText(status, resolved(response, document)))
    .join('')}
</div></details>`;
}

function accessText({ security }: Operation): string {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  return names.length === 0 ? 'Anyone may call.' : `Needs <a href="#authentication">${names.join(', ')}</a>.`;
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
  const list = codes.map((code) => `<code>${escaped(code)}</code>`).join(', ');
  return `<p><span class="status">${status}</span> ${inline(description)} ${list}</p>`;
}

function contentText(content: Content): string {
  return Object.entries(content)
    .map(
      ([type, { schema, example }]) =>
        `<p><code>${escaped(type)}</code></p>${schemaText(schema)}${example === undefined ? '' : jsonBlock(example)}`,
    )
    .join('');
}

function namedSchema(name: string, schema: JsonSchema): string {
  const about = typeof schema.description === 'string' ? inline(schema.description) : '';
  return `<details class="schema" id="${anchor('schema', name)}"><summary><span class="path">${escaped(name)}</span><span class="about">${about}</span></summary><div>${schemaText(schema)}</div></details>`;
}
