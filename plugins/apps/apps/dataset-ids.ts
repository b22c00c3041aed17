import { isUuid } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';

const purpose = 'dataset-ids';

/** Ids of knowledge bases on their way out of a workspace and back: base64 text only this workspace can open. */
export class DatasetIds {
  readonly #secrets: Secrets;
  readonly #workspaceId: string;
  #foreign = 0;

  constructor(secrets: Secrets, workspaceId: string) {
    this.#secrets = secrets;
    this.#workspaceId = workspaceId;
  }

  seal(id: string): string {
    return Buffer.from(this.#secrets.seal(this.#workspaceId, purpose, id)).toString('base64');
  }

  /** The id behind what was sealed here; another UUID as it is; null for what another workspace sealed. */
  open(id: string): string | null {
    if (isUuid(id)) return id;
    try {
      return this.#secrets.open(this.#workspaceId, purpose, Buffer.from(id, 'base64').toString('utf8'));
    } catch {
      this.#foreign += 1;
      return null;
    }
  }

  get warnings(): readonly string[] {
    if (this.#foreign === 0) return [];
    const count = this.#foreign === 1 ? 'A knowledge base' : `${this.#foreign} knowledge bases`;
    return [`${count} of another workspace can't be used here: left out, choose your own.`];
  }
}
