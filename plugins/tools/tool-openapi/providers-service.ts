import type { Documents } from '#engine';
import { type Contributions, PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { AppUsingTool, ToolUser } from '#plugins/tools/contract.ts';
import { checkAddresses, checkCredentials, destinations } from './authentication.ts';
import { type ApiDocument, type KnownOperation, readApiDocument } from './document/api-document.ts';
import { checkedServer, serverUrl } from './document/servers.ts';
import {
  type ApiProviderTools,
  type ApiTool,
  type Authentication,
  CREDENTIALS_PURPOSE,
  type Credentials,
  type ServerChoice,
} from './provider.ts';
import { type DocumentSource, documentText, documentTree } from './read-document.ts';
import type { ApiToolStore, ProviderChanges } from './store.ts';

/** Providers of one workspace. */
const MAX_PROVIDERS = 100;
/** Apps that a refusal names. */
const MAX_NAMED = 10;

export interface ServiceParts {
  readonly documents: Documents;
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly store: ApiToolStore;
  readonly users: Contributions<ToolUser>;
}

/** What is given of a provider. Absent: the usual, or as it is. */
export interface ProviderGiven extends DocumentSource {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly server?: ServerChoice | undefined;
  /** Keys or names of the operations that become tools. */
  readonly operations?: readonly string[] | undefined;
  readonly authentication?: Authentication | undefined;
  /** null: forgets them. */
  readonly credentials?: Credentials | null | undefined;
}

export interface ReadDocument {
  readonly text: string;
  readonly address: string;
  readonly api: ApiDocument;
}

/** What became of an import. */
export interface Imported {
  readonly provider: ApiProviderTools;
  readonly warnings: readonly string[];
}

/** Providers of tools from OpenAPI documents. Unknown ids throw `tool-openapi.not_found`. */
export class ProvidersService {
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** Reads a document and contacts nobody but, where it lies elsewhere, its own address. */
  async preview(workspaceId: string, source: DocumentSource, signal: AbortSignal): Promise<ReadDocument> {
    return this.#read(workspaceId, source, signal, []);
  }

  list(workspaceId: string): Promise<ApiProviderTools[]> {
    return this.#parts.store.list(workspaceId);
  }

  async get(workspaceId: string, id: string): Promise<ApiProviderTools> {
    const found = await this.#parts.store.find(workspaceId, id);
    if (found === null) throw noProvider(id);
    return found;
  }

  async document(workspaceId: string, id: string): Promise<string> {
    const text = await this.#parts.store.document(workspaceId, id);
    if (text === null) throw noProvider(id);
    return text;
  }

  async create(workspaceId: string, given: ProviderGiven, signal: AbortSignal): Promise<Imported> {
    const { text, address, api } = await this.#read(workspaceId, given, signal, []);
    const server = given.server ?? { index: 0 };
    const serverUrl = serverOf(api, server);
    const authentication = given.authentication ?? { type: 'none' };
    await checkAddresses(this.#parts.egress, { serverUrl, authentication });
    const added = await this.#parts.store.add(
      workspaceId,
      {
        name: nameFor(given.name ?? api.title),
        description: given.description ?? api.description,
        document: text,
        sourceUrl: address,
        serverUrl,
        server,
        authentication,
        sealedCredentials: this.#sealed(workspaceId, authentication, given.credentials ?? null),
        sealedToken: null,
        tools: chosen(api, given.operations, () => true),
      },
      MAX_PROVIDERS,
    );
    if (added === 'taken') throw nameTaken(given.name ?? api.title);
    if (added === 'full') {
      const message = `A workspace has at most ${MAX_PROVIDERS} providers of custom tools: delete one.`;
      throw new PlatformError('conflict', 'tool-openapi.too_many', message);
    }
    return { provider: await this.get(workspaceId, added), warnings: api.warnings };
  }

  /**
   * Changes a provider; with a document, imports it anew: operations that stay keep their names and whether they are tools, new
   * ones are none until they are chosen. Throws `tool-openapi.credentials_needed` where what is kept would go elsewhere.
   */
  async change(workspaceId: string, id: string, given: ProviderGiven, signal: AbortSignal): Promise<Imported> {
    const before = await this.get(workspaceId, id);
    const known = before.tools.map(({ operation }) => operation);
    const isImport = given.document !== undefined || given.url !== undefined;
    const read = isImport
      ? await this.#read(workspaceId, given, signal, known)
      : given.server === undefined && given.operations === undefined
        ? null
        : await this.#kept(workspaceId, before, known);
    const server = given.server ?? before.provider.server;
    const authentication = given.authentication ?? before.provider.authentication;
    const isElsewhere = read !== null && (isImport || given.server !== undefined);
    const serverUrl = isElsewhere ? serverOf(read.api, server) : before.provider.serverUrl;
    const next = { serverUrl, authentication };
    if (serverUrl !== before.provider.serverUrl || given.authentication !== undefined) {
      await checkAddresses(this.#parts.egress, next);
    }
    const secrets = this.#secretChanges(workspaceId, before, next, given.credentials);
    const enabled = new Set(before.tools.filter((tool) => tool.enabled).map(({ operation }) => operation.name));
    const changes: ProviderChanges = {
      ...(given.name !== undefined && { name: nameFor(given.name) }),
      ...(given.description !== undefined && { description: given.description }),
      ...(isImport && read !== null && { document: read.text, sourceUrl: read.address }),
      ...next,
      server,
      ...secrets,
      ...(read !== null && { tools: chosen(read.api, given.operations, (name) => enabled.has(name)) }),
    };
    const outcome = await this.#parts.store.change(workspaceId, id, changes, before.provider);
    // Credentials that were set meanwhile must not come to a server that was looked at before.
    if (outcome === 'moved') return this.change(workspaceId, id, given, signal);
    if (outcome === 'gone') throw noProvider(id);
    if (outcome === 'taken') throw nameTaken(given.name ?? '');
    return { provider: await this.get(workspaceId, id), warnings: read?.api.warnings ?? [] };
  }

  /** Apps that name the provider, by its id or its name. */
  async users(workspaceId: string, id: string): Promise<AppUsingTool[]> {
    const { provider } = await this.get(workspaceId, id);
    const found = new Map<string, AppUsingTool>();
    for (const user of this.#parts.users.all()) {
      for (const name of [provider.id, provider.name]) {
        for (const app of await user.users(workspaceId, 'api', name)) found.set(app.id, app);
      }
    }
    return [...found.values()];
  }

  /** Throws `tool-openapi.in_use` where apps name it, unless that is confirmed. */
  async remove(workspaceId: string, id: string, isConfirmed: boolean): Promise<void> {
    const users = await this.users(workspaceId, id);
    if (users.length > 0 && !isConfirmed) {
      const names = users.slice(0, MAX_NAMED).map(({ name }) => `"${name}"`);
      const rest = users.length > MAX_NAMED ? ` and ${users.length - MAX_NAMED} more` : '';
      const message = `These apps use the tools and would fail: ${names.join(', ')}${rest}. Delete them all the same with confirm=true.`;
      throw new PlatformError('conflict', 'tool-openapi.in_use', message);
    }
    if (!(await this.#parts.store.remove(workspaceId, id))) throw noProvider(id);
  }

  async #read(
    workspaceId: string,
    source: DocumentSource,
    signal: AbortSignal,
    known: readonly KnownOperation[],
  ): Promise<ReadDocument> {
    const { text, address } = await documentText(this.#parts.egress, source, signal);
    return { text, address, api: await this.#api(workspaceId, text, { address, known }) };
  }

  /** What is kept, read once more. */
  async #kept(
    workspaceId: string,
    { provider }: ApiProviderTools,
    known: readonly KnownOperation[],
  ): Promise<ReadDocument> {
    const text = await this.document(workspaceId, provider.id);
    const address = provider.sourceUrl;
    return { text, address, api: await this.#api(workspaceId, text, { address, known }) };
  }

  async #api(
    workspaceId: string,
    text: string,
    from: { readonly address: string; readonly known: readonly KnownOperation[] },
  ): Promise<ApiDocument> {
    return readApiDocument(await documentTree(this.#parts.documents, text, workspaceId), from);
  }

  #sealed(workspaceId: string, authentication: Authentication, credentials: Credentials | null): string | null {
    if (credentials === null) return null;
    const checked = checkCredentials(authentication, credentials);
    if (authentication.type === 'none') return null;
    return this.#parts.secrets.seal(workspaceId, CREDENTIALS_PURPOSE, JSON.stringify(checked));
  }

  #secretChanges(
    workspaceId: string,
    { provider }: ApiProviderTools,
    next: { readonly serverUrl: string; readonly authentication: Authentication },
    credentials: Credentials | null | undefined,
  ): Pick<ProviderChanges, 'sealedCredentials' | 'sealedToken'> {
    const isSame = destinations(provider) === destinations(next);
    if (credentials !== undefined) {
      return { sealedCredentials: this.#sealed(workspaceId, next.authentication, credentials), sealedToken: null };
    }
    if (next.authentication.type === 'none') return { sealedCredentials: null, sealedToken: null };
    if (isSame || provider.sealedCredentials === null) return {};
    const message =
      'The credentials that are kept were given for another server or another way of authentication: send them again, or credentials: null to forget them.';
    throw new PlatformError('conflict', 'tool-openapi.credentials_needed', message, { field: 'credentials' });
  }
}

/** The address that a choice leads to. Throws `tool-openapi.invalid_server`. */
function serverOf(api: ApiDocument, { index = 0, variables = {}, url }: ServerChoice): string {
  const server = api.servers[index];
  const found = url !== undefined ? checkedServer(url) : server === undefined ? null : serverUrl(server, variables);
  if (found !== null && found.problem === '') return found.url;
  const problem =
    found?.problem ?? `The document has no server ${index}: it has ${api.servers.length}, counted from 0.`;
  const message = `${problem} Choose a server of the document (server.index, server.variables), or say another (server.url).`;
  throw new PlatformError('invalid', 'tool-openapi.invalid_server', message, { field: 'server' });
}

function chosen(
  api: ApiDocument,
  wanted: readonly string[] | undefined,
  otherwise: (name: string) => boolean,
): ApiTool[] {
  const names = new Set(wanted);
  const unknown = wanted?.find(
    (name) => !api.operations.some((operation) => operation.key === name || operation.name === name),
  );
  if (unknown !== undefined) {
    const message = `The document has no operation ${JSON.stringify(unknown.slice(0, 100))}: name those that the preview lists.`;
    throw new PlatformError('invalid', 'tool-openapi.unknown_operation', message, { field: 'operations' });
  }
  return api.operations.map((operation) => ({
    operation,
    enabled: wanted === undefined ? otherwise(operation.name) : names.has(operation.key) || names.has(operation.name),
  }));
}

function nameFor(text: string): string {
  return text.trim().slice(0, 100) || 'API';
}

function nameTaken(name: string): PlatformError {
  const message = `There are custom tools with the name ${JSON.stringify(nameFor(name))} already: give another name, or change those.`;
  return new PlatformError('conflict', 'tool-openapi.name_taken', message, { field: 'name' });
}

export function noProvider(id: string): PlatformError {
  return new PlatformError('not-found', 'tool-openapi.not_found', `There are no custom tools with the id ${id} here.`);
}
