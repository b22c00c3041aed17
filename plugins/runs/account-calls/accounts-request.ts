import { setTimeout } from 'node:timers/promises';
import type { HostCall, HostCaller } from '#engine';
import { PlatformError } from '#kernel';
import {
  type AccountCall,
  type AccountCallAnswer,
  type AccountOwner,
  AccountsRequest,
  type ConnectedAccount,
  type ConnectedAccounts,
} from '#plugins/connected-accounts/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';

const LIMIT = 10_000_000;
/** Milliseconds, the last of some waits that double. */
const MAX_WAIT = 5_000;

/** Sends a request of a run with the account of whoever started it, else with the workspace's; visitors have their own or none. */
export function accountsRequest({
  accounts,
  runs,
  endUsers,
}: OwnerParts & { readonly accounts: ConnectedAccounts }): HostCall {
  return {
    id: AccountsRequest,
    async call(input, caller): Promise<AccountCallAnswer> {
      const { provider, capability, consumer, request } = input as AccountCall;
      const { workspaceId, signal } = caller;
      const owner = await ownerOf({ runs, endUsers }, caller);
      const account = await accounts.find(workspaceId, { owner, provider, capability });
      if (account === null) throw nobody(provider, owner);
      const use = { workspaceId, accountId: account.id, capability, onBehalfOf: owner, consumer };
      const answer = await accounts.request(use, { ...request, url: addressOf(account, request.url), signal });
      return { status: answer.status, headers: answer.headers, body: await answer.bytes(LIMIT) };
    },
  };
}

interface OwnerParts {
  readonly runs: Runs;
  readonly endUsers: EndUsers;
}

/**
 * Triggers and schedules are nobody: what they start works with accounts of the workspace. A run that has just begun may not be
 * written yet; it is nobody's for that in no case, or a visitor would work with an account of the workspace.
 */
async function ownerOf(
  { runs, endUsers }: OwnerParts,
  { workspaceId, runId, signal }: HostCaller,
): Promise<AccountOwner> {
  for (let wait = 10; wait < MAX_WAIT; wait *= 2) {
    const run = await runs.summary(workspaceId, runId);
    if (run !== null) {
      const { role, id } = run.createdBy;
      if (role === 'account') return `account:${id}`;
      // Whoever runs an app in the console is one of its users there, and the member they are.
      const [user] = await endUsers.find(workspaceId, run.appId, [id]);
      if (user?.type === 'console' || user?.type === 'debugging') return `account:${user.sessionId}`;
      return user?.type === 'trigger' ? 'workspace' : `end_user:${id}`;
    }
    await setTimeout(wait, undefined, { signal });
  }
  throw new PlatformError('unavailable', 'account-calls.no_run', 'The run is not known yet; try again in a moment.');
}

/** `drive:/files` is a path of one of the service's interfaces. */
function addressOf({ services }: ConnectedAccount, given: string): string {
  const [, name = '', path = ''] = /^([a-z]+):(\/(?!\/).*)$/.exec(given) ?? [];
  const base = services[name];
  return base === undefined ? given : `${base}${path}`;
}

function nobody(provider: string, owner: AccountOwner): PlatformError {
  const who = owner === 'workspace' ? 'An admin connects one for the workspace' : 'Connect yours';
  const message = `No account of ${provider} is connected that allows this. ${who} under Integrations, and run again.`;
  return new PlatformError('conflict', 'account-calls.no_account', message);
}
