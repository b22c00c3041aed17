import {
  appOf,
  type Command,
  type CommandContext,
  confirmed,
  print,
  printable,
  received,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const path = '/console/api/apps/{app_id}/site';
const text = { type: 'string' } as const;
const many = { type: 'string', multiple: true } as const;
type Site = Schemas['SiteSettings'];

const texts = ['title', 'description', 'copyright', 'privacy-policy', 'disclaimer', 'input-placeholder'];
/** `none` takes them back. */
const choices = ['color', 'icon-type', 'icon', 'icon-background', 'language'];
const switches = ['enabled', 'embed-enabled', 'show-workflow-steps'];
const lists = ['allowed-hosts', 'embed-origins'];
const amounts = ['runs-per-visitor-hour', 'runs-per-address-hour'];

/** The web app of an app: what is set, and its embed token. */
export const commands: readonly Command[] = [
  {
    name: 'site show',
    positionals: ['ID'],
    options: {},
    usage: 'weft site show ID',
    summary: 'show what is set for the web app of an app, its addresses, and what embeds it',
    async run(context) {
      const answer = await received(context.client.api.GET(path, { params: { path: appOf(context) } }));
      print(context, answer, () => lines(answer));
    },
  },
  {
    name: 'site set',
    positionals: ['ID'],
    options: {
      ...Object.fromEntries([...texts, ...choices, ...switches, ...amounts, 'entry'].map((name) => [name, text])),
      ...Object.fromEntries(lists.map((name) => [name, many])),
    },
    usage:
      'weft site set ID [--enabled on|off] [--entry everyone|members|sso] [--embed-enabled on|off] [--embed-origins ORIGIN…] [--title TEXT] [--color #RRGGBB] …',
    summary:
      'change what is set for the web app of an app; `none` takes a colour, icon, language, limit or list back; others: --description, --copyright, --privacy-policy, --disclaimer, --input-placeholder, --show-workflow-steps, --icon-type, --icon, --icon-background, --language, --allowed-hosts, --runs-per-visitor-hour, --runs-per-address-hour',
    async run(context) {
      const body = changes(context);
      if (Object.keys(body).length === 0) throw new UsageError('say what to change, such as --enabled on');
      const request = { params: { path: appOf(context) }, body };
      const answer = await received(context.client.api.PATCH(path, request));
      print(context, answer, () => lines(answer));
    },
  },
  {
    name: 'site rotate',
    positionals: ['ID'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft site rotate ID [--yes]',
    summary:
      'make the embed token of an app anew: pages with the old one show the app no more; asks before unless --yes is given',
    async run(context) {
      const params = { path: appOf(context) };
      await confirmed(context, 'Make the embed token anew? Pages of other sites must take the new one.');
      const answer = await received(context.client.api.POST(`${path}/embed-token`, { params }));
      print(context, answer, () => [`The embed token is ${printable(answer.embed_token ?? '')}.`]);
    },
  },
  {
    name: 'site secret',
    positionals: ['ID'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft site secret ID [--yes]',
    summary:
      'make the secret anew by which a site signs ids of its visitors, and show it this once; asks before unless --yes is given',
    async run(context) {
      const params = { path: appOf(context) };
      await confirmed(
        context,
        'Make the visitor secret anew? Visitors who were signed with the old one are strangers then.',
      );
      const answer = await received(context.client.api.POST(`${path}/visitor-secret`, { params }));
      print(context, answer, () => [`The secret is ${printable(answer.secret)}; it is not shown again.`]);
    },
  },
];

function changes({ options }: CommandContext): Partial<Site> {
  const values: Record<string, unknown> = {};
  const take = (names: readonly string[], read: (name: string, value: string) => unknown) => {
    for (const name of names) {
      const value = options[name];
      if (value !== undefined) values[name.replaceAll('-', '_')] = read(name, String(value));
    }
  };
  take([...texts, 'entry'], (_name, value) => value);
  take(choices, (_name, value) => (value === 'none' ? null : value));
  take(switches, (name, value) => {
    if (value !== 'on' && value !== 'off') throw new UsageError(`--${name} takes on or off, not '${value}'`);
    return value === 'on';
  });
  take(amounts, (name, value) => {
    if (value === 'none') return null;
    if (!/^[1-9][0-9]{0,6}$/.test(value))
      throw new UsageError(`--${name} takes a number from 1 or none, not '${value}'`);
    return Number(value);
  });
  for (const name of lists) {
    const given = [options[name] ?? []].flat().map(String);
    if (given.length > 0) values[name.replaceAll('-', '_')] = given.length === 1 && given[0] === 'none' ? [] : given;
  }
  return values as Partial<Site>;
}

function lines(site: Site): string[] {
  const shown = (value: unknown) => {
    if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
    if (typeof value === 'boolean') return value ? 'on' : 'off';
    return value === null || value === '' ? 'none' : String(value);
  };
  const { iframe, script, ...rest } = site;
  const rows = Object.entries(rest).map(([name, value]) => [name.replaceAll('_', '-'), printable(shown(value))]);
  return [
    ...table(rows),
    '',
    ...[iframe, ...(script === null ? [] : [script])].flatMap((html) => html.split('\n')).map(printable),
  ];
}
