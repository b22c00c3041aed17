import { escapeHtml } from '#http';
import type { OpenApiDocument } from '#plugins/openapi/openapi-document.ts';
import { guides } from './guides.ts';
import { addressOf, anchor, page, searchForm } from './html.ts';
import { resolved } from './operation-card.ts';
import { outlineOf } from './outline.ts';
import { navigation, operationLine } from './reference.ts';

/** Characters of a query; what is longer finds nothing that its beginning would not. */
export const QUERY_LENGTH = 200;
/** More are counted, and not shown. */
const SHOWN = 100;

/** What can be found: an operation or a named schema. */
interface Entry {
  /** In lower case, as `text`. */
  readonly title: string;
  readonly text: string;
  readonly html: string;
}

const indexes = new WeakMap<OpenApiDocument, readonly Entry[]>();

/** What has all the words of a query in its title; when nothing has, what has them anywhere. */
export function renderSearch(document: OpenApiDocument, query: string): string {
  const words = query.slice(0, QUERY_LENGTH).toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : matches(indexOf(document), words);
  const rest = found.length > SHOWN ? `<p>The first ${SHOWN} are shown; another word finds fewer.</p>` : '';
  const told =
    words.length === 0 ? 'Type a path, a field, an error code or words of a title.' : `${found.length} found`;
  const main = `<h1>Search</h1>${searchForm(query.slice(0, QUERY_LENGTH), 'main')}
<p class="about" role="status">${told}</p>
<ul class="lines">${found
    .slice(0, SHOWN)
    .map(({ html }) => `<li>${html}</li>`)
    .join('')}</ul>${rest}`;
  return page(`Search · ${String(document.info.title)}`, navigation(outlineOf(document).groups), main);
}

function matches(entries: readonly Entry[], words: readonly string[]): readonly Entry[] {
  const having = (place: 'title' | 'text') =>
    entries.filter((entry) => words.every((word) => entry[place].includes(word)));
  const titled = having('title');
  return titled.length > 0 ? titled : having('text');
}

function indexOf(document: OpenApiDocument): readonly Entry[] {
  const known = indexes.get(document);
  if (known !== undefined) return known;
  const { groups } = outlineOf(document);
  const operations = groups.flatMap((group) =>
    group.items.map((item): Entry => {
      const { method, path, operation } = item;
      const responses = Object.values(operation.responses).map((response) => resolved(response, document));
      return {
        title: `${group.surface.title} ${group.name} ${method} ${path} ${operation.summary}`.toLowerCase(),
        text: JSON.stringify([operation, responses]).toLowerCase(),
        html: operationLine(group, item),
      };
    }),
  );
  const schemas = groups.flatMap(({ slug, schemas: names }) =>
    names.map((name): Entry => {
      const address = `${addressOf(slug)}#${anchor('schema', name)}`;
      return {
        title: `schema ${name}`.toLowerCase(),
        text: JSON.stringify(document.components.schemas[name] ?? {}).toLowerCase(),
        html: `<a href="${address}"><span class="method">Schema</span> <span class="path">${escapeHtml(name)}</span></a>`,
      };
    }),
  );
  const told = guides().flatMap(({ title: name, sections }) =>
    sections.map(({ address, title, text }): Entry => {
      const shown = title === name ? name : `${name}: ${title}`;
      return {
        title: shown.toLowerCase(),
        text: text.toLowerCase(),
        html: `<a href="${address}"><span class="method">Guide</span> <span class="path">${escapeHtml(shown)}</span></a>`,
      };
    }),
  );
  const made = [...told, ...operations, ...schemas];
  indexes.set(document, made);
  return made;
}
