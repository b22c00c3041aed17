import { AnswerObservers, Routes } from '#http';
import { definePlugin } from '#kernel';
import { AccountActivity, Accounts } from '#plugins/accounts/contract.ts';
import { AccountStateChanged } from '#plugins/connected-accounts/contract.ts';
import { BackgroundCommit, Database } from '#plugins/database/contract.ts';
import { MemberJoined } from '#plugins/members/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { WorkspaceRestored } from '#plugins/workspaces/contract.ts';
import { activityRoutes } from './activity-routes.ts';
import { ActivityStore } from './activity-store.ts';
import { auditRoutes } from './audit-routes.ts';
import { AuditStore } from './audit-store.ts';
import { consoleObserver } from './console-observer.ts';
import { exportedTables } from './exported-tables.ts';
import { recordActivity, recordBrokenAccount, recordJoining, recordRestoring } from './people.ts';
import { Recorder } from './recorder.ts';
import { keepRetention } from './retention.ts';

interface AuditConfig {
  readonly retention: number;
}

export const plugin = definePlugin({
  id: 'audit',
  needs: { database: Database, commit: BackgroundCommit, accounts: Accounts },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        retention: {
          type: 'integer',
          minimum: 0,
          maximum: 36_500,
          default: 0,
          description: 'Days for which entries of the audit log are kept; 0: for ever.',
        },
      },
    },
    env: { WEFT_AUDIT_RETENTION: 'retention' },
  },
  setup({ services, config, logger, events, contribute, onReady, onClose }) {
    const { database, commit, accounts } = services;
    const { retention } = config as AuditConfig;
    const store = new AuditStore(database);
    const recorder = new Recorder({ commit, logger });
    const own = new ActivityStore(database);
    const parts = { recorder, accounts };
    events.on(AccountActivity, (activity) => recordActivity(parts, activity));
    events.on(MemberJoined, (membership) => recordJoining(parts, membership));
    events.on(WorkspaceRestored, (restored) => recordRestoring(parts, restored));
    events.on(AccountStateChanged, (change) => recordBrokenAccount(parts, change));
    contribute(ExportedTables, ...exportedTables);
    contribute(AnswerObservers, consoleObserver(recorder));
    contribute(Routes, ...auditRoutes(store), ...activityRoutes(own));
    onReady(() => {
      if (retention > 0) onClose(keepRetention({ logs: [store, own], days: retention, logger }));
    });
    onClose(() => recorder.settle());
  },
});
