import type { ApiDocument } from './document/api-document.ts';
import { serverUrl } from './document/servers.ts';
import type { Operation } from './operation.ts';
import { type ApiProviderTools, credentialFields, isConfigured } from './provider.ts';
import type { Imported } from './providers-service.ts';

const seconds = (at: number) => Math.floor(at / 1000);

function operationItem({ key, name, method, path, summary, description, parameters, deprecated, server }: Operation) {
  return { key, name, method, path, summary, description, parameters, deprecated, server };
}

/** What an import would make. */
export function previewItem({
  version,
  title,
  description,
  servers,
  authentications,
  operations,
  warnings,
}: ApiDocument) {
  return {
    version,
    title,
    description,
    servers: servers.map((server, index) => {
      const { url, problem } = serverUrl(server, {});
      const { url: template, description: about, variables } = server;
      return { index, template, url, problem, description: about, variables };
    }),
    authentications: authentications.map(({ scheme, description: about, offer }) => ({
      scheme,
      description: about,
      authentication: offer,
    })),
    operations: operations.map(operationItem),
    warnings,
  };
}

/** A provider as lists show it. */
export function providerItem({ provider, tools }: ApiProviderTools) {
  const { id, name, description, sourceUrl, serverUrl: url, server, authentication, sealedCredentials } = provider;
  const { required, optional } = credentialFields(authentication);
  return {
    id,
    name,
    description,
    source_url: sourceUrl,
    server_url: url,
    server,
    authentication,
    credential_fields: [...required, ...optional],
    has_credentials: sealedCredentials !== null,
    configured: isConfigured(provider),
    tools: tools.filter(({ enabled }) => enabled).length,
    operations: tools.length,
    created_at: seconds(provider.createdAt),
    updated_at: seconds(provider.updatedAt),
  };
}

/** With its operations. */
export function wholeItem(found: ApiProviderTools) {
  const tool_list = found.tools.map(({ enabled, operation }) => ({ ...operationItem(operation), enabled }));
  return { ...providerItem(found), tool_list };
}

export function importedItem({ provider, warnings }: Imported) {
  return { ...wholeItem(provider), warnings };
}
