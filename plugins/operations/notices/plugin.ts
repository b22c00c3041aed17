import { definePlugin } from '#kernel';
import { AccountNoticed, Accounts } from '#plugins/accounts/contract.ts';
import { AccountStateChanged } from '#plugins/connected-accounts/contract.ts';
import { ConsoleNotices } from '#plugins/console-notices/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { SourceFailed } from '#plugins/dataset-sources/contract.ts';
import { FormOpened, FormsAnswered } from '#plugins/human-input/contract.ts';
import { Jobs, Tasks } from '#plugins/jobs/contract.ts';
import { Mail } from '#plugins/mail/contract.ts';
import { Members, OwnershipMoved } from '#plugins/members/contract.ts';
import { RepositoryLooked } from '#plugins/repositories/contract.ts';
import { RunHooks } from '#plugins/runs/contract.ts';
import { BudgetWarned } from '#plugins/usage/contract.ts';
import { EndpointSwitchedOff } from '#plugins/webhooks/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { ConsoleTeller } from './console-teller.ts';
import { Notices, sendTask } from './notices.ts';
import { ToldStore } from './told-store.ts';

export const plugin = definePlugin({
  id: 'notices',
  needs: {
    database: Database,
    shown: ConsoleNotices,
    mail: Mail,
    jobs: Jobs,
    accounts: Accounts,
    members: Members,
    workspaces: Workspaces,
  },
  setup({ services, logger, events, contribute, onClose }) {
    const { database, ...rest } = services;
    const notices = new Notices({ ...rest, told: new ToldStore(database), logger });
    contribute(Tasks, sendTask(notices));
    /** What is being written down; whoever did something does not wait for it. */
    const adding = new Set<Promise<void>>();
    const add = (work: Promise<void>, failed?: () => void) => {
      const done = work.catch((error) => {
        logger.error({ err: error }, 'a notice was not written down');
        failed?.();
      });
      adding.add(done);
      void done.finally(() => adding.delete(done));
    };
    events.on(AccountNoticed, (notice) => add(notices.changed(notice)));
    events.on(OwnershipMoved, (move) => add(notices.moved(move)));
    events.on(BudgetWarned, (warning) => add(notices.warned(warning), warning.lost));
    const teller = new ConsoleTeller(services.shown, services.members);
    events.on(AccountNoticed, (notice) => add(teller.accountChanged(notice)));
    events.on(FormOpened, (form) => add(teller.formWaits(form)));
    events.on(FormsAnswered, (form) => add(teller.formsAnswered(form)));
    events.on(EndpointSwitchedOff, (endpoint) => add(teller.switchedOff(endpoint)));
    events.on(AccountStateChanged, (change) => add(teller.accountStateChanged(change)));
    events.on(SourceFailed, (source) => add(teller.sourceFailed(source)));
    events.on(RepositoryLooked, (look) => add(teller.repositoryLooked(look)));
    contribute(RunHooks, { id: 'notices', observer: { ended: (run) => add(teller.runEnded(run)) } });
    onClose(async () => {
      await Promise.all(adding);
    });
  },
});
