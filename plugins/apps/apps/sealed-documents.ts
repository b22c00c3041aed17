import type { Documents } from '#engine';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { PublishedVersion } from './contract.ts';
import type { StoredDocument } from './row-store.ts';

/** Purpose under which secret environment values are sealed. */
export const PURPOSE = 'app-environment';

/** Documents as they are kept: what may lie open, and beside it the values of secret variables, sealed. */
export class SealedDocuments {
  readonly #documents: Documents;
  readonly #secrets: Secrets;

  constructor(documents: Documents, secrets: Secrets) {
    this.#documents = documents;
    this.#secrets = secrets;
  }

  /** Takes a tree apart. A secret that it leaves empty keeps the value that `earlier` has for it. */
  seal(workspaceId: string, tree: string, earlier?: StoredDocument): StoredDocument {
    const given = this.#documents.secrets(tree);
    const known = earlier === undefined ? {} : this.#values(workspaceId, earlier);
    const values = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value === '' && Object.hasOwn(known, name) ? (known[name] ?? '') : value,
      ]),
    );
    const blank = Object.fromEntries(Object.keys(given).map((name) => [name, '']));
    return {
      tree: this.#documents.withSecrets(tree, blank),
      secrets: this.#secrets.seal(workspaceId, PURPOSE, JSON.stringify(values)),
    };
  }

  /** JSON text of the secret values by name. */
  environment(workspaceId: string, { secrets }: StoredDocument): string {
    return this.#secrets.open(workspaceId, PURPOSE, secrets);
  }

  /** The tree with its secrets in place. */
  open(workspaceId: string, stored: StoredDocument): string {
    return this.#documents.withSecrets(stored.tree, this.#values(workspaceId, stored));
  }

  /** What a request needs of a version. */
  compile(
    workspaceId: string,
    stored: StoredDocument & Pick<PublishedVersion, 'id' | 'number' | 'publishedAt'>,
  ): PublishedVersion {
    return {
      id: stored.id,
      number: stored.number,
      compiled: this.#documents.compile(stored.tree),
      environment: this.environment(workspaceId, stored),
      publishedAt: stored.publishedAt,
    };
  }

  #values(workspaceId: string, stored: StoredDocument): Record<string, string> {
    return JSON.parse(this.environment(workspaceId, stored)) as Record<string, string>;
  }
}
