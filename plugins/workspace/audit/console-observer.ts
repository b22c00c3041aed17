import { type AnswerObserver, type ObservedAnswer, recordable } from '#http';
import { AccountAccess, type AccountCaller } from '#plugins/accounts/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Recorder } from './recorder.ts';

const MAX_CHARACTERS = 500;
/** What opens something by being known. No route has such a parameter or names such a field; should one, it is not kept. */
const secret = /(?:^|[._])(?:token|secret|password|credentials|api_key|code)(?:$|\.)/;

/**
 * Records what is changed through the console: in a workspace by whoever manages it, and by people on
 * themselves, for themselves.
 */
export function consoleObserver(recorder: Recorder): AnswerObserver {
  return {
    id: 'audit.console',
    observes({ id, method, access }) {
      if (method === 'GET') return false;
      if (access.authenticator === ManagementAccess.authenticator) return true;
      // What else people do for themselves (joining, choosing a workspace) is told by the workspaces.
      return (
        access.authenticator === AccountAccess.authenticator &&
        /^(?:accounts\.|avatars\.|mcp-oauth\.|sso\.confirm-link$)/.test(id)
      );
    },
    answered(answer) {
      const { principal, status, route } = answer;
      if (principal === null || status >= 400) return;
      if (route.access.authenticator === ManagementAccess.authenticator) {
        const { workspaceId, accountId, name: actor } = principal as ManagementCaller;
        recorder.record({ ...factsOf(answer), workspaceId, accountId, actor });
        return;
      }
      const { id: accountId, email: actor } = (principal as AccountCaller).account;
      recorder.recordOwn({ ...factsOf(answer), accountId, actor });
    },
  };
}

function factsOf({ route, params, address, requestId, status, details }: ObservedAnswer) {
  const { id: action, summary } = route;
  return {
    action,
    summary,
    targets: withoutSecrets(params),
    details: withoutSecrets(details()),
    address,
    requestId,
    status,
  };
}

function withoutSecrets(values: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(values).filter(([name]) => !secret.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, recordable(value, MAX_CHARACTERS)]));
}
