import { AnswerObservers, Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { AccountActivity, Accounts } from '../accounts/contract.ts';
import { BackgroundCommit, Database } from '../database/contract.ts';
import { MemberJoined, Members } from '../members/contract.ts';
import { ExportedTables } from '../workspace-export/contract.ts';
import { WorkspaceRestored } from '../workspaces/contract.ts';
import { auditRoutes } from './audit-routes.ts';
import { AuditStore } from './audit-store.ts';
import { consoleObserver } from './console-observer.ts';
import { exportedTables } from './exported-tables.ts';
import { recordActivity, recordJoining, recordRestoring } from './people.ts';
import { Recorder } from './recorder.ts';
import { keepRetention } from './retention.ts';

interface AuditConfig {
  readonly retention: number;
}

export const plugin = definePlugin({
  id: 'audit',
  needs: { database: Database, commit: BackgroundCommit, accounts: Accounts, members: Members },
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
    const { database, commit, accounts, members } = services;
    const { retention } = config as AuditConfig;
    const store = new AuditStore(database);
    const recorder = new Recorder({ commit, logger });
    const parts = { recorder, accounts, members };
    events.on(AccountActivity, (activity) => recordActivity(parts, activity));
    events.on(MemberJoined, (membership) => recordJoining(parts, membership));
    events.on(WorkspaceRestored, (restored) => recordRestoring(parts, restored));
    contribute(ExportedTables, ...exportedTables);
    contribute(AnswerObservers, consoleObserver(recorder, members));
    contribute(Routes, ...auditRoutes(store));
    onReady(() => {
      if (retention > 0) onClose(keepRetention({ store, days: retention, logger }));
    });
    onClose(() => recorder.settle());
  },
});
