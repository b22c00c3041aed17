import { isMapping, toText } from '#engine';
import { PlatformError } from '#kernel';
import { askService, countOf, lineOf, type ServiceAnswer, type Tool } from '#plugins/tools/contract.ts';

const maxBytes = 4 * 1024 * 1024;
const usualResults = 10;
const mostResults = 50;
const categories = [
  'general',
  'images',
  'videos',
  'news',
  'map',
  'music',
  'it',
  'science',
  'files',
  'social_media',
] as const;

/** The tool documents know as `searxng`, `searxng_search`: a metasearch engine that the workspace runs or trusts. */
export function createSearxngSearch(): Tool {
  return {
    id: 'searxng.searxng_search',
    provider: 'searxng',
    name: 'searxng_search',
    label: 'SearXNG Search',
    description: 'Searches the web, and lists title, address and a piece of the text of the pages it finds.',
    parameters: [
      { name: 'query', type: 'string', form: 'llm', label: 'Query', description: 'What to search', required: true },
      {
        name: 'search_type',
        type: 'string',
        form: 'form',
        label: 'Search type',
        description: `One of ${categories.join(', ')}`,
        default: 'general',
      },
      {
        name: 'engines',
        type: 'string',
        form: 'form',
        label: 'Engines',
        description: 'Names of engines, separated by commas; empty: those that the instance chooses',
      },
      {
        name: 'time_range',
        type: 'string',
        form: 'form',
        label: 'Time range',
        description: 'How old pages may be: day, month or year; empty: any age',
      },
      {
        name: 'max_results',
        type: 'number',
        form: 'form',
        label: 'Results',
        description: `How many results to list, at most ${mostResults}`,
        default: usualResults,
      },
    ],
    credentials: {
      type: 'object',
      required: ['searxng_base_url'],
      properties: {
        searxng_base_url: {
          type: 'string',
          // It may hold a user and a password.
          secret: true,
          title: 'SearXNG base URL',
          description: 'Such as https://search.example.com; the instance must answer in JSON (search.formats)',
        },
      },
    },
    sideEffects: false,
    timeoutSeconds: 60,
    async invoke({ arguments: given, credentials, egress, signal }) {
      const query = toText(given.query).trim();
      if (query === '') return { text: 'There is nothing to search.' };
      const base = credentials.searxng_base_url ?? '';
      const type = toText(given.search_type).trim().toLowerCase();
      const time = toText(given.time_range).trim().toLowerCase();
      const engines = toText(given.engines).trim();
      const url = searchAddress(base);
      // Older documents have other words, or none, in both fields.
      const category = categories.find((known) => known === type) ?? 'general';
      url.searchParams.set('q', query.slice(0, 1000));
      url.searchParams.set('format', 'json');
      url.searchParams.set('categories', category.replace('_', ' '));
      if (['day', 'month', 'year'].includes(time)) url.searchParams.set('time_range', time);
      if (engines !== '') url.searchParams.set('engines', engines.slice(0, 500));
      const question = {
        service: 'SearXNG',
        url: url.href,
        method: 'GET',
        maxBytes,
        secrets: secretsOf(base),
      } as const;
      const { results } = await askService({ egress, signal }, question).catch(explain);
      const found = Array.isArray(results) ? results.filter(isMapping) : [];
      const listed = found.slice(0, countOf(given.max_results, usualResults, mostResults));
      return { text: listed.map(blockOf).join('\n\n') || 'Nothing was found.', json: listed };
    },
  };
}

/** Of the instance's page or of its folder; both are written. */
function searchAddress(base: string): URL {
  const url = URL.parse(/^https?:\/\//i.test(base) ? base : `https://${base}`);
  if (url === null) {
    const message = 'The SearXNG base URL is no address such as https://search.example.com: set it again under tools.';
    throw new PlatformError('invalid', 'tool-searxng.invalid_address', message);
  }
  if (!/\/search\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/+$/, '')}/search`;
  return url;
}

function secretsOf(base: string): readonly string[] {
  const password = URL.parse(base)?.password ?? '';
  // Unlike decodeURIComponent it takes broken escapes.
  const plain = new URLSearchParams(`p=${password.replaceAll('+', '%2B')}`).get('p') ?? '';
  return [base, password, plain];
}

/** What nearly everybody meets first: JSON is switched off in instances as they come. */
function explain(error: unknown): never {
  if (
    error instanceof PlatformError &&
    error.code === 'tools.service_refused' &&
    error.message.includes('(status 403)')
  ) {
    const message = 'The SearXNG instance answers no JSON: add `json` to `search.formats` in its settings.yml.';
    throw new PlatformError('invalid', 'tool-searxng.json_off', message, { cause: error });
  }
  throw error;
}

function blockOf(result: ServiceAnswer): string {
  const image = lineOf(result.img_src);
  return [result.title, result.url, result.content, image].map(lineOf).filter(Boolean).join('\n');
}
