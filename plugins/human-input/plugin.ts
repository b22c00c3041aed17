import { HostCalls, NodeTypes } from '../../engine/contract.ts';
import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Database, entry, patiently } from '../database/contract.ts';
import { PersonalData, rowsOfRuns } from '../erasure/contract.ts';
import { RunFollowers, Runs } from '../runs/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '../secrets/contract.ts';
import { FormOpen, type FormOpenRequest, FormTold, HumanInput } from './contract.ts';
import { FormExpiry } from './form-expiry.ts';
import { FormService, TOKEN_PURPOSE } from './form-service.ts';
import { managementRoutes } from './management-routes.ts';
import { humanInputNodeType } from './node-types.ts';
import { closedSink, FormStore } from './store.ts';

interface HumanInputConfig {
  readonly longestWait: number;
  readonly interval: number;
}

const DAY = 86_400;

export const plugin = definePlugin({
  id: 'human-input',
  needs: { database: Database, runs: Runs, secrets: Secrets },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        longestWait: {
          type: 'number',
          exclusiveMinimum: 0,
          maximum: 3_650,
          default: 30,
          description: 'Days a run waits for people at most; then it is stopped, whatever its form says.',
        },
        interval: {
          type: 'integer',
          minimum: 20,
          default: 5_000,
          description: 'Milliseconds between looks for forms whose time is over.',
        },
      },
    },
    env: { WEFT_FORM_DAYS: 'longestWait' },
  },
  setup({ services, config, logger, provide, contribute, onReady, onStop }) {
    const { database, runs, secrets } = services;
    const { longestWait, interval } = config as HumanInputConfig;
    const store = new FormStore(database);
    const service = new FormService({ store, runs, secrets, logger, longestWait: longestWait * DAY });
    provide(HumanInput, () => service);
    contribute(NodeTypes, humanInputNodeType);
    contribute(SealedColumns, sealedColumn('human_input_forms.token_sealed', TOKEN_PURPOSE));
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
    contribute(PersonalData, rowsOfRuns(database, { id: 'human-input', by: 'run_id', tables: ['human_input_forms'] }));
    contribute(Routes, ...managementRoutes(service));

    const expiry = new FormExpiry({ store, service, logger });
    onReady(async () => expiry.start(interval));
    onStop(async () => expiry.stop());
  },
});
