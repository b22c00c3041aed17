import type { GuardedRequest } from '#http';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import { endUserId } from '#plugins/end-users/contract.ts';

/** Routes that have models called without a run. */
const costly = /^\/v1\/(?:audio-to-text|text-to-audio|messages\/[^/]+\/suggested|conversations\/[^/]+\/name)$/;

/** Who makes a call that costs, if it is a visitor of a web app. */
export function visitorCall({ path, principal }: GuardedRequest) {
  const { workspaceId, appId, visitor } = principal as Partial<AppCaller>;
  if (
    visitor === undefined ||
    visitor.isExempt ||
    workspaceId === undefined ||
    appId === undefined ||
    !costly.test(path)
  )
    return null;
  const id = endUserId({ appId, type: 'web-app', sessionId: visitor.id });
  return { workspaceId, appId, createdBy: { role: 'end_user', id }, visitorAddress: visitor.address } as const;
}
