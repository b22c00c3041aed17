import type { ManagementCaller } from '#plugins/management-access/contract.ts';
import type { DatasetViewer } from './contract.ts';

/** Who calls with a key of knowledge bases. */
export const keyViewer: DatasetViewer = { accountId: null, name: '', seesAll: true };

/** Who calls at the console: the owner of a workspace and the management token see every base of it. */
export function viewerOf(caller: Pick<ManagementCaller, 'accountId' | 'name' | 'can'>): DatasetViewer {
  const seesAll = caller.accountId === null || caller.can('workspace.manage');
  return { accountId: caller.accountId, name: caller.name, seesAll };
}
