import { isMapping, toText } from '#engine';
import { PlatformError } from '#kernel';
import {
  askService,
  countOf,
  isYes,
  lineOf,
  type ServiceAnswer,
  type Tool,
  type ToolInvocation,
  type ToolParameter,
} from '#plugins/tools/contract.ts';

const maxBytes = 5 * 1024 * 1024;
const mostResults = 20;
const mostAddresses = 20;

const provider = {
  provider: 'tavily',
  credentials: {
    type: 'object',
    required: ['tavily_api_key'],
    properties: {
      tavily_api_key: { type: 'string', secret: true, title: 'Tavily API key', description: 'Begins with tvly-' },
    },
  },
  sideEffects: false,
  timeoutSeconds: 90,
} as const;

const yesNo = (name: string, label: string, description: string): ToolParameter => ({
  name,
  type: 'boolean',
  form: 'form',
  label,
  description,
  default: false,
});

const choice = (
  form: ToolParameter['form'],
  name: string,
  label: string,
  description: string,
  options: readonly string[],
): ToolParameter => ({ name, type: 'select', form, label, description, options, default: options[0] });

const domains = (name: string, label: string, description: string): ToolParameter => ({
  name,
  type: 'string',
  form: 'form',
  label,
  description,
});

const searchParameters: readonly ToolParameter[] = [
  { name: 'query', type: 'string', form: 'llm', label: 'Query', description: 'What to search', required: true },
  choice('llm', 'search_depth', 'Depth', 'advanced finds more, and costs twice', ['basic', 'advanced']),
  choice('llm', 'topic', 'Topic', 'What kind of pages', ['general', 'news', 'finance']),
  { name: 'days', type: 'number', form: 'llm', label: 'Days', description: 'For news: how many days back' },
  choice('llm', 'time_range', 'Time', 'How old pages may be', ['not_specified', 'day', 'week', 'month', 'year']),
  {
    name: 'max_results',
    type: 'number',
    form: 'form',
    label: 'Results',
    description: `How many pages to list, at most ${mostResults}`,
    default: 5,
  },
  yesNo('include_answer', 'Answer', 'A short answer as well'),
  yesNo('include_images', 'Images', 'Addresses of images as well'),
  yesNo('include_image_descriptions', 'Descriptions of images', 'With images: what they show'),
  yesNo('include_raw_content', 'Whole pages', 'The text of the pages as well'),
  yesNo('include_favicon', 'Icons', 'Addresses of the icons of sites as well'),
  yesNo('auto_parameters', 'Automatic', 'Tavily chooses the other settings by the query'),
  {
    name: 'chunks_per_source',
    type: 'number',
    form: 'form',
    label: 'Pieces',
    description: 'With advanced: how many pieces of each page, 1 to 3',
  },
  domains('include_domains', 'Only domains', 'Domains to search, separated by commas'),
  domains('exclude_domains', 'Without domains', 'Domains to leave out, separated by commas'),
  { name: 'country', type: 'string', form: 'llm', label: 'Country', description: 'Prefer pages of it: "switzerland"' },
];

const extractParameters: readonly ToolParameter[] = [
  {
    name: 'urls',
    type: 'string',
    form: 'llm',
    label: 'Addresses',
    description: `Addresses of pages, separated by commas, at most ${mostAddresses}`,
    required: true,
  },
  choice('llm', 'extract_depth', 'Depth', 'advanced reads tables and embedded parts as well', ['basic', 'advanced']),
  choice('llm', 'format', 'Format', 'Of the text', ['markdown', 'text']),
  yesNo('include_images', 'Images', 'Addresses of images as well'),
  yesNo('include_favicon', 'Icons', 'Addresses of the icons of sites as well'),
];

