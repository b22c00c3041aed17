/** YAML text → tree. Refuses what no application document needs: tags, unbounded aliases, several documents. */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { usualLimits } from '#engine/contract/engine-limits.ts';
import { Float, isMapping } from '#engine/run/values/value.ts';
import { invalidDocument } from './document-error.ts';
import type { Mapping } from './tree.ts';
import { resolvePlain } from './yaml-scalar.ts';
import { depthLimit, placeOf, readSyntax } from './yaml-syntax.ts';

/** Characters that aliases may add. */
const aliasLimit = 1024 * 1024;

/** Told of what is odd in a text and is read all the same. */
export type Warn = (message: string) => void;

/**
 * A key that occurs twice has its last value, as the family's reader has it, where somebody is told of it; it is refused
 * where nobody is.
 */
export function readYaml(
  text: string,
  { documentBytes = usualLimits.documentBytes, warn }: { documentBytes?: number | undefined; warn?: Warn } = {},
): unknown {
  const { document, lines } = readSyntax(text, documentBytes);
  return new TreeReader(lines, warn).read(document);
}

interface Anchored {
  readonly value: unknown;
  /** Characters and nodes below, and levels. */
  readonly weight: number;
  readonly height: number;
}

type Node = { readonly range?: readonly number[] | null; readonly tag?: string };

class TreeReader {
  readonly #lines: LineCounter;
  readonly #warn: Warn | undefined;
  readonly #anchors = new Map<string, Anchored>();
  readonly #open = new Set<string>();
  #weight = 0;
  #aliasWeight = 0;
  /** Levels of the value read last. */
  #height = 0;

  constructor(lines: LineCounter, warn: Warn | undefined) {
    this.#lines = lines;
    this.#warn = warn;
  }

  read(document: Document.Parsed): unknown {
    return this.#value(document.contents, 0);
  }

