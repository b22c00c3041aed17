import { Routes } from '#http';
import { definePlugin, optional } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Conversations } from '#plugins/conversations/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { Feedbacks } from '#plugins/feedbacks/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { HumanInput } from '#plugins/human-input/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { Suggestions } from '#plugins/suggestions/contract.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { variableRoutes } from './variable-routes.ts';

/** Everything under `/v1` that is about what was said and run before. */
export const plugin = definePlugin({
  id: 'history-api',
  needs: {
    apps: Apps,
    runs: Runs,
    endUsers: EndUsers,
    files: StoredFiles,
    conversations: Conversations,
    forms: optional(HumanInput),
    feedbacks: Feedbacks,
    suggestions: optional(Suggestions),
  },
  setup({ services, contribute }) {
    contribute(Routes, ...historyRoutes(services), ...conversationRoutes(services), ...variableRoutes(services));
    contribute(Routes, ...messageRoutes(services));
  },
});
