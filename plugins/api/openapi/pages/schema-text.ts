import { escapeHtml } from '#http';
import type { JsonSchema } from '#kernel';
import { addressOf, anchor, inline } from './html.ts';
import type { Group } from './outline.ts';

/** Where a page links to for a named schema. */
export type SchemaLinks = (name: string) => string;

/** Links of the page of `shown`: within it, or to the page that tells of the schema. */
export function linksOf(homes: ReadonlyMap<string, Group>, shown: Group): SchemaLinks {
  return (name) => {
    const home = homes.get(name);
    return `${home === undefined || home === shown ? '' : addressOf(home.slug)}#${anchor('schema', name)}`;
  };
}

const reference = '#/components/schemas/';

/** The name a reference leads to; undefined for a schema that stands here itself. */
function referredName(schema: JsonSchema): string | undefined {
  return typeof schema.$ref === 'string' ? schema.$ref.slice(reference.length) : undefined;
}

/** A schema in one line: its type, with links to those that have names. */
function typeText(schema: JsonSchema, links: SchemaLinks): string {
  const name = referredName(schema);
  if (name !== undefined) return `<a href="${links(name)}">${escapeHtml(name)}</a>`;
  const several = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(several)) return several.map((each) => typeText(each, links)).join(' | ');
  if (Array.isArray(schema.allOf)) return schema.allOf.map((each) => typeText(each, links)).join(' &amp; ');
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => escapeHtml(JSON.stringify(value))).join(' | ');
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any'];
  return types
    .map((type) => (type === 'array' ? listText(schema, links) : plainText(String(type), schema, links)))
    .join(' | ');
}

function listText({ items }: JsonSchema, links: SchemaLinks): string {
  return items === undefined ? 'array' : `array of ${typeText(items as JsonSchema, links)}`;
}

function plainText(type: string, schema: JsonSchema, links: SchemaLinks): string {
  if (type === 'string' && typeof schema.format === 'string') return escapeHtml(schema.format);
  if (type === 'object' && typeof schema.additionalProperties === 'object') {
    return `object of ${typeText(schema.additionalProperties as JsonSchema, links)}`;
  }
  return escapeHtml(type);
}

/** What a value must be besides its type. */
function bounds(schema: JsonSchema): string {
  const parts = [
    ['default', schema.default],
    ['from', schema.minimum],
    ['to', schema.maximum],
    ['at least', schema.minLength],
    ['at most', schema.maxLength],
    ['pattern', schema.pattern],
  ];
  return parts
    .filter(([, value]) => value !== undefined)
    .map(([word, value]) => `${word} <code>${escapeHtml(String(value))}</code>`)
    .join(', ');
}

/** One row of a table: name, type, meaning. */
export function row(
  name: string,
  schema: JsonSchema,
  { required, links }: { readonly required: boolean; readonly links: SchemaLinks },
): string {
  const meaning = [typeof schema.description === 'string' ? inline(schema.description) : '', bounds(schema)];
  const need = required ? ' <span class="need">required</span>' : '';
  return `<tr><td><code>${escapeHtml(name)}</code>${need}</td><td class="type">${typeText(schema, links)}</td><td>${meaning.filter(Boolean).join(' ')}</td></tr>`;
}

/** The fields of an object, or one line. */
export function schemaText(schema: JsonSchema, links: SchemaLinks): string {
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  if (properties.length === 0) return `<p class="type">${typeText(schema, links)}</p>`;
  const required = (schema.required ?? []) as readonly string[];
  return table(properties.map(([name, property]) => row(name, property, { required: required.includes(name), links })));
}

/** Rows with their heads. */
export function table(rows: readonly string[]): string {
  return `<table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
