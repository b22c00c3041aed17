import type { RunDetail } from '#plugins/runs/contract.ts';
import type { McpServer } from './contract.ts';

/** On whose behalf the workspace's own authorisation speaks. */
export const WORKSPACE = 'workspace';

/** Whoever started a run. */
export function subjectOfRun({ createdBy: { role, id } }: Pick<RunDetail, 'createdBy'>): string {
  return `${role}:${id}`;
}

/** Whoever uses the console; the management token speaks for the workspace. */
export function subjectOfCaller(caller: { readonly accountId: string | null }): string {
  return caller.accountId === null ? WORKSPACE : `account:${caller.accountId}`;
}

/** Whose authorisation counts where a subject calls a server. */
export function subjectFor({ isPerUser }: Pick<McpServer, 'isPerUser'>, subject: string): string {
  return isPerUser ? subject : WORKSPACE;
}
