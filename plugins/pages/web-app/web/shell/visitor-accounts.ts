import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type Api, callsOf, readStored, writeStored } from '#plugins/ui/web/contract.ts';

export type VisitorAccount = Schemas['VisitorAccount'];

const all = '/web/api/connected-accounts';

export interface VisitorAccountsState {
  /** Files can be picked at Google Drive. */
  readonly hasPicker: boolean;
  readonly accounts: readonly VisitorAccount[];
}

const nothing: VisitorAccountsState = { hasPicker: false, accounts: [] };

/** Accounts at other services that a visitor has connected in an app, and the files they pick there. */
export class VisitorAccounts {
  readonly #call: ReturnType<typeof callsOf>;
  readonly #place: string;
  readonly #listeners = new Set<() => void>();
  #state = nothing;
  #loading: Promise<void> | undefined;

  /** `api`: of the page's own origin, for what binds the browser is kept there. `place`: where it remembers that there are some. */
  constructor(api: Api, place: string) {
    this.#call = callsOf(api);
    this.#place = place;
  }

  /** Asks for them: somebody may want to pick files. */
  readonly subscribe = (listener: () => void): (() => void) => {
    // Nobody waits for it: a page without it is whole.
    this.#loading ??= this.load().catch(() => {});
    return this.#heard(listener);
  };

  /** Asks only where there were some before. */
  readonly known = (listener: () => void): (() => void) =>
    readStored<boolean>(this.#place) === true ? this.subscribe(listener) : this.#heard(listener);

  readonly snapshot = (): VisitorAccountsState => this.#state;

  async load(): Promise<void> {
    const { picker, data } = await this.#call.get(all);
    this.#state = { hasPicker: picker, accounts: data };
    writeStored(this.#place, data.length > 0 ? true : null);
    for (const listener of this.#listeners) listener();
  }

  #heard(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async disconnect(id: string): Promise<void> {
    await this.#call.delete(`${all}/{id}`, { path: { id }, retry: false });
    await this.load();
  }

  /** Where the browser goes to connect one, or to pick files with it. */
  async begin(returnTo: string, picking: boolean): Promise<string> {
    return (await this.#call.post(`${all}/connect`, { body: { return_to: returnTo, picking }, retry: false })).url;
  }

  /** Makes an upload of a picked file. */
  async fetch(account: string, file: string, signal: AbortSignal) {
    const body = { file_id: file };
    try {
      return await this.#call.post(`${all}/{id}/files`, { path: { id: account }, body, signal, retry: false });
    } catch (error) {
      // It may have told that the account stands still.
      void this.load().catch(() => {});
      throw error;
    }
  }
}
