import { type Secrets, sealedColumn } from '#plugins/secrets/contract.ts';

/** Purposes of the seals, by what is sealed. */
const purposes = {
  grant: 'connected-accounts.grant',
  attempt: 'connected-accounts.attempt',
  client: 'connected-accounts.client',
} as const;

export const sealedColumns = [
  sealedColumn('connected_account_grants.sealed', purposes.grant),
  sealedColumn('connected_account_attempts.sealed', purposes.attempt, { key: ['state_hash'] }),
  sealedColumn('connected_account_clients.sealed', purposes.client),
];

/** Seals and opens what of accounts is secret. */
export class Sealed {
  readonly #secrets: Pick<Secrets, 'seal' | 'open'>;

  constructor(secrets: Pick<Secrets, 'seal' | 'open'>) {
    this.#secrets = secrets;
  }

  seal(workspaceId: string, part: keyof typeof purposes, value: unknown): string {
    return this.#secrets.seal(workspaceId, purposes[part], JSON.stringify(value));
  }

  /** Throws `secrets.secret_unreadable`. */
  open<T>(workspaceId: string, part: keyof typeof purposes, sealed: string): T {
    return JSON.parse(this.#secrets.open(workspaceId, purposes[part], sealed)) as T;
  }
}
