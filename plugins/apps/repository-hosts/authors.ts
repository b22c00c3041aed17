import type { Accounts } from '#plugins/accounts/contract.ts';
import type { ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import type { GitIdentity } from '#plugins/git/contract.ts';
import type { RepositoryPlace } from './contract.ts';

const NOBODY = 'noreply@weft.invalid';

/**
 * As whom something is committed: with the address that GitHub knows people by where they have connected their account there, else with
 * that of their account here.
 */
export async function authorOf(
  parts: { readonly accounts: Pick<Accounts, 'get'>; readonly connected: Pick<ConnectedAccounts, 'list'> },
  { workspaceId, provider, url }: Pick<RepositoryPlace, 'workspaceId' | 'provider' | 'url'>,
  who: { readonly name: string; readonly accountId: string | null },
): Promise<GitIdentity> {
  const account = who.accountId === null ? null : await parts.accounts.get(who.accountId);
  if (account === null) return { name: plain(who.name) || 'Weft', email: NOBODY };
  const name = plain(account.name) || plain(who.name) || 'Weft';
  if (provider === 'github' && new URL(url).host === 'github.com') {
    const own = await parts.connected.list(workspaceId, `account:${account.id}`);
    const there = own.find(({ provider: at, baseUrl }) => at === 'github' && baseUrl === 'https://github.com');
    if (there !== undefined && /^\d+$/.test(there.subject) && /^[A-Za-z0-9-]+$/.test(there.label)) {
      return { name, email: `${there.subject}+${there.label}@users.noreply.github.com` };
    }
  }
  return { name, email: plain(account.email) || NOBODY };
}

/** What can't end the name or the address in a commit. */
function plain(text: string): string {
  return text
    .replaceAll(/[<>\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
