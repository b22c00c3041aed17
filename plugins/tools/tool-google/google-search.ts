import { isMapping, toText } from '#engine';
import { PlatformError } from '#kernel';
import {
  askService,
  countOf,
  lineOf,
  type ServiceAnswer,
  type Tool,
  type ToolInvocation,
} from '#plugins/tools/contract.ts';

const maxBytes = 4 * 1024 * 1024;
const usualResults = 10;
/** Both services give ten at a time. */
const mostResults = 10;

interface Addresses {
  readonly serpApi: string;
  readonly programmable: string;
}

const services: Addresses = {
  serpApi: 'https://serpapi.com/search.json',
  programmable: 'https://www.googleapis.com/customsearch/v1',
};

/**
 * The tool documents know as `google`, `google_search`. Asks Google through SerpAPI (what documents were made for), or a
 * Programmable Search Engine, by what the workspace has set.
 */
export function createGoogleSearch(addresses: Addresses = services): Tool {
  return {
    id: 'google.google_search',
    provider: 'google',
    providerAliases: ['google_search', 'serpapi'],
    name: 'google_search',
    label: 'Google Search',
    description:
      'Searches the web with Google, and lists title, address and a piece of the text of the pages it finds.',
    parameters: [
      { name: 'query', type: 'string', form: 'llm', label: 'Query', description: 'What to search', required: true },
      {
        name: 'num',
        type: 'number',
        form: 'form',
        label: 'Results',
        description: `How many pages to list, at most ${mostResults}`,
        default: usualResults,
      },
      { name: 'hl', type: 'string', form: 'form', label: 'Language', description: 'Of the page of results: "en"' },
      { name: 'gl', type: 'string', form: 'form', label: 'Country', description: 'Search as from there: "ch"' },
    ],
    credentials: {
      type: 'object',
      properties: {
        serpapi_api_key: { type: 'string', secret: true, title: 'SerpAPI key', description: 'Of serpapi.com' },
        google_api_key: {
          type: 'string',
          secret: true,
          title: 'Google API key',
          description: 'Instead of SerpAPI: of the Custom Search JSON API; with a search engine id',
        },
        google_cx: { type: 'string', title: 'Search engine id', description: 'Of a Programmable Search Engine (cx)' },
      },
    },
    sideEffects: false,
    timeoutSeconds: 60,
    async invoke(invocation) {
      const query = toText(invocation.arguments.query).trim().slice(0, 1000);
      if (query === '') return { text: 'There is nothing to search.' };
      const count = countOf(invocation.arguments.num, usualResults, mostResults);
      const answer = await ask(invocation, addresses, query, count);
      const pages = answer.organic_results ?? answer.items;
      const found = (Array.isArray(pages) ? pages.filter(isMapping) : []).slice(0, count).map(pageOf);
      const direct = directAnswer(answer);
      const lines = found.map(({ title, link, snippet }) => `${title}\n${link}\n${snippet}`.trim());
      const text = [direct, ...lines].filter(Boolean).join('\n\n');
      return { text: text || 'Nothing was found.', json: found };
    },
  };
}

function ask(
  invocation: ToolInvocation,
  { serpApi, programmable }: Addresses,
  q: string,
  count: number,
): Promise<ServiceAnswer> {
  const { serpapi_api_key: serpKey, google_api_key: key, google_cx: cx } = invocation.credentials;
  const hl = toText(invocation.arguments.hl).trim();
  const gl = toText(invocation.arguments.gl).trim();
  const language = { ...(hl !== '' && { hl }), ...(gl !== '' && { gl }) };
  const common = { method: 'GET', maxBytes } as const;
  if (serpKey !== undefined) {
    const query = new URLSearchParams({ engine: 'google', q, api_key: serpKey, ...language });
    return askService(invocation, { ...common, service: 'SerpAPI', url: `${serpApi}?${query}`, secrets: [serpKey] });
  }
  if (key === undefined || cx === undefined) {
    const message =
      'Google search has neither a serpapi_api_key nor a google_api_key with a google_cx: set them under tools.';
    throw new PlatformError('invalid', 'tool-google.not_configured', message);
  }
  const query = new URLSearchParams({ cx, q, num: String(count), ...language });
  const headers = [['x-goog-api-key', key]] as const;
  return askService(invocation, {
    ...common,
    service: 'Google',
    url: `${programmable}?${query}`,
    headers,
    secrets: [key],
  });
}

interface Page {
  readonly title: string;
  readonly link: string;
  readonly snippet: string;
}

const pageOf = ({ title, link, snippet }: ServiceAnswer): Page => ({
  title: lineOf(title),
  link: lineOf(link),
  snippet: lineOf(snippet),
});

/** What Google answers above its list. */
function directAnswer({ answer_box: box, knowledge_graph: graph }: ServiceAnswer): string {
  const direct = isMapping(box) ? lineOf(box.answer ?? box.snippet) : '';
  return direct || (isMapping(graph) ? lineOf(graph.description) : '');
}
