import { definePlugin } from '#kernel';
import { ContentThreads } from '#plugins/content-threads/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { configuration } from './configuration.ts';
import { KnowledgeIndexes, VectorIndexes } from './contract.ts';
import { FasterIndex } from './faster-index.ts';
import { IndexesService } from './indexes-service.ts';

export const plugin = definePlugin({
  id: 'knowledge-index',
  needs: { database: Database, threads: ContentThreads, vectorIndexes: VectorIndexes },
  config: configuration,
  setup({ services, config, logger, provide, onReady }) {
    const faster = new FasterIndex(config.vectors, () => services.vectorIndexes.all(), logger);
    const indexes = new IndexesService(services.database, faster, services.threads);
    provide(KnowledgeIndexes, () => indexes);
    // Now, for it asks the database: whoever asks in the middle of a transaction may not wait for that.
    onReady(async () => {
      await faster.index();
    });
  },
});
