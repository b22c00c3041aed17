import type { ExportedFile, ExportedFileSource } from '#plugins/workspace-export/contract.ts';
import type { Apps } from './contract.ts';

/** The apps of a workspace, as documents, in the export of the workspace. */
export function exportedDocuments(apps: Pick<Apps, 'list' | 'export'>): ExportedFileSource {
  return {
    id: 'apps',
    async *files(workspaceId): AsyncIterable<ExportedFile> {
      for (const { id, name } of await apps.list(workspaceId)) {
        yield { path: `apps/${plain(name)}-${id}.yml`, content: once(() => apps.export(workspaceId, id)) };
      }
    },
  };
}

async function* once(make: () => Promise<string>): AsyncIterable<string> {
  yield await make();
}

/** Names of apps are texts of users; names of files are read by whatever unpacks them. */
function plain(name: string): string {
  const letters = name.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-');
  return letters.replace(/^-+|-+$/g, '').slice(0, 60) || 'app';
}
