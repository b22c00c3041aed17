import { Authenticators, HttpServer, Routes } from '#http';
import { definePlugin, optional } from '#kernel';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { Mail, noMail } from '#plugins/mail/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
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
  type AccountNotice,
  AccountNoticed,
  Accounts,
  type Activity,
  CurrentPlaces,
  Sessions,
  SignInWays,
} from './contract.ts';
import { HandOffs } from './hand-offs.ts';
import { Identities } from './identities.ts';
import { startMaintenance } from './maintenance.ts';
import { PersonalKeys } from './personal-keys.ts';
import { PlaceStore } from './place-store.ts';
import { PURPOSE, SecondFactor } from './second-factor.ts';
import { sessionRoutes } from './session-routes.ts';
import { SessionStore } from './session-store.ts';
import { SessionsService } from './sessions-service.ts';
import { SignIn } from './sign-in.ts';

/** Heard by every process when an account's sessions, keys or settings changed. */
const CHANNEL = 'accounts_changed';

export const plugin = definePlugin({
  id: 'accounts',
  needs: {
    database: Database,
    notifications: Notifications,
    secrets: Secrets,
    mail: optional(Mail),
    server: HttpServer,
    places: CurrentPlaces,
    ways: SignInWays,
  },
  provides: [Accounts, Sessions],
  config: accountsConfig,
  setup({ services, config, logger, events, provide, contribute, onReady, onClose }) {
    const { database, notifications, secrets, mail = noMail, server, places, ways } = services;
    const accountStore = new AccountStore(database);
    const avatars = new AvatarStore(database);
    const store = new SessionStore(database);
    const attempts = new AttemptStore(database);
    const signInPlaces = new PlaceStore(database);
    const identities = new Identities({ accounts: accountStore, sessions: store, secrets });

    async function tell(accountId: string): Promise<void> {
      await identities.recheck(accountId);
      events.emit(AccountChanged, { accountId });
      await notifications.send(CHANNEL, accountId);
    }

    const noticed = (notice: AccountNotice) => events.emit(AccountNoticed, notice);
    const happened = (activity: Activity) => events.emit(AccountActivity, activity);
    const factor = new SecondFactor(accountStore, secrets);
    const sessions = new SessionsService({
      ...{ accounts: accountStore, store, attempts, places: signInPlaces, identities, factor, secrets, config },
      isSecure: () => server.publicUrl('console').startsWith('https:'),
      tell,
      happened,
      noticed,
    });
    const accounts = new AccountsService({
      ...{ store: accountStore, avatars, sessions, secrets, config, tell, ways: () => ways.all() },
      mailIsConfigured: mail.isConfigured,
    });
    const handOffs = new HandOffs({ store: accountStore, sessions, secrets });
    const signIn = new SignIn({ store: accountStore, attempts, factor, sessions, happened });
    const keys = new PersonalKeys({ store, secrets, tell });
    const placeOf = async (account: Account) => (await places.all()[0]?.of(account)) ?? null;
    const hasOtherWay = async (accountId: string) => (await accounts.waysOf(accountId)).length > 0;
    provide(Accounts, () => accounts);
    const sealed = ['accounts.second_factor', 'accounts.second_factor_pending'] as const;
    contribute(SealedColumns, ...sealed.map((name) => sealedColumn(name, PURPOSE, { owner: 'id' })));
    provide(Sessions, () => sessions);
    contribute(Authenticators, accountAuthenticator(sessions));
    const parts = {
      accounts,
      sessions,
      store,
      signIn,
      handOffs,
      placeOf,
      hasOtherWay,
      mail,
      server,
      config,
      logger,
      happened,
      noticed,
    };
    contribute(Routes, ...sessionRoutes(parts));
    contribute(Routes, ...accountRoutes({ accounts, signIn, factor, keys, placeOf, noticed }));
    if (config.signUp === 'open' && !mail.isConfigured) {
      logger.warn({}, 'accounts.signUp is open, but without a mail server (SMTP_URL) nobody can sign up');
    }
    onReady(() => {
      const recheck = (id: string) =>
        identities.recheck(id).catch((error) => logger.warn({ err: error }, 'sessions were not looked at again'));
      onClose(notifications.listen(CHANNEL, (accountId) => void recheck(accountId)));
      onClose(startMaintenance({ identities, store, attempts, places: signInPlaces, logger }));
    });
  },
});
