import { namedId } from '#kernel';
import type { EndUserType } from './contract.ts';

/** The id of an end user, whether or not they have ever come. */
export function endUserId(user: {
  readonly appId: string;
  readonly type: EndUserType;
  readonly sessionId: string;
}): string {
  return namedId(`${user.type}:${user.sessionId}`, user.appId);
}
