import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { apiRoutes } from './api-routes.ts';
import { ExternalApiUsers, ExternalKnowledge } from './contract.ts';
import { ExternalKnowledgeService, KEY_PURPOSE } from './external-knowledge-service.ts';
import { ExternalApiStore } from './store.ts';

export const plugin = definePlugin({
  id: 'external-knowledge',
  needs: { database: Database, egress: Egress, secrets: Secrets, users: ExternalApiUsers },
  provides: [ExternalKnowledge],
  setup({ services, provide, contribute }) {
    const { database, egress, secrets, users } = services;
    const store = new ExternalApiStore(database);
    const external = new ExternalKnowledgeService({ store, egress, secrets, users });
    provide(ExternalKnowledge, () => external);
    contribute(SealedColumns, sealedColumn('external_knowledge_apis.sealed_key', KEY_PURPOSE));
    contribute(ExportedTables, {
      id: 'external_knowledge_apis',
      key: ['id'],
      columns: ['id', 'name', 'endpoint', 'created_at', 'updated_at'],
    });
    contribute(Routes, ...apiRoutes(external));
  },
});
