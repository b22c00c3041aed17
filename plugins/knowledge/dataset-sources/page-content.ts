import { isPlatformError, type PlatformError } from '#kernel';
import { readText, type TextExtraction } from '#plugins/text-extraction/contract.ts';
import { type PageHead, readPageHead } from './page-head.ts';
import type { NewContent } from './source-reader.ts';
import type { Fetched } from './web-fetcher.ts';

export interface WebContent {
  /** null: it is no web page, and links to nothing. */
  readonly head: PageHead | null;
  readonly content: NewContent | null;
}

type Content = Extract<Fetched, { readonly kind: 'content' }>;
type Caller = Parameters<TextExtraction['extractContent']>[1];

const pageTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
/** Less text than this in the main part of a page: it is not where its text is. */
const MIN_MAIN = 200;

/**
 * A web page becomes the markdown of its text, so that it is indexed anew when its text changes, and not for a counter in its
 * scripts. Anything else stays as it came.
 */
export class PageContents {
  readonly #extraction: Pick<TextExtraction, 'extractContent'>;

  constructor(extraction: Pick<TextExtraction, 'extractContent'>) {
    this.#extraction = extraction;
  }

  async read(fetched: Content, caller: Caller): Promise<WebContent> {
    const url = new URL(fetched.url);
    const last = decodedName(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
    const { bytes } = fetched;
    if (!pageTypes.has(fetched.mediaType) && !looksLikePage(fetched)) {
      const filename = withExtension(last || url.hostname, fetched.mediaType);
      return { head: null, content: { name: filename, filename, bytes } };
    }
    const html = readText(fetched.bytes, fetched.charset).text;
    const head = readPageHead(html, fetched.url);
    const text = await this.#text(html, url.hostname, caller);
    const name = head.title || last || url.hostname;
    const content = { name, filename: 'page.md', bytes: Buffer.from(text, 'utf8') };
    return { head, content: text === '' ? null : content };
  }

  async #text(html: string, name: string, caller: Caller): Promise<string> {
    const main = mainPart(html);
    const part = main === null ? '' : await this.#extracted(main, name, caller);
    return part.length >= MIN_MAIN ? part : await this.#extracted(html, name, caller);
  }

  async #extracted(html: string, name: string, caller: Caller): Promise<string> {
    const document = {
      name: `${name}.html`,
      mediaType: 'text/html',
      charset: 'utf-8',
      bytes: Buffer.from(html, 'utf8'),
    };
    const text = await this.#extraction.extractContent(document, caller);
    return text.replaceAll('\0', '').trim();
  }
}

/** What the extraction can't read is told of the page; that it has no room now is not. */
export function isUnreadable(error: unknown): error is PlatformError {
  return isPlatformError(error) && error.kind === 'invalid' && error.code.startsWith('text-extraction.');
}

/** Without what surrounds it on every page of a site: navigation, header, footer. */
function mainPart(html: string): string | null {
  const start = /<main[\s>]/i.exec(html)?.index;
  if (start === undefined) return null;
  const end = html.toLowerCase().lastIndexOf('</main');
  return end > start ? html.slice(start, end) : null;
}

function looksLikePage({ mediaType, bytes }: Content): boolean {
  if (mediaType !== '' && mediaType !== 'application/octet-stream') return false;
  return /^\s*(?:<!doctype html|<html)[\s>]/i.test(Buffer.from(bytes.subarray(0, 200)).toString('latin1'));
}

function decodedName(text: string): string {
  try {
    return decodeURIComponent(text)
      .replaceAll(/[/\\\p{Cc}]/gu, '_')
      .slice(0, 200)
      .toWellFormed();
  } catch {
    return text.slice(0, 200);
  }
}

const extensions: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/json': 'json',
};

function withExtension(name: string, mediaType: string): string {
  const extension = extensions[mediaType];
  if (extension === undefined || /\.[a-z\d]{1,8}$/i.test(name)) return name;
  return `${name}.${extension}`;
}
