import type { RouteRequest } from '#http';
import { PlatformError } from '#kernel';
import type { Accounts } from '#plugins/accounts/contract.ts';
import type { Apps } from '#plugins/apps/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import type { ConversationLogStore } from './conversation-store.ts';
import { type AskedFilters, filtersOf, type LogFilters } from './filters.ts';
import type { MessageLogStore } from './message-store.ts';
import type { RunLogStore } from './run-store.ts';

/** What the routes of logs are made of. */
export interface LogRouteParts {
  readonly apps: Apps;
  readonly endUsers: EndUsers;
  readonly accounts: Pick<Accounts, 'of'>;
  readonly runs: Runs;
  readonly runLogs: RunLogStore;
  readonly conversations: ConversationLogStore;
  readonly messages: MessageLogStore;
}

/** A request of a route below an app. */
export type AppRequest = RouteRequest<ManagementCaller, unknown, unknown, 'app_id'>;

/** The app of a request. Throws `apps.not_found`. */
export async function placeOf(
  { apps }: Pick<LogRouteParts, 'apps'>,
  { principal: { workspaceId }, params }: AppRequest,
) {
  const { id } = await apps.get(workspaceId, params.app_id);
  return { workspaceId, appId: id };
}

/** What a request chooses. Throws `apps.not_found` and `logs.invalid_range`. */
export async function readFilters(parts: LogRouteParts, request: AppRequest, asked: AskedFilters): Promise<LogFilters> {
  return filtersOf(parts.endUsers, await placeOf(parts, request), asked);
}

/** A question that has no letter and no digit. */
export function nothingToSearch(): PlatformError {
  const message = '`search` has no word in it: name some letters or digits that occur in what you look for.';
  return new PlatformError('invalid', 'logs.nothing_to_search', message);
}
