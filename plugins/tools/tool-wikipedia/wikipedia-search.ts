import { isMapping, toText } from '#engine';
import { PlatformError } from '#kernel';
import type { Tool } from '#plugins/tools/contract.ts';

const maxBytes = 2 * 1024 * 1024;
const maxText = 4000;
const pages = 3;

interface Page {
  readonly index?: number;
  readonly title?: string;
  readonly extract?: string;
}

/** Where the pages of a language are. */
const wikipediaOf = (language: string): string => `https://${language}.wikipedia.org`;

/** The tool documents know as `wikipedia`, `wikipedia_search`: how the pages on a subject begin. */
export function createWikipediaSearch(addressOf: (language: string) => string = wikipediaOf): Tool {
  return {
    id: 'wikipedia.wikipedia_search',
    provider: 'wikipedia',
    name: 'wikipedia_search',
    aliases: ['wikipedia'],
    label: 'Wikipedia',
    description: 'Finds pages of Wikipedia on people, places, events and other subjects, and reads how they begin.',
    parameters: [
      { name: 'query', type: 'string', form: 'llm', label: 'Query', description: 'What to look up', required: true },
      {
        name: 'language',
        type: 'string',
        form: 'form',
        label: 'Language',
        description: 'Of which Wikipedia: en, zh, de …',
        default: 'en',
      },
    ],
    sideEffects: false,
    timeoutSeconds: 60,
    async invoke({ arguments: given, egress, signal }) {
      const query = toText(given.query).trim();
      if (query === '') return { text: 'There is nothing to look up.' };
      const parameters = new URLSearchParams({
        action: 'query',
        format: 'json',
        formatversion: '2',
        generator: 'search',
        gsrsearch: query.slice(0, 300),
        gsrlimit: String(pages),
        prop: 'extracts',
        exintro: '1',
        explaintext: '1',
        exlimit: String(pages),
      });
      const url = `${addressOf(languageOf(given.language))}/w/api.php?${parameters}`;
      const headers = [['user-agent', 'Weft/0.1 (tools of applications)']] as const;
      const response = await egress.request({ url, method: 'GET', headers, maxRedirects: 3, decompress: true, signal });
      if (response.status !== 200) {
        response.body.destroy();
        throw unavailable(`it answered with status ${response.status}`);
      }
      const found = pagesIn(await response.text(maxBytes));
      return { text: found === '' ? 'Wikipedia has no page on this.' : found };
    },
  };
}

/** Documents also name languages in English. */
const languages: Readonly<Record<string, string>> = {
  arabic: 'ar',
  chinese: 'zh',
  dutch: 'nl',
  english: 'en',
  french: 'fr',
  german: 'de',
  italian: 'it',
  japanese: 'ja',
  korean: 'ko',
  portuguese: 'pt',
  russian: 'ru',
  spanish: 'es',
  vietnamese: 'vi',
};

/** Part of a host name: nothing but letters and hyphens gets there. */
function languageOf(given: unknown): string {
  const told = toText(given).trim().toLowerCase();
  const language = Object.hasOwn(languages, told) ? String(languages[told]) : told;
  return /^[a-z]{2,3}(-[a-z]{2,10}){0,2}$/.test(language) ? language : 'en';
}

function pagesIn(body: string): string {
  let answer: { readonly query?: { readonly pages?: unknown } } | null;
  try {
    answer = JSON.parse(body);
  } catch {
    throw unavailable('its answer is no JSON');
  }
  const list: readonly unknown[] = Array.isArray(answer?.query?.pages) ? answer.query.pages : [];
  return list
    .filter((page): page is Page => isMapping(page))
    .sort((one, other) => Number(one.index) - Number(other.index))
    .map(({ title, extract }) => `Page: ${toText(title)}\nSummary: ${toText(extract).trim()}`)
    .join('\n\n')
    .slice(0, maxText)
    .toWellFormed();
}

function unavailable(problem: string): PlatformError {
  return new PlatformError('unavailable', 'tool-wikipedia.unavailable', `Wikipedia can't be read now: ${problem}.`);
}
