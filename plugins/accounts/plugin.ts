import { Authenticators, HttpServer, Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Database, Notifications } from '../database/contract.ts';
import { Mail } from '../mail/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '../secrets/contract.ts';
import { accountAuthenticator } from './account-authenticator.ts';
import { accountRoutes } from './account-routes.ts';
import { AccountStore } from './account-store.ts';
import { AccountsService } from './accounts-service.ts';
import { AttemptStore } from './attempt-store.ts';
import { AvatarStore } from './avatar-store.ts';
import { accountsConfig } from './configuration.ts';
import {
  type Account,
  AccountActivity,
  AccountChanged,
  Accounts,
  type Activity,
  CurrentPlaces,
  Sessions,
} from './contract.ts';
import { Identities } from './identities.ts';
import { PersonalKeys } from './personal-keys.ts';
import { PURPOSE, SecondFactor } from './second-factor.ts';
import { sessionRoutes } from './session-routes.ts';
import { SessionStore } from './session-store.ts';
import { SessionsService } from './sessions-service.ts';
import { SignIn } from './sign-in.ts';
import { keepUpkeep } from './upkeep.ts';

/** Heard by every process when an account's sessions, keys or settings changed. */
const CHANNEL = 'accounts_changed';

export const plugin = definePlugin({
  id: 'accounts',
  needs: {
    database: Database,
    notifications: Notifications,
    secrets: Secrets,
    mail: Mail,
    server: HttpServer,
    places: CurrentPlaces,
  },
  provides: [Accounts, Sessions],
  config: accountsConfig,
  setup({ services, config, logger, events, provide, contribute, onReady, onClose }) {
    const { database, notifications, secrets, mail, server, places } = services;
    const accountStore = new AccountStore(database);
    const avatars = new AvatarStore(database);
    const store = new SessionStore(database);
    const attempts = new AttemptStore(database);
    const identities = new Identities({ accounts: accountStore, sessions: store, secrets });

    async function tell(accountId: string): Promise<void> {
      await identities.review(accountId);
      events.emit(AccountChanged, { accountId });
      await notifications.send(CHANNEL, accountId);
    }

    const happened = (activity: Activity) => events.emit(AccountActivity, activity);
    const sessions = new SessionsService({
      accounts: accountStore,
      store,
      attempts,
      identities,
      secrets,
      config,
      isSecure: () => server.publicUrl('console').startsWith('https:'),
      tell,
      happened,
    });
    const accounts = new AccountsService({ store: accountStore, avatars, sessions, secrets, config, tell });
    const factor = new SecondFactor(accountStore, secrets);
    const signIn = new SignIn({ store: accountStore, attempts, factor, sessions, happened });
    const keys = new PersonalKeys({ store, secrets, tell });
    const placeOf = async (account: Account) => (await places.all()[0]?.of(account)) ?? null;
    provide(Accounts, () => accounts);
    const sealed = ['accounts.second_factor', 'accounts.second_factor_pending'] as const;
    contribute(SealedColumns, ...sealed.map((name) => sealedColumn(name, PURPOSE, { owner: 'id' })));
    provide(Sessions, () => sessions);
    contribute(Authenticators, accountAuthenticator(sessions));
    const parts = { accounts, sessions, store, signIn, placeOf, mail, server, config, logger, happened };
    contribute(Routes, ...sessionRoutes(parts));
    contribute(Routes, ...accountRoutes({ accounts, signIn, factor, keys, placeOf }));
    if (config.signUp === 'open' && !mail.isConfigured) {
      logger.warn({}, 'accounts.signUp is open, but without a mail server (SMTP_URL) nobody can sign up');
    }
    onReady(() => {
      const review = (accountId: string) =>
        identities.review(accountId).catch((error) => logger.warn({ err: error }, 'sessions were not looked at again'));
      onClose(notifications.listen(CHANNEL, (accountId) => void review(accountId)));
      onClose(keepUpkeep({ identities, store, attempts, logger }));
    });
  },
});