/** The tools that documents know as `tavily`: `tavily_search` and `tavily_extract`. */
export function createTavilyTools(address = 'https://api.tavily.com'): readonly [Tool, Tool] {
  return [
    {
      ...provider,
      id: 'tavily.tavily_search',
      name: 'tavily_search',
      label: 'Tavily Search',
      description: 'Searches the web, and tells title, address and what is relevant of the pages it finds.',
      parameters: searchParameters,
      async invoke(invocation) {
        const query = toText(invocation.arguments.query).trim();
        if (query === '') return { text: 'There is nothing to search.' };
        const answer = await ask(invocation, `${address}/search`, searchOf(invocation.arguments, query));
        const blocks = resultsOf(answer).map(
          (found) =>
            `${lineOf(found.title)}\n${lineOf(found.url)}\n${textOf(found.raw_content) || textOf(found.content)}`,
        );
        if (blocks.length === 0) return { text: 'Nothing was found.', json: [answer] };
        return { text: [textOf(answer.answer), ...blocks].filter(Boolean).join('\n\n'), json: [answer] };
      },
    },
    {
      ...provider,
      id: 'tavily.tavily_extract',
      name: 'tavily_extract',
      label: 'Tavily Extract',
      description: 'Reads the text of web pages at known addresses.',
      parameters: extractParameters,
      async invoke(invocation) {
        const { arguments: given } = invocation;
        const urls = listOf(given.urls);
        if (urls.length === 0) return { text: 'There is no address to read.' };
        if (urls.length > mostAddresses) throw tooMany(urls.length);
        const answer = await ask(invocation, `${address}/extract`, {
          urls,
          extract_depth: toText(given.extract_depth) || 'basic',
          format: toText(given.format) || 'markdown',
          include_images: isYes(given.include_images),
          include_favicon: isYes(given.include_favicon),
        });
        const read = resultsOf(answer).map((page) => `${lineOf(page.url)}\n${textOf(page.raw_content)}`);
        const failed = Array.isArray(answer.failed_results) ? answer.failed_results.filter(isMapping) : [];
        const unread = failed.map((page) => `${lineOf(page.url)}\nCould not be read: ${lineOf(page.error)}`);
        return { text: [...read, ...unread].join('\n\n') || 'Nothing could be read.', json: [answer] };
      },
    },
  ];
}

function searchOf(given: ToolInvocation['arguments'], query: string): Readonly<Record<string, unknown>> {
  const topic = toText(given.topic) || 'general';
  const depth = toText(given.search_depth) || 'basic';
  const time = toText(given.time_range);
  const country = toText(given.country).trim().toLowerCase();
  return {
    query: query.slice(0, 1000),
    search_depth: depth,
    topic,
    max_results: countOf(given.max_results, 5, mostResults),
    include_answer: isYes(given.include_answer),
    include_images: isYes(given.include_images),
    include_image_descriptions: isYes(given.include_image_descriptions),
    include_raw_content: isYes(given.include_raw_content),
    include_favicon: isYes(given.include_favicon),
    include_domains: listOf(given.include_domains),
    exclude_domains: listOf(given.exclude_domains),
    ...(isYes(given.auto_parameters) && { auto_parameters: true }),
    // The service refuses settings that don't belong to the others.
    ...(topic === 'news' && toText(given.days) !== '' && { days: countOf(given.days, 7, 365) }),
    ...(time !== '' && time !== 'not_specified' && { time_range: time }),
    ...(depth === 'advanced' &&
      toText(given.chunks_per_source) !== '' && { chunks_per_source: countOf(given.chunks_per_source, 3, 3) }),
    ...(topic === 'general' && country !== '' && { country }),
  };
}

function ask(invocation: ToolInvocation, url: string, body: unknown): Promise<ServiceAnswer> {
  const key = invocation.credentials.tavily_api_key ?? '';
  const headers = [['authorization', `Bearer ${key}`]] as const;
  return askService(invocation, { service: 'Tavily', url, method: 'POST', headers, body, maxBytes, secrets: [key] });
}

function resultsOf({ results }: ServiceAnswer): readonly ServiceAnswer[] {
  return Array.isArray(results) ? results.filter(isMapping) : [];
}

const textOf = (value: unknown): string => toText(value).trim().toWellFormed();

/** Parts of a text between commas or blanks. */
const listOf = (value: unknown): string[] =>
  toText(value)
    .split(/[\s,]+/)
    .filter(Boolean);

function tooMany(count: number): PlatformError {
  const message = `Tavily reads ${mostAddresses} addresses at a time, not ${count}: give it less.`;
  return new PlatformError('invalid', 'tool-tavily.too_many_addresses', message);
}
