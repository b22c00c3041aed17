import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Database, GroupCommit } from '#plugins/database/contract.ts';
import { AppRuns } from '#plugins/delivery-api/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { Files, StoredFiles } from '#plugins/files/contract.ts';
import { SearchSources } from '#plugins/search/contract.ts';
import { ToolSources } from '#plugins/tools/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { workflowToolSearch } from './search-source.ts';
import { WorkflowToolStore } from './store.ts';
import { toolRoutes } from './tool-routes.ts';
import { workflowToolSource } from './tool-source.ts';

/** Workflows as tools of nodes and agents. */
export const plugin = definePlugin({
  id: 'workflow-tools',
  needs: {
    apps: Apps,
    appRuns: AppRuns,
    database: Database,
    endUsers: EndUsers,
    files: Files,
    groupCommit: GroupCommit,
    storedFiles: StoredFiles,
  },
  setup({ services, contribute }) {
    const store = new WorkflowToolStore(services.database);
    contribute(ExportedTables, {
      id: 'workflow_tools',
      key: ['id'],
      columns: ['id', 'app_id', 'name', 'label', 'description', 'parameters', 'created_at', 'updated_at'],
    });
    contribute(ToolSources, workflowToolSource({ ...services, store }));
    contribute(SearchSources, workflowToolSearch(store));
    contribute(Routes, ...toolRoutes({ apps: services.apps, store }));
  },
});
