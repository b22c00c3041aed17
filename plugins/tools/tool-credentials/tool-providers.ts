import { type Contributions, compileSchema, type JsonSchema, PlatformError } from '#kernel';
import type { Vault } from '#plugins/credentials/contract.ts';
import type { ListedToolProvider, Tool, ToolSource } from '#plugins/tools/contract.ts';

type Credentials = Readonly<Record<string, string>>;

/** A provider of tools: of the house (`builtin`), or of the workspace. */
export interface ToolProvider extends ListedToolProvider {
  /** null: it needs no credentials. */
  readonly credentials: JsonSchema | null;
  /** Its credentials are there and can't be opened: what sealed them is missing. */
  readonly isUnreadable: boolean;
}

/** The tools there are, as a workspace has set them up. */
export interface ToolProviders {
  /** Those of the house first, then those of the workspace, in the order of their kinds and labels. */
  list(workspaceId: string): Promise<readonly ToolProvider[]>;
  find(workspaceId: string, provider: string): Promise<Credentials | null>;
  /** Throws `tool-credentials.unknown_provider`, `tool-credentials.invalid_credentials`. */
  configure(workspaceId: string, provider: string, given: Credentials): Promise<void>;
  remove(workspaceId: string, provider: string): Promise<void>;
}

export function createToolProviders(parts: {
  readonly tools: Contributions<Tool>;
  readonly sources: Contributions<ToolSource>;
  readonly vault: Vault;
}): ToolProviders {
  const { tools, sources, vault } = parts;

  function schemaOf(provider: string): JsonSchema {
    const schema = tools
      .all()
      .find((tool) => tool.provider === provider && tool.credentials !== undefined)?.credentials;
    if (schema !== undefined) return schema;
    const message = `No installed provider of tools has the name "${provider}" and needs credentials.`;
    throw new PlatformError('not-found', 'tool-credentials.unknown_provider', message);
  }

  return {
    async list(workspaceId) {
      const [set, unreadable, listed] = await Promise.all([
        vault.all(workspaceId),
        vault.unreadable(workspaceId),
        Promise.all(sources.all().map(async (source) => (await source.list?.(workspaceId)) ?? [])),
      ]);
      const installed = [...Map.groupBy(tools.all(), (tool) => tool.provider)].map(([id, own]) => {
        const credentials = own.find((tool) => tool.credentials !== undefined)?.credentials ?? null;
        const isConfigured = credentials === null || set.has(id);
        return {
          kind: 'builtin',
          id,
          label: id,
          tools: own,
          credentials,
          isConfigured,
          isUnreadable: unreadable.has(id),
        };
      });
      const own = listed.flat().map((provider) => ({ ...provider, credentials: null, isUnreadable: false }));
      own.sort((a, b) => compare(a.kind, b.kind) || compare(a.label, b.label) || compare(a.id, b.id));
      return [...installed, ...own];
    },
    find: (workspaceId, provider) => vault.find(workspaceId, provider),
    async configure(workspaceId, provider, given) {
      const checked = checkCredentials(provider, schemaOf(provider), given);
      await vault.save(workspaceId, provider, checked);
    },
    async remove(workspaceId, provider) {
      schemaOf(provider);
      await vault.remove(workspaceId, provider);
    },
  };
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Messages name fields, never values. */
function checkCredentials(provider: string, schema: JsonSchema, given: Credentials): Credentials {
  const trimmed = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()] as const])),
  );
  // Credentials end up in headers and addresses.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  const wrong = Object.keys(trimmed).find((name) => /[\x00-\x1f\x7f]/.test(trimmed[name] ?? ''));
  if (wrong !== undefined) throw invalid(provider, wrong, 'must not hold line breaks or control characters');
  const result = compileSchema<Credentials>({ ...schema, additionalProperties: false })(trimmed);
  if (result.ok) return result.value;
  const [first] = result.errors;
  throw invalid(provider, first?.path ?? '', first?.message ?? 'is not valid');
}

function invalid(provider: string, field: string, problem: string): PlatformError {
  const message = `${provider}: ${field} ${problem}.`;
  return new PlatformError('invalid', 'tool-credentials.invalid_credentials', message, { field });
}
