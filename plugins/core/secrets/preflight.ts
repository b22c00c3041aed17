import { definePlugin, KernelInfo } from '#kernel';
import { secretsConfig } from './configuration.ts';
import { KeyRing } from './contract.ts';
import { findMasterKeys } from './master-key.ts';
import { SecretsService } from './secrets-service.ts';
import { StoredKeyRing } from './stored-key-ring.ts';

export const preflight = definePlugin({
  id: 'secrets',
  needs: { kernel: KernelInfo },
  config: secretsConfig,
  async setup({ services, config, provide }) {
    const options = { home: services.kernel.home, ...config };
    const keys = await findMasterKeys(options);
    provide(KeyRing, () => new StoredKeyRing(options, new SecretsService(keys), keys.isNew === true));
  },
});
