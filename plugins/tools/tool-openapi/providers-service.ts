import { type Contributions, PlatformError } from '#kernel';
import type { ContentThreads } from '#plugins/content-threads/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { AppUsingTool, ToolUser } from '#plugins/tools/contract.ts';
import { checkAddresses, checkCredentials, destinations } from './authentication.ts';
import type { KnownOperation } from './document/api-document.ts';
import { checkedServer, serverUrl } from './document/servers.ts';
import {
  type ApiProvider,
  type ApiProviderTools,
  type Authentication,
  CREDENTIALS_PURPOSE,
  type Credentials,
  type ServerChoice,
  TOKEN_PURPOSE,
} from './provider.ts';
import { type DocumentSource, documentSent, readDocument } from './read-document.ts';
import type { ReadDocument, ReadOperation, ReadWork } from './read-task.ts';
import type { ApiToolStore, NewTool, ProviderChanges } from './store.ts';

/** Providers of one workspace. */
const MAX_PROVIDERS = 100;
/** Tools of one provider; a document may have more operations to choose from. */
export const MAX_TOOLS = 500;
/** Apps that a refusal names. */
const MAX_NAMED = 10;

export interface ServiceParts {
  readonly threads: ContentThreads;
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

/** `address`: where it was fetched; '' when it was sent. */
export interface FoundDocument extends ReadDocument {
  readonly address: string;
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
  async preview(workspaceId: string, source: DocumentSource, signal: AbortSignal): Promise<FoundDocument> {
    return this.#read(workspaceId, source, { signal, known: [], purpose: 'preview' });
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
    const read = await this.#read(workspaceId, given, { signal, known: [], purpose: 'import' });
    const { text, address, api, operations } = read;
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
        tools: chosen(operations, given.operations, (_, index) => index < MAX_TOOLS),
      },
      MAX_PROVIDERS,
    );
    if (added === 'taken') throw nameTaken(given.name ?? api.title);
    if (added === 'full') {
      const message = `A workspace has at most ${MAX_PROVIDERS} providers of custom tools: delete one.`;
      throw new PlatformError('conflict', 'tool-openapi.too_many', message);
    }
    const left = operations.length > MAX_TOOLS && given.operations === undefined ? [manyOperations(operations)] : [];
    return { provider: await this.get(workspaceId, added), warnings: [...api.warnings, ...left] };
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
      ? await this.#read(workspaceId, given, { signal, known, purpose: 'import' })
      : given.server === undefined && given.operations === undefined
        ? null
        : await this.#kept(workspaceId, before, { signal, known });
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
      ...(read !== null && { tools: chosen(read.operations, given.operations, ({ name }) => enabled.has(name)) }),
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
    { signal, ...reading }: Pick<ReadWork, 'known' | 'purpose'> & { readonly signal: AbortSignal },
  ): Promise<FoundDocument> {
    const { sent, address } = await documentSent(this.#parts.egress, source, signal);
    const read = await readDocument(this.#parts.threads, { ...sent, ...reading, address }, { workspaceId, signal });
    return { ...read, address };
  }

  /** What is kept, read once more. */
  async #kept(
    workspaceId: string,
    { provider }: ApiProviderTools,
    { signal, known }: { readonly signal: AbortSignal; readonly known: readonly KnownOperation[] },
  ): Promise<FoundDocument> {
    const address = provider.sourceUrl;
    const work = { content: await this.document(workspaceId, provider.id), address, known, purpose: 'import' } as const;
    return { ...(await readDocument(this.#parts.threads, work, { workspaceId, signal })), address };
  }

  #sealed(workspaceId: string, authentication: Authentication, credentials: Credentials | null): string | null {
    if (credentials === null) return null;
    const checked = checkCredentials(authentication, credentials);
    if (authentication.type === 'none') return null;
    return this.#parts.secrets.seal(workspaceId, CREDENTIALS_PURPOSE, JSON.stringify(checked));
  }

  /** Whether credentials of a provider are there and can't be opened: what sealed them is missing. */
  isUnreadable(workspaceId: string, { sealedCredentials, sealedToken }: ApiProvider): boolean {
    try {
      if (sealedCredentials !== null) this.#parts.secrets.open(workspaceId, CREDENTIALS_PURPOSE, sealedCredentials);
      if (sealedToken !== null) this.#parts.secrets.open(workspaceId, TOKEN_PURPOSE, sealedToken);
      return false;
    } catch {
      return true;
    }
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
function serverOf(api: FoundDocument['api'], { index = 0, variables = {}, url }: ServerChoice): string {
  const server = api.servers[index];
  const found = url !== undefined ? checkedServer(url) : server === undefined ? null : serverUrl(server, variables);
  if (found !== null && found.problem === '') return found.url;
  const problem =
    found?.problem ?? `The document has no server ${index}: it has ${api.servers.length}, counted from 0.`;
  const message = `${problem} Choose a server of the document (server.index, server.variables), or say another (server.url).`;
  throw new PlatformError('invalid', 'tool-openapi.invalid_server', message, { field: 'server' });
}

function chosen(
  operations: readonly ReadOperation[],
  wanted: readonly string[] | undefined,
  otherwise: (operation: ReadOperation, index: number) => boolean,
): NewTool[] {
  const names = new Set(wanted);
  const all = new Set(operations.flatMap(({ key, name }) => [key, name]));
  const unknown = wanted?.find((name) => !all.has(name));
  if (unknown !== undefined) {
    const message = `The document has no operation ${JSON.stringify(unknown.slice(0, 100))}: name those that the preview lists.`;
    throw new PlatformError('invalid', 'tool-openapi.unknown_operation', message, { field: 'operations' });
  }
  return operations.map((operation, index) => ({
    ...operation,
    enabled: wanted === undefined ? otherwise(operation, index) : names.has(operation.key) || names.has(operation.name),
  }));
}

function manyOperations({ length }: readonly ReadOperation[]): string {
  return `The document has ${length} operations, and the first ${MAX_TOOLS} became tools: choose those that you need.`;
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
