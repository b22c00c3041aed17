import type { ManagementCaller } from '#plugins/management-access/contract.ts';
import { endUserId } from './end-user-id.ts';

/** Whom a caller is among the users of an app when they run it in the console; null: the management token, who is nobody. */
export function consoleUserId({ accountId }: ManagementCaller, appId: string): string | null {
  return accountId === null ? null : endUserId({ appId, type: 'console', sessionId: accountId });
}

/** What is asked of a run (`RunSummary`). */
interface StartedRun {
  readonly appId: string;
  readonly createdBy: { readonly role: string; readonly id: string };
}

/** Whether a caller started a run in the console. */
export function isOwnRun(caller: ManagementCaller, { appId, createdBy }: StartedRun): boolean {
  return createdBy.role === 'end_user' && createdBy.id === consoleUserId(caller, appId);
}
