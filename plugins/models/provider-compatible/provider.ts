import { PlatformError } from '#kernel';
import type { Credentials, ProviderContext, ProviderImplementation } from '#plugins/models/contract.ts';
import { authHeaders, timeoutsOf } from '#plugins/provider-http/contract.ts';
import {
  catalogueModel,
  createProtocol,
  DEFAULT_VECTORS,
  type OpenAiEndpoint,
} from '#plugins/provider-openai/contract.ts';
import { applicationSigner, isByApplication } from './azure.ts';
import type { CompatibleRow } from './row.ts';
import { ROWS } from './rows.ts';

/** The field of `moduleCredentials` that tells the module which row is meant. */
export const ROW_FIELD = 'provider_row';

const byId = new Map(ROWS.map((row) => [row.id, row]));

function rowOf(credentials: Credentials): CompatibleRow {
  const row = byId.get(credentials[ROW_FIELD] ?? '');
  if (row !== undefined) return row;
  throw new PlatformError(
    'invalid',
    'models.provider_not_initialize',
    'The provider has no row among those of provider-compatible. Choose another provider.',
  );
}

function endpointOf(credentials: Credentials, { egress }: ProviderContext): OpenAiEndpoint {
  const row = rowOf(credentials);
  const key = credentials[row.key];
  const isAzure = row.id === 'azure_openai';
  const isSigned = isAzure && isByApplication(credentials);
  const secrets = [key, credentials.azure_client_secret].filter((text) => text !== undefined && text !== '');
  return {
    provider: row.label,
    base: row.base(credentials),
    headers: isSigned ? [] : authHeaders(isAzure ? 'api-key' : 'bearer', key),
    secrets: secrets as readonly string[],
    isCompletion: credentials.mode === 'completion',
    protocol: 'chat',
    isOpenAi: false,
    hasStreamOptions: row.hasNoStreamOptions !== true,
    takesUser: row.takesUser === true,
    vectors: { ...DEFAULT_VECTORS, ...row.vectors },
    batchOf: (model) => catalogueModel(row.id, model)?.maxBatch,
    ...(row.parameter === undefined ? {} : { parameter: row.parameter }),
    ...(row.voice === undefined ? {} : { voice: row.voice }),
    ...timeoutsOf(credentials),
    ...row.more?.(credentials),
    ...(isSigned ? { sign: applicationSigner(credentials, egress) } : {}),
  };
}

/** All rows: one module, told by `provider_row` which it is. */
export const provider: ProviderImplementation = createProtocol(endpointOf, {
  types: (credentials) => rowOf(credentials).types,
  trial: (credentials) => rowOf(credentials).trial ?? { by: 'list' },
});
