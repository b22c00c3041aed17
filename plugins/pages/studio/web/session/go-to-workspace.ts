import { call } from './console-api.ts';

/** Goes to another workspace of the person, at an address: all that was asked for was of the one before. */
export async function goToWorkspace(id: string, address: string): Promise<void> {
  await call.post('/console/api/workspaces/{workspace_id}/use', { path: { workspace_id: id } });
  location.assign(address);
}
