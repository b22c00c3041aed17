import { toText } from '#engine';
import { PlatformError } from '#kernel';
import { charsetOf, readText } from '#plugins/text-extraction/contract.ts';
import { countOf, type Tool } from '#plugins/tools/contract.ts';
import { type Feed, readFeed } from './feed.ts';
import { NoFeed } from './raw-feed.ts';

const maxBytes = 5 * 1024 * 1024;
const usualItems = 10;
const mostItems = 100;
const agent = 'Mozilla/5.0 (compatible; Weft feed reader)';
const accepted = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5';

/** Reads the newest entries of a feed: RSS, Atom or JSON Feed. */
export function createRssReader(): Tool {
  return {
    id: 'rss.rss_reader',
    provider: 'rss',
    providerAliases: ['rss_reader', 'feed'],
    name: 'rss_reader',
    aliases: ['read_feed', 'rss'],
    label: 'Feed Reader',
    description: 'Reads the newest entries of an RSS, Atom or JSON feed: title, address, date and summary.',
    parameters: [
      {
        name: 'url',
        type: 'string',
        form: 'llm',
        label: 'URL',
        description: 'The address of the feed',
        required: true,
      },
      {
        name: 'max_items',
        type: 'number',
        form: 'form',
        label: 'Entries',
        description: `How many entries to list, at most ${mostItems}`,
        default: usualItems,
      },
    ],
    sideEffects: false,
    timeoutSeconds: 60,
    async invoke({ arguments: given, egress, signal }) {
      const url = toText(given.url).trim();
      if (url === '') return { text: 'There is no address to read.' };
      const headers = [
        ['user-agent', agent],
        ['accept', accepted],
      ] as const;
      const response = await egress.request({ url, method: 'GET', headers, maxRedirects: 5, decompress: true, signal });
      if (response.status !== 200) {
        response.body.destroy();
        const message = `The address of the feed answered with status ${response.status}.`;
        throw new PlatformError('unavailable', 'tool-rss.unavailable', message);
      }
      const { text } = readText(await response.bytes(maxBytes), charsetOf(response.headers['content-type']));
      const feed = parse(text, response.url, countOf(given.max_items, usualItems, mostItems));
      const blocks = feed.items.map(({ title, link, date, summary }) =>
        [title, link, date, summary].filter(Boolean).join('\n'),
      );
      return { text: blocks.join('\n\n') || 'The feed has no entries.', json: feed.items };
    },
  };
}

function parse(text: string, base: string, limit: number): Feed {
  try {
    return readFeed(text, base, limit);
  } catch (error) {
    if (!(error instanceof NoFeed)) throw error;
    const message = `What is at the address is no feed that can be read: ${error.message}.`;
    throw new PlatformError('invalid', 'tool-rss.no_feed', message);
  }
}
