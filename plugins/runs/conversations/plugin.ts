import { Documents, HostCalls } from '#engine';
import { definePlugin } from '#kernel';
import { Database, entry, withRetry } from '#plugins/database/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { RunHooks } from '#plugins/runs/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { BegunBranches } from './branches.ts';
import { ChangeStore } from './change-store.ts';
import { ConversationHistory, ConversationShares, Conversations, type HistoryRequest } from './contract.ts';
import { ErasureStore } from './erasure-store.ts';
import { exportedTables } from './exported-tables.ts';
import { FindStore } from './find-store.ts';
import { ShareStore } from './share-store.ts';
import { abandonedSink, conversationSink, messageSink, variableSink } from './sink-store.ts';
import { ConversationStore } from './store.ts';

export const plugin = definePlugin({
  id: 'conversations',
  needs: { database: Database, documents: Documents },
  provides: [Conversations, ConversationShares],
  setup({ services, provide, contribute }) {
    const store = new ConversationStore(services.database);
    const finder = new FindStore(services.database);
    const changes = new ChangeStore(services.database);
    const branches = new BegunBranches();
    const shares = new ShareStore(services.database);
    provide(ConversationShares, () => shares);
    provide(Conversations, () => ({
      variableBytes: services.documents.limits.variableBytes,
      find: (owner, id) => store.find(owner, id),
      variables: (workspaceId, id) => store.variables(workspaceId, id),
      setVariable: (workspaceId, id, variable) => changes.setVariable(workspaceId, id, variable),
      rename: (owner, id, name, options) => changes.rename(owner, id, name, options),
      pin: (owner, id, isPinned) => changes.pin(owner, id, isPinned),
      archive: (owner, id, isArchived) => changes.archive(owner, id, isArchived),
      async remove(owner, id) {
        const isRemoved = await changes.remove(owner, id);
        if (isRemoved) await shares.removeOf(owner.workspaceId, id);
        return isRemoved;
      },
      firstQuery: (workspaceId, id) => store.firstQuery(workspaceId, id),
      message: (owner, id) => store.message(owner, id),
      findAll: (owner, ids) => finder.findAll(owner, ids),
      named: (owner, part, limit) => finder.named(owner, part, limit),
      texts: (owner, ids) => finder.texts(owner, ids),
      list: (owner, page) => store.list(owner, page),
      messages: (owner, id, page) => store.messages(owner, id, page),
      conversationEntry: (conversation) => entry(conversationSink, conversation),
      messageEntry(message) {
        branches.note(message);
        return entry(messageSink, message);
      },
      variableEntries: (workspaceId, conversationId, variables) =>
        variables.map((variable) => entry(variableSink, { ...variable, workspaceId, conversationId })),
    }));
    contribute(ExportedTables, ...exportedTables);
    contribute(PersonalData, new ErasureStore(services.database));
    contribute(HostCalls, {
      id: ConversationHistory,
      call: (input, { runId, workspaceId, appId, signal }) => {
        const { conversationId, limit } = input as HistoryRequest;
        const run = { id: runId, parentId: branches.of(runId) };
        return withRetry(() => store.history(workspaceId, appId, conversationId, limit, run), signal);
      },
    });
    contribute(RunHooks, {
      id: 'conversations',
      endWriter: {
        abandoned: (runs, reason) => runs.map((run) => entry(abandonedSink, { runId: run.runId, reason })),
      },
    });
  },
});
