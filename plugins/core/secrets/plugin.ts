import { definePlugin, KernelInfo } from '#kernel';
import { secretsConfig } from './configuration.ts';
import { KeyRing, Secrets } from './contract.ts';
import { loadMasterKeys } from './master-key.ts';
import { SecretsService } from './secrets-service.ts';
import { StoredKeyRing } from './stored-key-ring.ts';

export const plugin = definePlugin({
  id: 'secrets',
  needs: { kernel: KernelInfo },
  config: secretsConfig,
  async setup({ services, config, provide }) {
    const options = { home: services.kernel.home, ...config };
    const keys = await loadMasterKeys(options);
    const secrets = new SecretsService(keys);
    const ring = new StoredKeyRing(options, secrets, keys.isNew === true);
    provide(Secrets, () => secrets);
    provide(KeyRing, () => ring);
  },
});
