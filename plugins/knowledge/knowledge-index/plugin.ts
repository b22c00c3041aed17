import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { configuration } from './configuration.ts';
import { KnowledgeIndexes, VectorIndexes } from './contract.ts';
import { FasterIndex } from './faster-index.ts';
import { IndexesService } from './indexes-service.ts';

export const plugin = definePlugin({
  id: 'knowledge-index',
  needs: { database: Database, vectorIndexes: VectorIndexes },
  config: configuration,
  setup({ services, config, logger, provide }) {
    const faster = new FasterIndex(config.vectors, () => services.vectorIndexes.all(), logger);
    const indexes = new IndexesService(services.database, faster);
    provide(KnowledgeIndexes, () => indexes);
  },
});
