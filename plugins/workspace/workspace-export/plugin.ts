import { bytesAnswer, Routes, route } from '#http';
import { definePlugin } from '#kernel';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { ExportedFiles, ExportedTables } from './contract.ts';
import { ExportService } from './export-service.ts';
import { ExportStore } from './export-store.ts';

export const plugin = definePlugin({
  id: 'workspace-export',
  needs: {
    database: Database,
    tables: ExportedTables,
    workspaces: Workspaces,
    members: Members,
    accounts: Accounts,
    sources: ExportedFiles,
  },
  setup({ services, contribute }) {
    const { database, ...parts } = services;
    const exports = new ExportService({ ...parts, store: new ExportStore(database) });
    contribute(
      Routes,
      route({
        id: 'workspace-export.export',
        // No GET: the audit log tells of it, and no address that is called by chance starts it.
        method: 'POST',
        path: '/console/api/workspace/export',
        access: ManagementAccess,
        permission: 'workspace.own',
        summary: 'Export the contents of the workspace as an archive, without secrets',
        audit: 'path',
        docs: {
          tag: 'Workspace',
          answers: {
            200: bytesAnswer(
              'An archive with apps as documents, and settings, members and tables as JSON Lines.',
              'application/zip',
            ),
          },
          errors: { 409: ['busy'] },
        },
        handle({ principal: { workspaceId } }) {
          exports.assertFree(workspaceId);
          const headers = {
            'Content-Disposition': `attachment; filename="workspace-${workspaceId}.zip"`,
            'Cache-Control': 'no-store',
          };
          const stream = exports.archive(workspaceId);
          return { status: 200, headers, body: { kind: 'bytes', stream, contentType: 'application/zip' } };
        },
      }),
    );
  },
});
