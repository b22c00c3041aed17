import {
  Client,
  type Command,
  CommandError,
  print,
  received,
  type Schemas,
  type Terminal,
} from '#plugins/commands/contract.ts';
import { preflightAnswer } from './parts/preflight.ts';

type Health = Schemas['InstallationHealth'];

/** Whether the installation is well. */
export const commands: readonly Command[] = [
  {
    name: 'doctor',
    positionals: [],
    options: { local: { type: 'boolean' } },
    usage: 'weft doctor [--local]',
    summary:
      'look at everything the installation needs, and tell what to do where it is not well; exits with 1 then. Where no server answers, it looks at what one would find that is started here; --local: at that alone, before a start',
    isAnonymous: true,
    async run(context) {
      const { terminal, options } = context;
      const health = options.local === true ? await preflightAnswer(terminal) : await look(terminal, context.client);
      print(context, health, () => linesOf(health));
      return health.state === 'failed' ? 1 : 0;
    },
  },
];

/** Asks the server; one of this machine that can't tell is told of beside what keeps it from that. */
async function look(terminal: Terminal, { url, api }: Client): Promise<Health> {
  try {
    // Without a server no token is needed: that there is none is known first.
    await received(api.GET('/healthz'));
    const client = await Client.open(terminal);
    return await received(client.api.GET('/console/api/installation/health'));
  } catch (error) {
    if (!(error instanceof CommandError) || !isOurs(url) || !isAway(error)) throw error;
    const found = await preflightAnswer(terminal, { isBesideServer: isOwn(error) && error.code !== 'unreachable' });
    return { ...found, state: 'failed', data: [away(error, found.data), ...found.data] };
  }
}

/** A server that is elsewhere has other settings than those here. */
function isOurs(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}

/** It does not answer, or can't say who may ask; or something else answers in its place. */
function isAway(error: CommandError): boolean {
  const codes = ['unreachable', 'unexpected_answer', 'service_unavailable', 'internal_server_error'];
  return codes.includes(error.code) || !isOwn(error);
}

/** False: another program, or a server of another data folder, is in the way of one of this folder. */
function isOwn({ code }: CommandError): boolean {
  return code !== 'not_weft' && code !== 'unauthorized';
}

function away(error: CommandError, found: Health['data']): Health['data'][number] {
  const { code, message } = error;
  const steps = {
    stopped: { clear: 'Start it: `npm start`.', blocked: 'Mend what failed below, then start it: `npm start`.' },
    others: {
      clear: 'Stop what answers there, or set PORT to a free port, and start it: `npm start`.',
      blocked:
        'Stop what answers there, or set PORT to a free port, and mend what failed below. If it is the server that you mean, set WEFT_HOME to its data folder, or sign in to it: `weft login`.',
    },
    runs: {
      clear: 'Look into its log for why, and start it again: `npm start`.',
      blocked: 'Mend what failed below: the server goes on by itself then.',
    },
  };
  const isBlocked = found.some(({ state }) => state === 'failed');
  const which = code === 'unreachable' ? 'stopped' : isOwn(error) ? 'runs' : 'others';
  const next = steps[which][isBlocked ? 'blocked' : 'clear'];
  const rest = { is_required: true, facts: {}, elapsed_ms: 0 };
  const summary =
    code === 'unauthorized'
      ? 'A Weft server answers that does not take our token: it is of another data folder, or WEFT_TOKEN is none of its.'
      : message;
  return { id: 'server', title: 'Server', state: 'failed', code, summary, next, ...rest };
}

/** A line for each check, with the next step below what is not well. */
function linesOf({ data }: Health): string[] {
  return data.flatMap(({ title, state, summary, next }) => [
    `${state.padEnd(7)}  ${title}: ${summary}`,
    ...(next === null ? [] : [`${' '.repeat(9)}→ ${next}`]),
  ]);
}
