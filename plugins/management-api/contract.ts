import { type Access, access, type Principal } from '../../http/contract.ts';

/**
 * Whoever holds the installation's management token (`<home>/management-token`, mode 0600): the command line on the
 * server's machine, until accounts and personal keys exist. Acts on the first workspace.
 */
export interface ManagementCaller extends Principal {
  readonly workspaceId: string;
}

/** Access of the routes under `/console/api`. */
export const ManagementAccess: Access<ManagementCaller> = access<ManagementCaller>('management-token');
