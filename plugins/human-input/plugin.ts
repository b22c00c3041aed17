import { HostCalls, NodeTypes } from '../../engine/contract.ts';
import { HttpServer, Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Accounts } from '../accounts/contract.ts';
import { Database, entry, patiently } from '../database/contract.ts';
import { PersonalData, rowsOfRuns } from '../erasure/contract.ts';
import { Jobs, Tasks } from '../jobs/contract.ts';
import { Mail } from '../mail/contract.ts';
import { Members } from '../members/contract.ts';
import { RunFollowers, Runs } from '../runs/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '../secrets/contract.ts';
import { humanInputConfig } from './configuration.ts';
import { FormOpen, type FormOpenRequest, FormTold, HumanInput } from './contract.ts';
import { FormExpiry } from './form-expiry.ts';
import { FormService, TOKEN_PURPOSE } from './form-service.ts';
import { LetterStore } from './letter-store.ts';
import { Letters, letterTokens, sendTask } from './letters.ts';
import { managementRoutes } from './management-routes.ts';
import { humanInputNodeType } from './node-types.ts';
import { closedSink, FormStore } from './store.ts';

const DAY = 86_400;

export const plugin = definePlugin({
  id: 'human-input',
  needs: {
    database: Database,
    runs: Runs,
    secrets: Secrets,
    jobs: Jobs,
    mail: Mail,
    members: Members,
    accounts: Accounts,
    server: HttpServer,
  },
  config: humanInputConfig,
  setup({ services, config, logger, provide, contribute, onReady, onStop }) {
    const { database, runs, secrets, server, jobs, mail, members, accounts } = services;
    const { longestWait, interval, lettersPerHour } = config;
    const store = new FormStore(database);
    const letters = new Letters({
      store: new LetterStore(database, lettersPerHour),
      mail,
      jobs,
      members,
      accounts,
      secrets,
      logger,
      baseUrl: () => server.publicUrl('runtime'),
    });
    const service = new FormService({ store, runs, secrets, logger, letters, longestWait: longestWait * DAY });
    provide(HumanInput, () => service);
    contribute(NodeTypes, humanInputNodeType({ hasMail: mail.isConfigured }));
    contribute(Tasks, sendTask(letters));
    contribute(
      SealedColumns,
      sealedColumn('human_input_forms.token_sealed', TOKEN_PURPOSE),
      sealedColumn(...letterTokens),
    );
    contribute(
      HostCalls,
      {
        id: FormOpen,
        call: (input, caller) => patiently(() => service.openFor(input as FormOpenRequest, caller), caller.signal),
      },
      {
        id: FormTold,
        call: (input, caller) => patiently(() => service.wasTold(String(input), caller), caller.signal),
      },
    );
    contribute(RunFollowers, {
      id: 'human-input',
      abandoned: (abandoned) => abandoned.map(({ runId }) => entry(closedSink, { runId })),
      forgotten: (before) => store.forget(before),
      reveal: (workspaceId, data) => service.reveal(workspaceId, data),
      ended: (run) => {
        service.ended(run).catch((error: unknown) => {
          logger.warn({ error, runId: run.runId }, 'the forms of a run could not be looked at');
        });
      },
    });
    contribute(
      PersonalData,
      rowsOfRuns(database, { id: 'human-input', by: 'run_id', tables: ['human_input_letters', 'human_input_forms'] }),
    );
    contribute(Routes, ...managementRoutes(service));

    const expiry = new FormExpiry({ store, service, logger });
    onReady(async () => expiry.start(interval));
    onStop(async () => expiry.stop());
  },
});
