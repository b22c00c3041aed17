import { SaxesParser } from 'saxes';
import { decodeText } from './encoding.ts';
import { Refusal } from './refusal.ts';

/** Elements inside each other; no document of an office program comes near it. */
const maxDepth = 1000;

export type Attributes = Readonly<Record<string, string>>;

/** Called in document order. Names are without their prefix. */
export interface XmlVisitor {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Walks an XML document. Only the five predefined entities exist: what a document declares itself is an error. */
export function walkXml(bytes: Uint8Array, part: string, visitor: XmlVisitor): void {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', (error) => {
    throw new Refusal('unreadable', `is damaged: ${part} is no well-formed XML (${error.message.slice(0, 100)})`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) throw new Refusal('limit', `nests more than ${maxDepth} elements, the limit`);
    visitor.open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    visitor.close?.(localName(name));
  });
  const text = (content: string) => visitor.text?.(content);
  parser.on('text', text);
  parser.on('cdata', text);
  parser.write(decodeText(bytes)).close();
}

/** An attribute by its name without prefix. `isPrefixed`: the one with a prefix (`r:id` beside `id`). */
export function attributeOf(attributes: Attributes, name: string, isPrefixed = false): string | undefined {
  if (!isPrefixed && Object.hasOwn(attributes, name)) return attributes[name];
  const key = Object.keys(attributes).find((known) => known.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
