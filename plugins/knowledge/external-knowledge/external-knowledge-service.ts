import type { Contributions } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type {
  ExternalApi,
  ExternalApiSettings,
  ExternalApiUse,
  ExternalApiUser,
  ExternalKnowledge,
  ExternalQuestion,
  ExternalRecord,
} from './contract.ts';
import { endpointOf, isSameServer } from './endpoint.ts';
import { ExternalCaller } from './external-caller.ts';
import { inUse, keyNeeded, noApi, tooManyApis } from './failures.ts';
import type { ExternalApiRow, ExternalApiStore } from './store.ts';

/** What keys are sealed for. */
export const KEY_PURPOSE = 'external-knowledge.key';

/** Of a workspace. */
const MAX_APIS = 100;

interface ExternalKnowledgeParts {
  readonly store: ExternalApiStore;
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly users: Contributions<ExternalApiUser>;
}

export class ExternalKnowledgeService implements ExternalKnowledge {
  readonly #parts: ExternalKnowledgeParts;
  readonly #caller: ExternalCaller;

  constructor(parts: ExternalKnowledgeParts) {
    this.#parts = parts;
    this.#caller = new ExternalCaller(parts.egress);
  }

  async list(workspaceId: string): Promise<readonly ExternalApi[]> {
    return (await this.#parts.store.list(workspaceId)).map(toApi);
  }

  async findMany(workspaceId: string, ids: readonly string[]): Promise<readonly ExternalApi[]> {
    return (await this.#parts.store.findMany(workspaceId, ids)).map(toApi);
  }

  async get(workspaceId: string, id: string): Promise<ExternalApi> {
    return toApi(await this.#row(workspaceId, id));
  }

  async create(workspaceId: string, { name, endpoint, apiKey }: ExternalApiSettings): Promise<ExternalApi> {
    const address = await this.#checked(endpoint);
    const values = { name: name.trim(), endpoint: address, ...this.#sealed(workspaceId, apiKey) };
    const row = await this.#parts.store.add(workspaceId, values, MAX_APIS);
    if (row === null) throw tooManyApis(MAX_APIS);
    return toApi(row);
  }

  async change(workspaceId: string, id: string, settings: Partial<ExternalApiSettings>): Promise<ExternalApi> {
    const { name, endpoint, apiKey } = settings;
    const before = await this.#row(workspaceId, id);
    const address = endpoint === undefined ? before.endpoint : await this.#checked(endpoint);
    if (apiKey === undefined && !isSameServer(address, before.endpoint)) throw keyNeeded();
    const row = await this.#parts.store.change(workspaceId, id, {
      ...(name !== undefined && { name: name.trim() }),
      endpoint: address,
      ...(apiKey !== undefined && this.#sealed(workspaceId, apiKey)),
    });
    if (row === null) throw noApi();
    return toApi(row);
  }

  async delete(workspaceId: string, id: string, { isConfirmed }: { readonly isConfirmed: boolean }): Promise<void> {
    const { name } = await this.#row(workspaceId, id);
    const bases = isConfirmed ? [] : await this.uses(workspaceId, id);
    if (bases.length > 0) throw inUse(name, bases);
    if (!(await this.#parts.store.remove(workspaceId, id))) throw noApi();
  }

  async uses(workspaceId: string, id: string): Promise<readonly ExternalApiUse[]> {
    const found = await Promise.all(this.#parts.users.all().map((user) => user.usesOf(workspaceId, id)));
    return found.flat();
  }

  async retrieve(workspaceId: string, question: ExternalQuestion): Promise<readonly ExternalRecord[]> {
    const { name, endpoint, sealed_key: sealed } = await this.#row(workspaceId, question.apiId);
    const apiKey = this.#parts.secrets.open(workspaceId, KEY_PURPOSE, sealed);
    return await this.#caller.ask({ name, endpoint, apiKey }, question);
  }

  async #row(workspaceId: string, id: string): Promise<ExternalApiRow> {
    const row = await this.#parts.store.find(workspaceId, id);
    if (row === null) throw noApi();
    return row;
  }

  /** Said at once, not when the first question fails. */
  async #checked(endpoint: string): Promise<string> {
    const address = endpointOf(endpoint);
    await this.#parts.egress.check(`${address}/retrieval`);
    return address;
  }

  #sealed(workspaceId: string, apiKey: string): Pick<ExternalApiRow, 'sealed_key' | 'key_hint'> {
    const hint = apiKey.length >= 12 ? apiKey.slice(-4) : '';
    return { sealed_key: this.#parts.secrets.seal(workspaceId, KEY_PURPOSE, apiKey), key_hint: hint };
  }
}

function toApi(row: ExternalApiRow): ExternalApi {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    endpoint: row.endpoint,
    maskedKey: `********${row.key_hint}`,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
