import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { VectorIndexes } from '#plugins/knowledge-index/contract.ts';
import { PgvectorStore } from './pgvector-store.ts';

export const plugin = definePlugin({
  id: 'knowledge-pgvector',
  needs: { database: Database },
  setup({ services, contribute }) {
    contribute(VectorIndexes, new PgvectorStore(services.database));
  },
});
