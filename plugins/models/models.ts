import { type Contributions, PlatformError } from '../../kernel/index.ts';
import type { Egress } from '../egress/contract.ts';
import { describeModel, findProvider, notConfigured, notInstalled } from './catalogue.ts';
import type { ModelProvider, ModelReference, Models, ResolvedModel } from './contract.ts';
import { checkCredentials, maskCredentials } from './credentials.ts';
import { createLoader } from './loader.ts';
import { withOwnPrice } from './prices.ts';
import type { Vault } from './vault.ts';

export interface ModelsParts {
  readonly installed: Contributions<ModelProvider>;
  readonly vault: Vault;
  readonly egress: Egress;
}

/** The service with what the host call needs besides. */
export interface ModelsService extends Models {
  resolve(workspaceId: string, reference: ModelReference): Promise<ResolvedModel>;
}

/** How long `test` may take, in milliseconds. */
const TEST_TIMEOUT = 30_000;

export function createModels({ installed, vault, egress }: ModelsParts): ModelsService {
  const loader = createLoader();

  function known(name: string): ModelProvider {
    const provider = findProvider(installed, name);
    if (provider !== null) return provider;
    throw new PlatformError('not-found', 'models.unknown_provider', `The model provider "${name}" is not installed.`);
  }

  async function resolve(workspaceId: string, reference: ModelReference): Promise<ResolvedModel> {
    const provider = findProvider(installed, reference.provider);
    if (provider === null) throw notInstalled(reference.provider);
    const credentials = await vault.find(workspaceId, provider.id);
    if (credentials === null && provider.keyless !== true) throw notConfigured(provider);
    const description = withOwnPrice(describeModel(provider, reference), credentials ?? {});
    return { provider: provider.id, module: provider.module.href, credentials: credentials ?? {}, description };
  }

  return {
    resolve,
    async providers(workspaceId) {
      const stored = await vault.all(workspaceId);
      return installed.all().map((provider) => {
        const credentials = stored.get(provider.id);
        return {
          id: provider.id,
          label: provider.label,
          configured: credentials !== undefined || provider.keyless === true,
          credentialsSchema: provider.credentials,
          credentials: maskCredentials(provider, credentials ?? {}),
          models: provider.models.map((model) => withOwnPrice(model, credentials ?? {})),
        };
      });
    },
    async configure(workspaceId, name, credentials) {
      const provider = known(name);
      await vault.save(workspaceId, provider.id, checkCredentials(provider, credentials));
    },
    async remove(workspaceId, name) {
      await vault.remove(workspaceId, known(name).id);
    },
    async test(workspaceId, name, credentials) {
      const provider = known(name);
      const stored = credentials === undefined ? await vault.find(workspaceId, provider.id) : null;
      if (credentials === undefined && stored === null && provider.keyless !== true) throw notConfigured(provider);
      const used = stored ?? checkCredentials(provider, credentials ?? {});
      const implementation = await loader.implementation(provider.module.href);
      await implementation.test(used, { egress }, AbortSignal.timeout(TEST_TIMEOUT));
    },
    async model(workspaceId, type, name) {
      const resolved = await resolve(workspaceId, { type, ...name });
      return {
        provider: resolved.provider,
        description: resolved.description,
        model: await loader.model(resolved, type, { egress }),
      };
    },
  };
}
