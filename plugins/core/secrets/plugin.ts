import { type ConfigSection, definePlugin, KernelInfo } from '#kernel';
import { KeyRing, Secrets } from './contract.ts';
import { loadMasterKeys } from './master-key.ts';
import { SecretsService } from './secrets-service.ts';
import { StoredKeyRing } from './stored-key-ring.ts';

interface SecretsConfig {
  readonly key: string;
  readonly previousKeys: string;
}

const section: ConfigSection<SecretsConfig> = {
  schema: {
    type: 'object',
    properties: {
      key: {
        type: 'string',
        default: '',
        description: 'Master key, 32 random bytes as base64 or hex; without one, the key in the data folder is used.',
      },
      previousKeys: {
        type: 'string',
        default: '',
        description: 'Replaced master keys, separated by commas: they open what they sealed and seal nothing new.',
      },
    },
    additionalProperties: false,
  },
  env: { WEFT_SECRET_KEY: 'key', WEFT_PREVIOUS_SECRET_KEYS: 'previousKeys' },
  secret: ['key', 'previousKeys'],
};

export const plugin = definePlugin({
  id: 'secrets',
  needs: { kernel: KernelInfo },
  config: section,
  async setup({ services, config, provide }) {
    const options = { home: services.kernel.home, ...config };
    const secrets = new SecretsService(await loadMasterKeys(options));
    const ring = new StoredKeyRing(options, secrets);
    provide(Secrets, () => secrets);
    provide(KeyRing, () => ring);
  },
});
