import { rawJson, unixSeconds } from '#http';
import { serverUrl } from './document/servers.ts';
import type { Operation } from './operation.ts';
import { type ApiProviderTools, credentialFields, isConfigured } from './provider.ts';
import type { Imported } from './providers-service.ts';
import type { ReadDocument } from './read-task.ts';
/** As it is shown. */
export function operationItem({
  key,
  name,
  method,
  path,
  summary,
  description,
  parameters,
  deprecated,
  server,
}: Operation) {
  return { key, name, method, path, summary, description, parameters, deprecated, server };
}

/** What an import would make. */
export function previewItem({ api, shown }: ReadDocument) {
  const { version, title, description, servers, authentications, warnings } = api;
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
    operations: rawJson<readonly ReturnType<typeof operationItem>[]>(shown),
    warnings,
  };
}

/** A provider as lists show it. */
export function providerItem({ provider, tools }: ApiProviderTools, isUnreadable: boolean) {
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
    configured: isConfigured(provider) && !isUnreadable,
    unreadable: isUnreadable,
    tools: tools.filter(({ enabled }) => enabled).length,
    operations: tools.length,
    created_at: unixSeconds(provider.createdAt),
    updated_at: unixSeconds(provider.updatedAt),
  };
}

/** With its operations. */
export function wholeItem(found: ApiProviderTools, isUnreadable = false) {
  const tool_list = found.tools.map(({ enabled, operation }) => ({ ...operationItem(operation), enabled }));
  return { ...providerItem(found, isUnreadable), tool_list };
}

export function importedItem({ provider, warnings }: Imported) {
  return { ...wholeItem(provider), warnings };
}
