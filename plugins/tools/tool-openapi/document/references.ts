import { isMapping } from '#engine';
import { cut, type Mapping, textAt, valueAt } from './tree.ts';

/** References that lead to references. */
const MAX_CHAIN = 16;
/** Problems that are told; more would not be read. */
const MAX_PROBLEMS = 50;

/** What a place of a document holds, and by which references it was found. */
export interface Referred {
  readonly value: Mapping;
  /** Pointers that were followed. */
  readonly followed: readonly string[];
}

/**
 * Looks up references within one document (`#/…`). Those to files and addresses are never read: whoever writes a document
 * would choose what this server reads. What could not be looked up is kept as a problem for whoever imports.
 */
export class References {
  readonly #root: Mapping;
  readonly #problems = new Set<string>();

  constructor(root: Mapping) {
    this.#root = root;
  }

  get root(): Mapping {
    return this.#root;
  }

  get problems(): readonly string[] {
    return [...this.#problems];
  }

  problem(message: string): void {
    if (this.#problems.size < MAX_PROBLEMS) this.#problems.add(message);
  }

  /** The object itself, or what its `$ref` leads to; null: it is none, or leads nowhere. */
  resolve(node: unknown): Referred | null {
    const followed: string[] = [];
    let current = node;
    while (isMapping(current)) {
      const ref = valueAt(current, '$ref');
      if (typeof ref !== 'string') return { value: current, followed };
      if (followed.length >= MAX_CHAIN || followed.includes(ref)) {
        this.problem(`The reference ${shown(ref)} leads to itself: it is left out.`);
        return null;
      }
      followed.push(ref);
      current = this.#target(ref);
    }
    return null;
  }

  #target(ref: string): unknown {
    if (ref !== '#' && !ref.startsWith('#/')) {
      const why = ref.startsWith('#') ? 'is no path within the document' : 'leads out of the document, and is not read';
      this.problem(`The reference ${shown(ref)} ${why}: put what it stands for into the document.`);
      return undefined;
    }
    let current: unknown = this.#root;
    for (const part of ref.split('/').slice(1)) {
      const key = unescaped(part);
      current = Array.isArray(current) ? current[Number(key)] : valueAt(current, key);
    }
    if (!isMapping(current)) this.problem(`The reference ${shown(ref)} leads nowhere in the document.`);
    return current;
  }
}

/** The name at the end of a pointer, for messages. */
export function referenceOf(node: unknown): string {
  return textAt(node, '$ref');
}

function unescaped(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // Taken as it is written.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

function shown(text: string): string {
  return JSON.stringify(cut(text, 120));
}
