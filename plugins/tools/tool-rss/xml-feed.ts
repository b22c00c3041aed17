import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { emptyItem, NoFeed, type RawFeed, type RawItem } from './raw-feed.ts';

const maxDepth = 200;
/** Of one element; the rest is left out. */
const maxText = 200_000;
const roots = ['rss', 'RDF', 'feed'];

/** Names of elements without prefix, by what they hold. `content:encoded` is the whole text of RSS. */
const fields: Readonly<Record<string, keyof RawItem>> = {
  title: 'title',
  link: 'link',
  pubDate: 'date',
  published: 'date',
  issued: 'date',
  date: 'date',
  updated: 'updated',
  modified: 'updated',
  description: 'summary',
  summary: 'summary',
  content: 'content',
  encoded: 'content',
  creator: 'author',
  author: 'author',
  guid: 'id',
  id: 'id',
};
/** Of other vocabularies with the same words: pictures and places of an entry. */
const otherPrefixes = /^(media|itunes|georss|atom10|slash|image):/;

/** Walks RSS or Atom; ends at the limit. Entities that a document declares itself are errors. Throws NoFeed. */
export function readXmlFeed(text: string, limit: number): RawFeed {
  const reader = new XmlFeedReader(limit);
  const parser = new SaxesParser();
  // Feeds are full of it, although XML does not know it.
  parser.ENTITIES.nbsp = '\u00a0';
  parser.on('error', ({ message }) => {
    throw new NoFeed(`it is no well-formed XML (${message.slice(0, 100)})`);
  });
  parser.on('opentag', (tag) => reader.open(tag));
  parser.on('closetag', ({ name }) => reader.close(name));
  parser.on('text', (part) => reader.text(part));
  parser.on('cdata', (part) => reader.text(part));
  try {
    parser.write(text.replace(/^\s+/, '')).close();
  } catch (error) {
    if (error !== enough) throw error;
  }
  return reader.feed;
}

/** Thrown to end a walk. */
const enough = new Error('enough');

class XmlFeedReader {
  readonly feed: RawFeed = { title: '', link: '', items: [] };
  readonly #limit: number;
  readonly #path: string[] = [];
  #item: RawItem | null = null;
  #itemDepth = 0;
  /** Depth of the element whose text is taken, and that text. */
  #taking: { readonly depth: number; readonly field: keyof RawItem; text: string } | null = null;

  constructor(limit: number) {
    this.#limit = limit;
  }

  open({ name, attributes }: SaxesTagPlain): void {
    const local = name.slice(name.indexOf(':') + 1);
    if (this.#path.length === 0 && !roots.includes(local))
      throw new NoFeed(`it is a document of ${local.slice(0, 40)}`);
    this.#path.push(name);
    const depth = this.#path.length;
    if (depth > maxDepth) throw new NoFeed(`it nests more than ${maxDepth} elements`);
    if (this.#taking !== null) {
      // Atom: text of type xhtml is made of elements, and an author has a name.
      if (this.#taking.field === 'author') this.#taking.text = '';
      return;
    }
    if (this.#item === null && (local === 'item' || local === 'entry')) {
      if (this.feed.items.length >= this.#limit) throw enough;
      this.#item = emptyItem();
      this.#itemDepth = depth;
      return;
    }
    const field = Object.hasOwn(fields, local) && !otherPrefixes.test(name) ? fields[local] : undefined;
    if (field === undefined) return;
    // Elements of the feed itself stand in its channel (RSS), or at its top (Atom).
    const isOwn = this.#item === null ? depth <= 3 && !this.#path.some(isPicture) : depth === this.#itemDepth + 1;
    if (!isOwn) return;
    const { href, rel = 'alternate' } = attributes;
    if (local === 'link' && href !== undefined) {
      if (rel === 'alternate') this.#put('link', href);
    } else this.#taking = { depth, field, text: '' };
  }

  text(part: string): void {
    const taking = this.#taking;
    if (taking !== null && taking.text.length < maxText) taking.text += part.slice(0, maxText);
  }

  close(name: string): void {
    const depth = this.#path.length;
    const taking = this.#taking;
    if (taking?.field === 'author' && depth === taking.depth + 1 && name.endsWith('name')) {
      this.#put('author', taking.text);
    } else if (taking?.depth === depth) {
      this.#put(taking.field, taking.text);
    }
    if (taking?.depth === depth) this.#taking = null;
    if (this.#item !== null && depth === this.#itemDepth) {
      this.feed.items.push(this.#item);
      this.#item = null;
    }
    this.#path.pop();
  }

  /** The first that stands there counts. */
  #put(field: keyof RawItem, value: string): void {
    const text = value.trim();
    if (text === '') return;
    if (this.#item !== null) this.#item[field] ||= text;
    else if (field === 'title' || field === 'link') this.feed[field] ||= text;
  }
}

const isPicture = (name: string): boolean => name === 'image' || name === 'textInput' || name === 'textinput';
