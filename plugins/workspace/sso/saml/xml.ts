import { SaxesParser } from 'saxes';

/** An element as far as SAML needs it. */
export interface XmlElement {
  /** Without a prefix. */
  readonly name: string;
  readonly namespace: string;
  /** Those without a prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Of it alone, not of its children. */
  readonly text: string;
}

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
export const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';

/** Far above what providers send, and far below what costs time. */
const DEPTH = 60;
const ELEMENTS = 5_000;

type Growing = XmlElement & { attributes: Map<string, string>; children: XmlElement[]; text: string };

/**
 * Reads XML of a stranger. No document types, so no entities; and in messages no comments, no processing instructions and
 * no CDATA, which signatures do not cover or which split a text for one reader and not for the next. Throws with a
 * reason that can follow "it".
 */
export function parseXml(text: string, { isMessage }: { readonly isMessage: boolean }): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: Growing[] = [];
  let root: XmlElement | null = null;
  let count = 0;
  const refuse = (what: string) => () => {
    throw new Error(`holds ${what}`);
  };
  parser.on('doctype', refuse('a document type'));
  if (isMessage) {
    parser.on('comment', refuse('a comment'));
    parser.on('processinginstruction', refuse('a processing instruction'));
    parser.on('cdata', refuse('a CDATA section'));
  }
  parser.on('error', () => {
    throw new Error('is no well-formed XML');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    count += 1;
    if (count > ELEMENTS || open.length >= DEPTH) throw new Error('is larger than any such message');
    const plain = Object.values(attributes).filter(({ prefix }) => prefix === '');
    const element: Growing = {
      name: local,
      namespace: uri,
      attributes: new Map(plain.map((attribute) => [attribute.local, attribute.value])),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('text', (piece) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += piece;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  if (root === null) throw new Error('is no well-formed XML');
  return root;
}

export function childrenOf(element: XmlElement, namespace: string, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name && child.namespace === namespace);
}

/** The one child of the name; null: there is none, or there are several. */
export function onlyChild(element: XmlElement, namespace: string, name: string): XmlElement | null {
  const [found, ...more] = childrenOf(element, namespace, name);
  return more.length === 0 ? (found ?? null) : null;
}

/** Itself and all below it. */
export function* all(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* all(child);
}
