import type { JsonText } from '#engine';
import { fromJson, isMapping } from '#engine/run/values/value.ts';
import { invalidDocument } from './document-error.ts';
import type { Mapping } from './tree.ts';

/** Texts whose trees are remembered: what is compared are two. */
const REMEMBERED = 2;

/**
 * Trees of documents by their texts. What is done with one document in a row reads its text once: of 3,000 nodes that takes 15 ms.
 * Nobody changes a tree. They are held weakly, and go when memory is wanted.
 */
export class TreeTexts {
  #read: readonly { readonly text: JsonText; readonly tree: WeakRef<Mapping> }[] = [];

  tree(text: JsonText): Mapping {
    const known = this.#read.find((each) => each.text === text)?.tree.deref();
    if (known !== undefined) return known;
    const tree = readTree(text);
    this.remember(text, tree);
    return tree;
  }

  /** The text of a tree that was read or made otherwise. */
  remember(text: JsonText, tree: Mapping): void {
    const others = this.#read.filter((each) => each.text !== text).slice(0, REMEMBERED - 1);
    this.#read = [{ text, tree: new WeakRef(tree) }, ...others];
  }
}

function readTree(text: JsonText): Mapping {
  let tree: unknown;
  try {
    tree = fromJson(text);
  } catch (cause) {
    throw invalidDocument('The stored document is no JSON text.', { cause });
  }
  if (!isMapping(tree)) throw invalidDocument('The stored document is no mapping.');
  return tree;
}
