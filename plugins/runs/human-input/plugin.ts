import { HostCalls, NodeTypes, withDocuments } from '#engine';
import { HttpServer, Routes } from '#http';
import { definePlugin, optional } from '#kernel';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Database, entry, withRetry } from '#plugins/database/contract.ts';
import { PersonalData, rowsOfRuns } from '#plugins/erasure/contract.ts';
import { Jobs, Tasks } from '#plugins/jobs/contract.ts';
import { Mail, noMail } from '#plugins/mail/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { RunHooks, Runs } from '#plugins/runs/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { humanInputConfig } from './configuration.ts';
import { FormOpen, FormOpened, type FormOpenRequest, FormsAnswered, FormTold, HumanInput } from './contract.ts';
import { documents } from './document.ts';
import { form } from './form.ts';
import { emailTokens, FormEmails, sendTask } from './form-emails.ts';
import { FormExpiry } from './form-expiry.ts';
import { FormService, TOKEN_PURPOSE } from './form-service.ts';
import { managementRoutes } from './management-routes.ts';
import { humanInputNodeType } from './node-types.ts';
import { EmailOutbox } from './outbox-store.ts';
import { closedSink, FormStore } from './store.ts';

const DAY = 86_400;

export const plugin = definePlugin({
  id: 'human-input',
  needs: {
    database: Database,
    runs: Runs,
    secrets: Secrets,
    jobs: Jobs,
    mail: optional(Mail),
    members: Members,
    accounts: Accounts,
    server: HttpServer,
  },
  config: humanInputConfig,
  setup({ services, config, logger, events, provide, contribute, onReady, onStop }) {
    const { database, runs, secrets, server, jobs, mail = noMail, members, accounts } = services;
    const { longestWait, interval, lettersPerHour } = config;
    const store = new FormStore(database);
    const emails = new FormEmails({
      store: new EmailOutbox(database, lettersPerHour),
      mail,
      jobs,
      members,
      accounts,
      secrets,
      logger,
      baseUrl: () => server.publicUrl('runtime'),
    });
    const service = new FormService({
      ...{ store, runs, secrets, logger, emails, longestWait: longestWait * DAY },
      waits: (form) => events.emit(FormOpened, form),
      answered: (form) => events.emit(FormsAnswered, form),
    });
    provide(HumanInput, () => service);
    contribute(NodeForms, form);
    contribute(NodeTypes, ...withDocuments(documents, [humanInputNodeType({ hasMail: mail.isConfigured })]));
    contribute(Tasks, sendTask(emails));
    contribute(
      SealedColumns,
      sealedColumn('human_input_forms.token_sealed', TOKEN_PURPOSE),
      sealedColumn(...emailTokens),
    );
    contribute(
      HostCalls,
      {
        id: FormOpen,
        call: (input, caller) => withRetry(() => service.openFor(input as FormOpenRequest, caller), caller.signal),
      },
      {
        id: FormTold,
        call: (input, caller) => withRetry(() => service.wasTold(String(input), caller), caller.signal),
      },
    );
    contribute(RunHooks, {
      id: 'human-input',
      reveal: (workspaceId, data) => service.reveal(workspaceId, data),
      endWriter: { abandoned: (abandoned) => abandoned.map(({ runId }) => entry(closedSink, { runId })) },
      observer: {
        forgotten: (before) => store.forget(before),
        ended: (run) => {
          service.ended(run).catch((error: unknown) => {
            logger.warn({ error, runId: run.runId }, 'the forms of a run could not be looked at');
          });
        },
      },
    });
    contribute(
      PersonalData,
      rowsOfRuns(database, { id: 'human-input', by: 'run_id', tables: ['human_input_letters', 'human_input_forms'] }),
    );
    contribute(Routes, ...managementRoutes({ forms: service, runs }));

    const expiry = new FormExpiry({ store, service, logger });
    onReady(async () => expiry.start(interval));
    onStop(async () => expiry.stop());
  },
});
