import { type Contributions, compileSchema, type JsonSchema, PlatformError } from '#kernel';
import type { Vault } from '#plugins/credentials/contract.ts';
import type { Tool, ToolDescription } from '#plugins/tools/contract.ts';

type Credentials = Readonly<Record<string, string>>;

/** A provider of installed tools. */
export interface ToolProvider {
  readonly id: string;
  readonly tools: readonly ToolDescription[];
  /** null: it needs no credentials. */
  readonly credentials: JsonSchema | null;
  /** Needs none, or has some. */
  readonly isConfigured: boolean;
}

/** The installed tools, as a workspace has set them up. */
export interface ToolProviders {
  list(workspaceId: string): Promise<readonly ToolProvider[]>;
  find(workspaceId: string, provider: string): Promise<Credentials | null>;
  /** Throws `tool-credentials.unknown_provider`, `tool-credentials.invalid_credentials`. */
  configure(workspaceId: string, provider: string, given: Credentials): Promise<void>;
  remove(workspaceId: string, provider: string): Promise<void>;
}

export function createToolProviders(parts: {
  readonly tools: Contributions<Tool>;
  readonly vault: Vault;
}): ToolProviders {
  const { tools, vault } = parts;

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
      const set = await vault.all(workspaceId);
      return [...Map.groupBy(tools.all(), (tool) => tool.provider)].map(([id, own]) => {
        const credentials = own.find((tool) => tool.credentials !== undefined)?.credentials ?? null;
        return { id, tools: own, credentials, isConfigured: credentials === null || set.has(id) };
      });
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
