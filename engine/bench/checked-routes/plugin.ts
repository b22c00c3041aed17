/**
 * Loaded by a server of the bench only (`WEFT_PLUGINS`): three routes that do the same, for anyone, for people who are
 * signed in, and for members of a workspace who may do something; and somebody who may.
 */
import { type Contribution, definePlugin, extensionPoint, token } from '#kernel';

/** As much of other plugins as is needed: the engine imports none. */
interface Accounts {
  create(account: { email: string; name: string; password: string }): Promise<{ readonly id: string }>;
}
interface Sessions {
  start(accountId: string, origin: object): Promise<{ readonly accessToken: string }>;
}
interface Workspaces {
  first(): Promise<{ readonly id: string } | null>;
}
interface Members {
  add(workspaceId: string, accountId: string, role: string): Promise<unknown>;
}
interface Route extends Contribution {
  readonly method: 'GET';
  readonly path: string;
  readonly access: { readonly authenticator: string };
  readonly permission?: string;
  readonly summary: string;
  handle(): object | Promise<object>;
}

const Routes = extensionPoint<Route>('http.routes');

const reply = (text: string) => ({
  status: 200,
  headers: {},
  body: { kind: 'text', text, contentType: 'application/json' },
});

const route = (name: string, authenticator: string, more: { readonly permission?: string } = {}): Route => ({
  id: `checked-routes.${name}`,
  method: 'GET',
  path: `/bench/${name}`,
  access: { authenticator },
  summary: 'Answers',
  ...more,
  handle: () => reply('{"result":"success"}'),
});

export const plugin = definePlugin({
  id: 'checked-routes',
  needs: {
    accounts: token<Accounts>('accounts.accounts'),
    sessions: token<Sessions>('accounts.sessions'),
    workspaces: token<Workspaces>('workspaces.workspaces'),
    members: token<Members>('members.members'),
  },
  setup({ services: { accounts, sessions, workspaces, members }, contribute }) {
    contribute(
      Routes,
      route('open', 'public'),
      route('known', 'account'),
      route('checked', 'management', { permission: 'apps.edit' }),
      {
        ...route('person', 'public'),
        async handle() {
          const email = `${crypto.randomUUID()}@example.com`;
          const { id } = await accounts.create({ email, name: 'Ada', password: 'purple-otter-93-lamps' });
          const workspace = await workspaces.first();
          await members.add(workspace?.id ?? '', id, 'editor');
          const { accessToken } = await sessions.start(id, { userAgent: 'bench', address: '127.0.0.1' });
          return reply(JSON.stringify({ token: accessToken }));
        },
      },
    );
  },
});
