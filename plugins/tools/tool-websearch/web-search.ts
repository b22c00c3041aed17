import { toText } from '#engine';
import { PlatformError } from '#kernel';
import { charsetOf, readText } from '#plugins/text-extraction/contract.ts';
import type { Tool } from '#plugins/tools/contract.ts';
import { readResults } from './result-page.ts';

const maxBytes = 2 * 1024 * 1024;
const usualResults = 5;
const mostResults = 20;
/** The engine's page without scripts, which needs no key. */
const duckDuckGo = 'https://html.duckduckgo.com/html/';
const agent = 'Mozilla/5.0 (compatible; Weft web search)';

/** The tool documents know as `duckduckgo`, `ddgo_search`: pages of the web on a subject. */
export function createWebSearch(address: string = duckDuckGo): Tool {
  return {
    id: 'duckduckgo.ddgo_search',
    provider: 'duckduckgo',
    providerAliases: ['websearch', 'web_search'],
    name: 'ddgo_search',
    aliases: ['duckduckgo_search', 'web_search'],
    label: 'Web Search',
    description: 'Searches the web, and lists title, address and a piece of the text of the pages it finds.',
    parameters: [
      { name: 'query', type: 'string', form: 'llm', label: 'Query', description: 'What to search', required: true },
      {
        name: 'max_results',
        type: 'number',
        form: 'form',
        label: 'Results',
        description: `How many pages to list, at most ${mostResults}`,
        default: usualResults,
      },
      {
        name: 'require_summary',
        type: 'boolean',
        form: 'form',
        label: 'Summary',
        description: 'Without effect: the list is given as it is; a model that comes after shortens it better',
        default: false,
      },
    ],
    sideEffects: false,
    timeoutSeconds: 60,
    async invoke({ arguments: given, egress, signal }) {
      const query = toText(given.query).trim();
      if (query === '') return { text: 'There is nothing to search.' };
      const url = `${address}?${new URLSearchParams({ q: query.slice(0, 500) })}`;
      const headers = [['user-agent', agent]] as const;
      const response = await egress.request({ url, method: 'GET', headers, maxRedirects: 3, decompress: true, signal });
      // 202: the engine asks for a proof that a person searches.
      if (response.status !== 200) {
        response.body.destroy();
        throw new PlatformError(
          'unavailable',
          'tool-websearch.unavailable',
          `The search engine can't be asked now: it answered with status ${response.status}.`,
        );
      }
      const { text: html } = readText(await response.bytes(maxBytes), charsetOf(response.headers['content-type']));
      const results = readResults(html, countOf(given.max_results));
      const text = results.map(({ title, href, body }) => `${title}\n${href}\n${body}`.trim()).join('\n\n');
      return { text: text === '' ? 'Nothing was found.' : text, json: results };
    },
  };
}

function countOf(given: unknown): number {
  const count = Math.trunc(Number(toText(given)));
  return count >= 1 ? Math.min(count, mostResults) : usualResults;
}
