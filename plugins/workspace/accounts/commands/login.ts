import {
  askedPassword,
  Client,
  type Command,
  type CommandContext,
  CommandError,
  forgetSession,
  keepSession,
  keptSession,
  positional,
  print,
  printable,
  received,
  sessionOf,
} from '#plugins/commands/contract.ts';
import { browserSignIn, thisProgram } from './parts/browser-sign-in.ts';

/** Signing in as a person, and out. */
export const commands: readonly Command[] = [
  {
    name: 'login',
    positionals: ['[EMAIL]'],
    options: { code: { type: 'string' }, 'no-browser': { type: 'boolean' } },
    usage: 'weft login [--no-browser] | weft login EMAIL [--code CODE]',
    summary:
      'sign in on a page that is opened in the browser, with whatever way that offers (--no-browser: type the code it shows); with EMAIL, sign in here, with a password (WEFT_PASSWORD, else it is asked for) and a code of the second factor, if there is one; kept until weft logout, readable by you alone',
    isAnonymous: true,
    async run(context) {
      const { client, terminal } = context;
      const email = positional(context, 0);
      const signedIn = await (email === '' ? browserSignIn(context) : signIn(context, email));
      if (!(await keepSession(terminal, sessionOf(client.url, signedIn)))) {
        throw new CommandError('no_home', 'There is no place to keep the sign-in: set HOME or XDG_CONFIG_HOME.');
      }
      const { account } = signedIn;
      print(context, { account }, () => [`Signed in to ${client.url} as ${printable(account.email)}.`]);
    },
  },
  {
    name: 'logout',
    positionals: [],
    options: {},
    usage: 'weft logout',
    summary: 'sign out, and forget what weft login has kept',
    isAnonymous: true,
    async run(context) {
      const { terminal } = context;
      const session = await keptSession(terminal);
      if (session !== null) await end(context, session.url);
      await forgetSession(terminal);
      print(context, { result: 'success' }, () => [session === null ? 'Nobody was signed in.' : 'Signed out.']);
    },
  },
  {
    name: 'whoami',
    positionals: [],
    options: {},
    usage: 'weft whoami',
    summary: 'show who you are signed in as, and where',
    async run(context) {
      if (!context.client.isPerson) {
        print(context, { account: null }, () => [`The management token of ${context.client.url}.`]);
        return;
      }
      const account = await received(context.client.api.GET('/console/api/account'));
      print(context, { account }, () => [`${printable(account.email)} at ${context.client.url}`]);
    },
  },
];

async function signIn(context: CommandContext, email: string) {
  const { client, terminal, options } = context;
  const password = await askedPassword(context);
  const call = (code: string) => {
    const body = { email, password, ...(code !== '' && { code }) };
    return received(client.api.POST('/console/api/sessions', { body, headers: thisProgram() }));
  };
  try {
    return await call(String(options.code ?? ''));
  } catch (error) {
    const code = error instanceof CommandError && error.code === 'code_needed' ? await terminal.secret?.('Code: ') : '';
    if (!code) throw error;
    return call(code);
  }
}

/** Where the server can't be reached, or the session is over, forgetting it is all there is to do. */
async function end({ terminal }: CommandContext, url: string): Promise<void> {
  const env = { ...terminal.env, WEFT_URL: url, WEFT_TOKEN: undefined };
  try {
    const { api } = await Client.open({ ...terminal, env });
    await api.DELETE('/console/api/sessions/current');
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
}
