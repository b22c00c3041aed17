import { HttpServer, Routes } from '#http';
import { definePlugin, optional } from '#kernel';
import { Accounts, CurrentPlaces, Sessions, startRechecks } from '#plugins/accounts/contract.ts';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { Mail, noMail } from '#plugins/mail/contract.ts';
import { ManagementCredentials } from '#plugins/management-access/contract.ts';
import { SearchSources } from '#plugins/search/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { PlanUses, Workspaces } from '#plugins/workspaces/contract.ts';
import { MemberJoined, Members, type Membership, type OwnershipMove, OwnershipMoved, Setup } from './contract.ts';
import { CurrentWorkspace } from './current-workspace.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { InvitationStore } from './invitation-store.ts';
import { MemberCache } from './member-cache.ts';
import { memberCredential } from './member-credential.ts';
import { memberRoutes } from './member-routes.ts';
import { MemberStore } from './member-store.ts';
import { MembersService } from './members-service.ts';
import { MemberPageStore } from './page-store.ts';
import { memberSearch } from './search-source.ts';
import { SetupService, setupRoute } from './setup.ts';
import { workspaceRoutes } from './workspace-routes.ts';

/** Heard by every process when somebody's place in a workspace changed: `<workspace>/<account>`. */
const CHANNEL = 'members_changed';

export const plugin = definePlugin({
  id: 'members',
  needs: {
    database: Database,
    notifications: Notifications,
    secrets: Secrets,
    mail: optional(Mail),
    server: HttpServer,
    accounts: Accounts,
    sessions: Sessions,
    workspaces: Workspaces,
  },
  provides: [Members, Setup],
  setup({ services, logger, events, provide, contribute, onReady, onClose }) {
    const { database, notifications, secrets, mail = noMail, server, accounts, sessions, workspaces } = services;
    const store = new MemberStore(database);
    const cache = new MemberCache(store);

    async function tell(workspaceId: string, accountId: string): Promise<void> {
      // Ids of requests come in any case.
      const ids = [workspaceId.toLowerCase(), accountId.toLowerCase()] as const;
      await cache.recheck(...ids);
      await notifications.send(CHANNEL, ids.join('/'));
    }

    const joined = (membership: Membership) => events.emit(MemberJoined, membership);
    const moved = (move: OwnershipMove) => events.emit(OwnershipMoved, move);
    const invitations = new InvitationStore(database);
    const members = new MembersService({ store, invitations, accounts, secrets, workspaces, tell, joined, moved });
    provide(Members, () => members);
    contribute(PlanUses, {
      id: 'members',
      // A seat is taken as soon as somebody is asked to take it.
      used: async (workspaceId) => (await store.count(workspaceId)) + (await invitations.countOpen(workspaceId)),
    });
    contribute(SearchSources, memberSearch(store, accounts));
    const setupParts = { members, accounts, sessions, workspaces, secrets };
    const setup = new SetupService(setupParts);
    provide(Setup, () => setup);
    const current = new CurrentWorkspace({ cache, store, workspaces });
    contribute(CurrentPlaces, { id: 'members', of: (account) => current.of(account) });
    contribute(ManagementCredentials, memberCredential({ sessions, cache, store, current }));
    contribute(Routes, ...memberRoutes({ members, accounts, sessions, pages: new MemberPageStore(database) }));
    contribute(Routes, ...invitationRoutes({ members, accounts, workspaces, mail, server, logger }));
    contribute(Routes, ...workspaceRoutes({ members, accounts, workspaces, current, server }));
    contribute(Routes, setupRoute(setupParts, setup));
    onReady(() => {
      const failed = (error: unknown) => logger.warn({ err: error }, 'memberships were not looked at again');
      const unlisten = notifications.listen(CHANNEL, (payload) => {
        const [workspaceId = '', accountId = ''] = payload.split('/');
        cache.recheck(workspaceId, accountId).catch(failed);
      });
      onClose(startRechecks(() => cache.recheckListeners(), failed));
      onClose(unlisten);
    });
  },
});
