import { isUuid } from '#kernel';
import type { Accounts } from '#plugins/accounts/contract.ts';

/** Who used an app, as logs know them. */
interface LoggedUser {
  readonly user: string | null;
  readonly user_type: string | null;
}

/** Those who use an app in the console are told by the ids of their accounts. */
const ofMembers = new Set(['console', 'debugging']);

/** Names of the members among these users; null: another user, or one who is gone. */
export async function memberNames(
  accounts: Pick<Accounts, 'of'>,
  users: readonly LoggedUser[],
): Promise<(user: LoggedUser) => string | null> {
  const idOf = ({ user, user_type: type }: LoggedUser) =>
    user !== null && type !== null && ofMembers.has(type) && isUuid(user) ? user : null;
  const ids = new Set(users.map(idOf).filter((id) => id !== null));
  const found = ids.size === 0 ? [] : await accounts.of([...ids]);
  const names = new Map(found.map(({ id, name, email }) => [id, name || email]));
  return (user) => names.get(idOf(user) ?? '') ?? null;
}
