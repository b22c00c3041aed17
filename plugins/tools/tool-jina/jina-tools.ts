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

const maxBytes = 10 * 1024 * 1024;
const usualTries = 3;
const mostTries = 10;

interface Addresses {
  readonly reader: string;
  readonly search: string;
}

const services: Addresses = { reader: 'https://r.jina.ai/', search: 'https://s.jina.ai/' };

const provider = {
  provider: 'jina',
  providerAliases: ['langgenius/jina_tool/jina', 'jina_tool'],
  credentials: {
    type: 'object',
    properties: {
      api_key: {
        type: 'string',
        secret: true,
        title: 'Jina API key',
        description: 'Begins with jina_; the reader works without',
      },
    },
  },
  sideEffects: false,
  timeoutSeconds: 120,
} as const;

type Field = readonly [name: string, label: string, description: string];

const text = ([name, label, description]: Field): ToolParameter => ({
  name,
  type: 'string',
  form: 'form',
  label,
  description,
});
const yesNo = ([name, label, description]: Field): ToolParameter => ({
  name,
  type: 'boolean',
  form: 'form',
  label,
  description,
  default: false,
});

const proxy = text(['proxy_server', 'Proxy server', 'Through which Jina reads pages']);
const noCache = yesNo(['no_cache', 'Without cache', 'Reads pages anew']);

const retries: ToolParameter = {
  name: 'max_retries',
  type: 'number',
  form: 'form',
  label: 'Tries',
  description: `How often to ask again when the service fails, at most ${mostTries}`,
  default: usualTries,
};

const readerParameters: readonly ToolParameter[] = [
  {
    name: 'url',
    type: 'string',
    form: 'llm',
    label: 'URL',
    description: 'The address of a page or PDF',
    required: true,
  },
  {
    name: 'request_params',
    type: 'string',
    form: 'llm',
    label: 'Parameters',
    description: 'Parameters to add to the address, as a JSON object: {"key": "value"}',
  },
  text(['target_selector', 'Selector', 'CSS selector of the part to read']),
  text(['wait_for_selector', 'Wait for', 'CSS selector of what must be there before the page is read']),
  yesNo(['remove_images', 'Without images', 'Leaves images out']),
  yesNo(['image_caption', 'Captions', 'Describes images that have no text']),
  yesNo(['gather_all_links_at_the_end', 'Links', 'Lists all links at the end']),
  yesNo(['gather_all_images_at_the_end', 'Images', 'Lists all images at the end']),
  proxy,
  noCache,
  yesNo(['no_cache_track', 'Not kept', 'Jina keeps nothing of the page']),
  yesNo([
    'summary',
    'Summary',
    'Without effect: the text is given as it is; a model that comes after shortens it better',
  ]),
  retries,
];

const searchParameters: readonly ToolParameter[] = [
  { name: 'query', type: 'string', form: 'llm', label: 'Query', description: 'What to search', required: true },
  text(['site', 'Site', 'Only pages of this domain']),
  yesNo(['no_content', 'Without text', 'Lists pages without reading them']),
  proxy,
  noCache,
  retries,
];

/** The tools that documents know as `jina`: `jina_reader` and `jina_search`. */
export function createJinaTools(addresses: Addresses = services): readonly [Tool, Tool] {
  return [
    {
      ...provider,
      id: 'jina.jina_reader',
      name: 'jina_reader',
      label: 'Jina Reader',
      description: 'Reads the web page or PDF at an address as Markdown.',
      parameters: readerParameters,
      async invoke(invocation) {
        const { arguments: given } = invocation;
        const url = pageAddress(toText(given.url).trim(), toText(given.request_params).trim());
        const headers = optionHeaders(given, [
          ['target_selector', 'x-target-selector', 'text'],
          ['wait_for_selector', 'x-wait-for-selector', 'text'],
          ['remove_images', 'x-retain-images', 'none'],
          ['image_caption', 'x-with-generated-alt', 'true'],
          ['gather_all_links_at_the_end', 'x-with-links-summary', 'true'],
          ['gather_all_images_at_the_end', 'x-with-images-summary', 'true'],
          ['no_cache_track', 'dnt', '1'],
        ]);
        const { data } = await ask(invocation, addresses.reader, { url }, headers);
        const page = isMapping(data) ? data : {};
        return { text: textOf(page.content), json: [page] };
      },
    },
    {
      ...provider,
      id: 'jina.jina_search',
      name: 'jina_search',
      label: 'Jina Search',
      description: 'Searches the web, and tells title, address and text of the pages it finds.',
      parameters: searchParameters,
      async invoke(invocation) {
        const { arguments: given } = invocation;
        const q = toText(given.query).trim().slice(0, 1000);
        if (q === '') return { text: 'There is nothing to search.' };
        const headers = optionHeaders(given, [
          ['site', 'x-site', 'text'],
          ['no_content', 'x-respond-with', 'no-content'],
        ]);
        const { data } = await ask(invocation, addresses.search, { q }, headers);
        const pages = Array.isArray(data) ? data.filter(isMapping) : [];
        const blocks = pages.map((page) => {
          const body = textOf(page.content) || textOf(page.description);
          return `${lineOf(page.title)}\n${lineOf(page.url)}\n${body}`.trim();
        });
        return { text: blocks.join('\n\n') || 'Nothing was found.', json: pages };
      },
    },
  ];
}

type Header = readonly [string, string];

/** Settings of a form that are headers there: its text, or a word when it says yes. */
function optionHeaders(
  given: ToolInvocation['arguments'],
  options: readonly (readonly [name: string, header: string, word: string])[],
): readonly Header[] {
  const common = [
    ['proxy_server', 'x-proxy-url', 'text'],
    ['no_cache', 'x-no-cache', 'true'],
  ] as const;
  return [...common, ...options].flatMap(([name, header, word]): Header[] => {
    const value = toText(given[name]).trim();
    if (word !== 'text') return isYes(value) ? [[header, word]] : [];
    return value === '' ? [] : [[header, value]];
  });
}

async function ask(
  invocation: ToolInvocation,
  url: string,
  body: unknown,
  options: readonly Header[],
): Promise<ServiceAnswer> {
  const key = invocation.credentials.api_key ?? '';
  const headers: readonly Header[] = [...(key === '' ? [] : [['authorization', `Bearer ${key}`] as const]), ...options];
  const question = { service: 'Jina', url, method: 'POST', headers, body, maxBytes, secrets: [key] } as const;
  const given = invocation.arguments.max_retries;
  // 0 is an answer of its own: not again.
  let left = toText(given).trim() === '0' ? 0 : countOf(given, usualTries, mostTries);
  for (;;) {
    try {
      return await askService(invocation, question);
    } catch (error) {
      const isPassing = error instanceof PlatformError && error.kind === 'unavailable';
      if (!isPassing || left === 0 || invocation.signal.aborted) throw error;
      left -= 1;
    }
  }
}

/** The address with further parameters. Throws `tool-jina.invalid_address`. */
function pageAddress(text: string, parameters: string): string {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const message = 'What Jina should read is no address such as https://example.com/page.';
    throw new PlatformError('invalid', 'tool-jina.invalid_address', message);
  }
  if (parameters === '') return url.href;
  const added = parsed(parameters);
  if (!isMapping(added)) {
    const message = 'The parameters of the address are no JSON object such as {"key": "value"}.';
    throw new PlatformError('invalid', 'tool-jina.invalid_parameters', message);
  }
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, toText(value));
  return url.href;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string => toText(value).trim().toWellFormed();
