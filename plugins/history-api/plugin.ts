import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Conversations } from '../conversations/contract.ts';
import { EndUsers } from '../end-users/contract.ts';
import { Feedbacks } from '../feedbacks/contract.ts';
import { StoredFiles } from '../files/contract.ts';
import { HumanInput } from '../human-input/contract.ts';
import { Runs } from '../runs/contract.ts';
import { Suggestions } from '../suggestions/contract.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { variableRoutes } from './variable-routes.ts';

/** Everything under `/v1` that is about what was said and run before. */
export const plugin = definePlugin({
  id: 'history-api',
  needs: {
    runs: Runs,
    endUsers: EndUsers,
    files: StoredFiles,
    conversations: Conversations,
    forms: HumanInput,
    feedbacks: Feedbacks,
    suggestions: Suggestions,
  },
  setup({ services, contribute }) {
    contribute(Routes, ...historyRoutes(services), ...conversationRoutes(services), ...variableRoutes(services));
    contribute(Routes, ...messageRoutes(services));
  },
});
