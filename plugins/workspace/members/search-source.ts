import type { Accounts } from '#plugins/accounts/contract.ts';
import type { SearchSource } from '#plugins/search/contract.ts';
import type { MemberStore } from './member-store.ts';

/** Members as the search finds them, by name or address. */
export function memberSearch(store: MemberStore, accounts: Pick<Accounts, 'of'>): SearchSource {
  return {
    id: 'member',
    kind: 'member',
    permission: 'apps.use',
    async read({ workspaceId }, ids) {
      const members = await store.among(workspaceId, ids);
      const people = await accounts.of(members);
      return people.map(({ id, name, email }) => ({
        ...{ id, name: name || email, about: email },
        path: `/members?q=${encodeURIComponent(email)}`,
      }));
    },
  };
}
