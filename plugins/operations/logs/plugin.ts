import { Routes } from '#http';
import { currentTime, definePlugin } from '#kernel';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { PersonalData, rowsOfRuns } from '#plugins/erasure/contract.ts';
import { Feedbacks } from '#plugins/feedbacks/contract.ts';
import { RunHooks, Runs } from '#plugins/runs/contract.ts';
import { SearchSources } from '#plugins/search/contract.ts';
import { ConversationTexts, type TextHit } from './contract.ts';
import { conversationLogRoutes } from './conversation-routes.ts';
import { ConversationLogStore } from './conversation-store.ts';
import { feedbackLogRoutes } from './feedback-routes.ts';
import { FeedbackLogStore } from './feedback-store.ts';
import { Indexer } from './indexer.ts';
import { MessageLogStore } from './message-store.ts';
import { conversationSearch } from './name-store.ts';
import { QueueStore } from './queue-store.ts';
import { runLogRoutes } from './run-routes.ts';
import { RunLogStore } from './run-store.ts';
import { SearchStore } from './search-store.ts';

/** Clocks of processes differ. */
const DAY_MS = 86_400_000;

export const plugin = definePlugin({
  id: 'logs',
  needs: { database: Database, apps: Apps, endUsers: EndUsers, runs: Runs, feedbacks: Feedbacks, accounts: Accounts },
  provides: [ConversationTexts],
  setup({ services, logger, provide, contribute, onReady, onClose }) {
    const { database, apps, endUsers, runs, feedbacks, accounts } = services;
    const queue = new QueueStore(database);
    const indexer = new Indexer(queue, logger);
    contribute(RunHooks, {
      id: 'logs',
      endWriter: {
        async aggregate(transaction, ended) {
          await queue.add(transaction, ended);
          indexer.wake();
        },
      },
      observer: { forgotten: (before) => queue.forget(before) },
    });
    // The queue first: it waits for who takes a run from it, and then the words are there.
    contribute(PersonalData, rowsOfRuns(database, { id: 'logs', by: 'run_id', tables: ['log_queue', 'log_texts'] }));
    contribute(SearchSources, conversationSearch(database));
    const search = new SearchStore(database);
    provide(ConversationTexts, () => ({
      find: async (asked) => {
        const found = await search.find({ ...asked, to: currentTime() + DAY_MS });
        return (found ?? []).filter((hit): hit is TextHit => hit.messageId !== null && hit.conversationId !== null);
      },
    }));
    const parts = {
      apps,
      endUsers,
      accounts,
      runs,
      runLogs: new RunLogStore(database, search),
      conversations: new ConversationLogStore(database, search),
      messages: new MessageLogStore(database),
    };
    const opinions = feedbackLogRoutes({ ...parts, feedbacks, feedbackLogs: new FeedbackLogStore(database) });
    contribute(Routes, ...runLogRoutes(parts), ...conversationLogRoutes(parts), ...opinions);
    onReady(async () => indexer.start());
    onClose(() => indexer.stop());
  },
});
