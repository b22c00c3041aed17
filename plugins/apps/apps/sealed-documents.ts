import { type Documents, isHiddenName, type JsonText, replaceHidden } from '#engine';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { PublishedVersion } from './contract.ts';
import type { StoredDocument } from './row-store.ts';

/** Purpose under which secret environment values are sealed. */
export const PURPOSE = 'app-environment';
/** Purpose under which what was typed into nodes is named. */
const NAMES = 'app-hidden-names';
/** Texts that a draft keeps after their marks have left it: who takes a change back finds them again. */
const KEPT = 20;

/** A document on its way in. */
export interface SealedDocument extends StoredDocument {
  /** Whether marks took the place of something. */
  readonly isMarked: boolean;
}

interface Sources {
  /** What the document was made of, and means with its marks and empty secrets. */
  readonly earlier: StoredDocument | undefined;
  /** How many texts stay that have left it. */
  readonly kept: number;
  /** Another document that it takes the place of. */
  readonly left?: StoredDocument;
}

type Texts = Record<string, string>;

/** Documents as they are kept: what may lie open, and beside it the values of secret variables and what was typed into nodes, sealed. */
export class SealedDocuments {
  readonly #documents: Documents;
  readonly #secrets: Secrets;

  constructor(documents: Documents, secrets: Secrets) {
    this.#documents = documents;
    this.#secrets = secrets;
  }

  /**
   * Takes a tree apart. A secret that it leaves empty, or has a mark of, keeps the value that `earlier` has for it, under whichever
   * name; so does one that comes back.
   */
  seal(workspaceId: string, tree: string, earlier?: StoredDocument): SealedDocument {
    return this.#seal(workspaceId, tree, { earlier, kept: KEPT });
  }

  /** A version that becomes the draft again; who takes that back finds again what the draft has kept. */
  restored(
    workspaceId: string,
    tree: string,
    from: { version: StoredDocument; draft: StoredDocument },
  ): StoredDocument {
    return this.#seal(workspaceId, tree, { earlier: from.version, kept: KEPT, left: from.draft });
  }

  /** What is published of a draft: it keeps nothing that the document does not need. */
  published(workspaceId: string, draft: StoredDocument): StoredDocument {
    return this.#seal(workspaceId, draft.tree, { earlier: draft, kept: 0 });
  }

  /** The tree with marks for what was typed into nodes. */
  hidden(workspaceId: string, tree: JsonText, isKept: (name: string) => boolean = () => true): JsonText {
    return this.#documents.withHidden(tree, { hide: (text) => this.#nameOf(workspaceId, text), isKept });
  }

  /** The tree with its secret variables in place, and marks for what was typed into nodes. */
  open(workspaceId: string, stored: StoredDocument): string {
    const { tree, values } = this.#read(workspaceId, stored);
    return this.#documents.withSecrets(tree, values);
  }

  /** The document as its author wrote it. */
  shown(workspaceId: string, stored: StoredDocument): string {
    const { tree, values } = this.#read(workspaceId, stored);
    return this.#documents.withShown(this.#documents.withSecrets(tree, values), values);
  }

  /** What a request needs of a version. */
  compile(
    workspaceId: string,
    stored: StoredDocument & Pick<PublishedVersion, 'id' | 'number' | 'publishedAt'>,
  ): PublishedVersion {
    const { tree, values } = this.#read(workspaceId, stored);
    const compiled = this.#documents.compile(tree);
    // A variable that the graph does not declare would not be masked.
    const isDeclared = (name: string) => !isHiddenName(name) || compiled.secretNames.includes(name);
    const environment = Object.fromEntries(Object.entries(values).filter(([name]) => isDeclared(name)));
    return {
      id: stored.id,
      number: stored.number,
      compiled,
      environment: JSON.stringify(environment),
      publishedAt: stored.publishedAt,
    };
  }

  #seal(workspaceId: string, tree: string, { earlier, kept, left }: Sources): SealedDocument {
    const known = earlier === undefined ? {} : this.#read(workspaceId, earlier).values;
    const hidden: Texts = {};
    const marked = this.#documents.withHidden(tree, {
      hide: (text) => {
        const name = this.#nameOf(workspaceId, text);
        hidden[name] = text;
        return name;
      },
      isKept: (name) => {
        const text = hidden[name] ?? known[name];
        if (text !== undefined) hidden[name] = text;
        return text !== undefined;
      },
    });
    const given = this.#documents.secrets(marked);
    const { kept: keptOf, left: leftValues } = this.#variables(workspaceId, marked, { earlier, known });
    const values = Object.entries(given).map(([name, value]) => [
      name,
      value === ''
        ? keptOf(name)
        : // What was typed into a node may move to a variable, without anybody who sees it.
          replaceHidden(value, (text) => (text === null ? '' : (hidden[text] ?? known[text] ?? ''))),
    ]);
    const before = left === undefined ? known : { ...known, ...this.#read(workspaceId, left).values };
    const gone = Object.entries({ ...before, ...leftValues }).filter(
      ([name]) => isHiddenName(name) && !Object.hasOwn(hidden, name),
    );
    const sealed = {
      ...Object.fromEntries([...gone.slice(gone.length - Math.min(kept, gone.length)), ...values]),
      ...hidden,
    };
    const blank = Object.fromEntries(Object.keys(given).map((name) => [name, '']));
    return {
      tree: this.#documents.withSecrets(marked, blank),
      secrets: this.#secrets.seal(workspaceId, PURPOSE, JSON.stringify(sealed)),
      isMarked: marked !== tree,
    };
  }

  /** What secret variables were before, by the names they have now; and the values of those that are gone, under names of their own. */
  #variables(
    workspaceId: string,
    tree: string,
    { earlier, known }: { readonly earlier: StoredDocument | undefined; readonly known: Texts },
  ): { kept(name: string): string; readonly left: Texts } {
    const before = earlier === undefined ? new Map<string, string>() : this.#documents.secretNames(earlier.tree);
    const now = this.#documents.secretNames(tree);
    const leftName = (id: string) => this.#nameOf(workspaceId, `variable ${id}`);
    const ids = new Map([...now].map(([id, name]) => [name, id]));
    const kept = (name: string) => {
      const id = ids.get(name);
      const old = (id === undefined ? undefined : before.get(id)) ?? name;
      if (Object.hasOwn(known, old)) return known[old] ?? '';
      return id === undefined ? '' : (known[leftName(id)] ?? '');
    };
    const gone = [...before].filter(([id, name]) => !now.has(id) && Object.hasOwn(known, name) && known[name] !== '');
    return { kept, left: Object.fromEntries(gone.map(([id, name]) => [leftName(id), known[name] ?? ''])) };
  }

  /** One text has one name in a workspace, and nobody else can tell from it what the text is. */
  #nameOf(workspaceId: string, text: string): string {
    const signature = Buffer.from(this.#secrets.sign(workspaceId, NAMES, text), 'base64url');
    return `hidden_${signature.toString('hex').slice(0, 16)}`;
  }

  /** What was typed into nodes lies open in rows from before that was sealed. */
  #read(workspaceId: string, { tree, secrets }: StoredDocument): { readonly tree: JsonText; readonly values: Texts } {
    const values = JSON.parse(this.#secrets.open(workspaceId, PURPOSE, secrets)) as Texts;
    const hide = (text: string) => {
      const name = this.#nameOf(workspaceId, text);
      values[name] = text;
      return name;
    };
    return { tree: this.#documents.withHidden(tree, { hide, isKept: () => true }), values };
  }
}