  #value(node: unknown, depth: number): unknown {
    if (isAlias(node)) return this.#alias(node, depth);
    if (!(isMap(node) || isSeq(node) || isScalar(node))) return null;
    const anchor = node.anchor;
    if (anchor === undefined) return this.#plainValue(node, depth);
    this.#anchors.delete(anchor);
    this.#open.add(anchor);
    const before = this.#weight;
    const value = this.#plainValue(node, depth);
    this.#open.delete(anchor);
    this.#anchors.set(anchor, { value, weight: this.#weight - before, height: this.#height });
    return value;
  }

  #plainValue(node: unknown, depth: number): unknown {
    this.#weight += 1;
    if (isScalar(node)) {
      this.#height = 0;
      this.#weight += node.source?.length ?? 0;
      return this.#scalar(node);
    }
    if (isMap(node)) return this.#mapping(node, depth);
    return isSeq(node) ? this.#list(node, depth) : null;
  }

  #list(node: Node & { readonly items: readonly unknown[] }, depth: number): unknown[] {
    this.#checkTag(node, 'seq');
    let height = 0;
    const items = node.items.map((item) => {
      const value = this.#value(item, depth + 1);
      height = Math.max(height, this.#height);
      return value;
    });
    this.#height = height + 1;
    return items;
  }

  #mapping(node: YAMLMap, depth: number): Mapping {
    this.#checkTag(node, 'map');
    const entries = new Map<string, unknown>();
    const merged: Mapping[] = [];
    let height = 0;
    for (const pair of node.items) {
      const key = this.#key(pair.key, node);
      const value = this.#value(pair.value, depth + 1);
      height = Math.max(height, this.#height);
      if (key === '<<' && isPlainScalar(pair.key)) {
        merged.push(...this.#mergeSources(value, pair.key));
        continue;
      }
      if (entries.has(key)) this.#repeated(pair.key, key);
      if (key === '__proto__' || (key === 'constructor' && isMapping(value) && Object.hasOwn(value, 'prototype'))) {
        throw this.#error(pair.key, `the key '${key}' is not allowed`);
      }
      entries.set(key, value);
    }
    for (const source of merged) {
      for (const [key, value] of Object.entries(source)) if (!entries.has(key)) entries.set(key, value);
    }
    this.#height = height + 1;
    return Object.fromEntries(entries);
  }

  /** The values of a key are read and weighed one like the other, so that the one that is dropped hides nothing. */
  #repeated(node: unknown, key: string): void {
    if (this.#warn === undefined) throw this.#error(node, `the key '${shorten(key)}' occurs twice: remove one`);
    this.#warn(`${this.#place(node)}: the key '${shorten(key)}' occurs twice, and this one counts: remove the other.`);
  }

  /** Keys are the text as written: `y`, `on` and `010` name what they say. */
  #key(key: unknown, owner: Node): string {
    if (key === null) return '';
    if (!isScalar(key)) throw this.#error(isAlias(key) || isMap(key) || isSeq(key) ? key : owner, 'a key must be text');
    const text = isPlainScalar(key) ? key.source : String(key.value).toWellFormed();
    this.#weight += text.length;
    if (key.anchor !== undefined) this.#anchors.set(key.anchor, { value: text, weight: text.length, height: 0 });
    return text;
  }

  #mergeSources(value: unknown, key: Node): readonly Mapping[] {
    const sources = Array.isArray(value) ? value : [value];
    if (!sources.every(isMapping)) throw this.#error(key, 'the merge key `<<` needs a mapping');
    return sources;
  }

  #alias(node: Alias, depth: number): unknown {
    if (this.#open.has(node.source)) throw this.#error(node, `the alias *${shorten(node.source)} contains itself`);
    const anchored = this.#anchors.get(node.source);
    if (anchored === undefined) throw this.#error(node, `no anchor &${shorten(node.source)} comes before this alias`);
    this.#weight += anchored.weight;
    this.#aliasWeight += anchored.weight;
    if (this.#aliasWeight > aliasLimit || depth + anchored.height > depthLimit) {
      throw this.#error(node, 'aliases expand to more than 1 MB or nest too deeply: write the values out');
    }
    this.#height = anchored.height;
    return anchored.value;
  }

  #scalar(node: Scalar): unknown {
    // An escape can write half a character, which nobody can keep.
    const text = String(node.value ?? '').toWellFormed();
    const tag = node.tag;
    if (tag === undefined) return isPlainScalar(node) ? resolvePlain(node.source) : text;
    const plain = resolvePlain(text);
    switch (tag.replace('tag:yaml.org,2002:', '!!')) {
      case '!':
      case '!!str':
      case '!!timestamp':
        return text;
      case '!!null':
        if (plain === null) return plain;
        break;
      case '!!bool':
        if (typeof plain === 'boolean') return plain;
        break;
      case '!!int':
        if (typeof plain === 'bigint' || (typeof plain === 'number' && Number.isInteger(plain))) return plain;
        break;
      case '!!float':
        if (plain instanceof Float) return plain;
        if (typeof plain === 'number' || typeof plain === 'bigint') {
          return Number.isInteger(Number(plain)) ? new Float(Number(plain)) : plain;
        }
        break;
      default:
        throw this.#tagError(node, tag);
    }
    throw this.#error(node, `'${shorten(text)}' does not fit its tag ${tag}`);
  }

  #checkTag(node: Node, expected: string): void {
    if (node.tag !== undefined && node.tag !== '!' && node.tag !== `tag:yaml.org,2002:${expected}`) {
      throw this.#tagError(node, node.tag);
    }
  }

  #tagError(node: Node, tag: string): Error {
    return this.#error(node, `the tag ${shorten(tag)} is not allowed: documents hold plain data only`);
  }

  #error(node: unknown, message: string): Error {
    return invalidDocument(`${this.#place(node)}: ${message}.`);
  }

  #place(node: unknown): string {
    const offset = isScalar(node) || isAlias(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;
    return placeOf(this.#lines, offset ?? 0);
  }
}

function isPlainScalar(node: unknown): node is Scalar & { source: string } {
  return isScalar(node) && node.type === 'PLAIN' && node.source !== undefined;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
