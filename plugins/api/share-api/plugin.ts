import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { ConversationShares, Conversations } from '#plugins/conversations/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { SiteApps } from '#plugins/sites/contract.ts';
import { shareRoutes } from './share-routes.ts';

/** Links to conversations: made and taken back by who had them, read by who may visit the app. */
export const plugin = definePlugin({
  id: 'share-api',
  needs: {
    endUsers: EndUsers,
    conversations: Conversations,
    shares: ConversationShares,
    sites: SiteApps,
    server: HttpServer,
  },
  setup({ services, contribute }) {
    contribute(Routes, ...shareRoutes(services));
  },
});
