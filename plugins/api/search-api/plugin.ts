import { Routes } from '#http';
import { definePlugin, optional } from '#kernel';
import { Conversations } from '#plugins/conversations/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { ConversationTexts } from '#plugins/logs/contract.ts';
import { searchRoutes } from './search-routes.ts';

/** Search of end users in what was said in their conversations. */
export const plugin = definePlugin({
  id: 'search-api',
  needs: {
    endUsers: EndUsers,
    conversations: Conversations,
    files: StoredFiles,
    texts: optional(ConversationTexts),
  },
  setup({ services, contribute }) {
    contribute(Routes, ...searchRoutes(services));
  },
});
