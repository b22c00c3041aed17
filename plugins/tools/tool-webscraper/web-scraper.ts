import { toText } from '#engine';
import { PlatformError } from '#kernel';
import type { EgressResponse } from '#plugins/egress/contract.ts';
import { charsetOf, type TextExtraction } from '#plugins/text-extraction/contract.ts';
import type { Tool, ToolInvocation } from '#plugins/tools/contract.ts';

const maxBytes = 10 * 1024 * 1024;
const maxRedirects = 10;
/** Says what it is; a document may name another one, as sites ask for. */
const usualAgent = 'Mozilla/5.0 (compatible; Weft web scraper)';
const pageTypes = ['text/html', 'application/xhtml+xml'];

/**
 * The tool documents know as `webscraper`: the text of a page, or of a document, at an address. As there, an answer
 * that holds no text fails no run: the tool says what came instead. Addresses nobody answers at do.
 */
export function createWebScraper(extraction: TextExtraction): Tool {
  return {
    id: 'webscraper.webscraper',
    provider: 'webscraper',
    name: 'webscraper',
    label: 'Web Scraper',
    description: 'Reads the text of the web page, or of the document, at an address.',
    parameters: [
      {
        name: 'url',
        type: 'string',
        form: 'llm',
        label: 'URL',
        description: 'The address, with https://',
        required: true,
      },
      {
        name: 'user_agent',
        type: 'string',
        form: 'form',
        label: 'User agent',
        description: 'What the site is told about who reads it',
        default: usualAgent,
      },
      {
        name: 'generate_summary',
        type: 'boolean',
        form: 'form',
        label: 'Summary',
        description: 'Without effect: the text is given as it is; a model that comes after shortens it better',
        default: false,
      },
    ],
    sideEffects: false,
    invoke: async (invocation) => ({ text: await textAt(invocation, extraction) }),
  };
}

async function textAt(invocation: ToolInvocation, extraction: TextExtraction): Promise<string> {
  const url = toText(invocation.arguments.url).trim();
  if (url === '') return 'There is no address to read.';
  const agent = toText(invocation.arguments.user_agent).trim() || usualAgent;
  const { signal, egress } = invocation;
  const headers = [
    ['user-agent', agent],
    ['accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ] as const;
  const response = await egress.request({ url, method: 'GET', headers, maxRedirects, decompress: true, signal });
  if (response.status !== 200) {
    response.body.destroy();
    return `The address answered with status ${response.status}.`;
  }
  return read(response, invocation, extraction);
}

async function read(
  response: EgressResponse,
  { workspaceId, signal }: ToolInvocation,
  extraction: TextExtraction,
): Promise<string> {
  const type = response.headers['content-type'] ?? '';
  const mediaType = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
  const charset = charsetOf(type);
  const bytes = await response.bytes(maxBytes);
  const { pathname, hostname } = new URL(response.url);
  // A page is read as one whatever its address ends in (`index.php`, `report.pdf`).
  const name = pageTypes.includes(mediaType)
    ? `${hostname}.html`
    : pathname.slice(pathname.lastIndexOf('/') + 1) || hostname;
  try {
    return await extraction.extractContent({ name, mediaType, charset, bytes }, { workspaceId, signal });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'text-extraction.unsupported_format') throw error;
    return `What is at the address has no text that can be read (${mediaType || 'of an unknown type'}).`;
  }
}
