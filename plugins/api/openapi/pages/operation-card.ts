import { escapeHtml } from '#http';
import type { JsonSchema } from '#kernel';
import type { Content, OpenApiDocument, Operation, ResponseObject } from '#plugins/openapi/openapi-document.ts';
import { anchor, inline, jsonBlock, paragraphs } from './html.ts';
import type { Placed } from './outline.ts';
import { sampleBlock } from './sample-block.ts';
import { sampleCall } from './sample-call.ts';
import { row, type SchemaLinks, schemaText, table } from './schema-text.ts';

/** All that is told of an operation, folded under its method and path. */
export function operationCard(placed: Placed, document: OpenApiDocument, links: SchemaLinks): string {
  const { method, path, operation } = placed;
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const rows = parameters.map(({ name, in: place, required, schema, description: about }) =>
    row(name, { ...schema, description: [`In the ${place}.`, about].filter(Boolean).join(' ') }, { required, links }),
  );
  const id = anchor(operationId);
  // The anchor is inside: browsers open a card for what it holds, not for itself.
  return `<details class="card operation"><summary><span class="method ${method.toLowerCase()}">${method}</span><span class="path">${escapeHtml(path)}</span><span class="about">${inline(summary)}</span></summary><div id="${id}">
${description === undefined ? '' : paragraphs(description)}
<p class="about">${accessText(operation)} <a href="#${id}">Link to this</a></p>
${sampleBlock(anchor('sample', operationId), sampleCall(document, placed))}
${rows.length === 0 ? '' : `<h4>Parameters</h4>${table(rows)}`}
${requestBody === undefined ? '' : `<h4>Body${requestBody.required ? '' : ' (may be left out)'}</h4>${contentText(requestBody.content, links)}`}
<h4>Answers</h4>${Object.entries(operation.responses)
    .map(([status, response]) => responseText(status, resolved(response, document), links))
    .join('')}
</div></details>`;
}

function accessText({ security }: Operation): string {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  return names.length === 0
    ? 'Anyone may call.'
    : `Needs <a href="/docs/api#authentication">${names.join(' or ')}</a>.`;
}

/** A response itself where the operation names a shared one. */
export function resolved(
  response: ResponseObject | { readonly $ref: string },
  { components }: OpenApiDocument,
): ResponseObject {
  if (!('$ref' in response)) return response;
  const name = response.$ref.slice(response.$ref.lastIndexOf('/') + 1);
  return components.responses[name] ?? { description: '' };
}

function responseText(status: string, { description, headers, content }: ResponseObject, links: SchemaLinks): string {
  if (Number(status) >= 400) return errorText(status, description, content);
  const told = Object.entries(headers ?? {}).map(([name, header]) =>
    row(name, { ...header.schema, description: header.description }, { required: false, links }),
  );
  return `<p><span class="status">${status}</span> ${inline(description)}</p>
${told.length === 0 ? '' : table(told)}${content === undefined ? '' : contentText(content, links)}`;
}

/** Errors differ in their codes only. */
function errorText(status: string, description: string, content: Content | undefined): string {
  const schema = content?.['application/json']?.schema;
  const parts = (schema?.allOf ?? []) as readonly { readonly properties?: { readonly code?: JsonSchema } }[];
  const codes = parts.flatMap(({ properties }) => (properties?.code?.enum ?? []) as readonly string[]);
  const list = codes.map((code) => `<code>${escapeHtml(code)}</code>`).join(', ');
  return `<p><span class="status">${status}</span> ${inline(description)} ${list}</p>`;
}

function contentText(content: Content, links: SchemaLinks): string {
  return Object.entries(content)
    .map(
      ([type, { schema, example }]) =>
        `<p><code>${escapeHtml(type)}</code></p>${schemaText(schema, links)}${example === undefined ? '' : jsonBlock(example)}`,
    )
    .join('');
}
