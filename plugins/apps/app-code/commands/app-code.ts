import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  appOf,
  type Command,
  type CommandContext,
  CommandError,
  confirmed,
  identifier,
  layoutFile,
  positional,
  print,
  printable,
  readFolder,
  readRegular,
  readSource,
  received,
  type Schemas,
  type SourceFile,
  UsageError,
} from '#plugins/commands/contract.ts';
import { diffLines, isEqual, outcomeLines, planLines } from './parts/plan-lines.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

type PlanBody = { documents: SourceFile[]; environment?: string; secrets?: Record<string, string> };
type Plan = Schemas['CodePlan'];

/** Apps in files: one that is written, and folders that say what apps shall be. */
export const commands: readonly Command[] = [
  {
    name: 'apps export',
    positionals: ['ID'],
    options: {
      'include-secrets': { type: 'boolean' },
      canonical: { type: 'boolean' },
      version: { type: 'string' },
      output: { type: 'string' },
    },
    usage: 'weft apps export ID [--version VERSION | --include-secrets | --canonical [--output FILE.yml]]',
    summary:
      'print the draft, or a version, as YAML, without secrets; with them for owners and admins; --canonical for version control, with the layout in a file beside FILE.yml',
    async run(context) {
      const { version } = context.options;
      if (typeof version === 'string') return exportVersion(context, identifier(version, 'version'));
      if (context.options.canonical === true) return exportCanonical(context);
      const params = { path: appOf(context) };
      const { api } = context.client;
      const yaml = await (context.options['include-secrets'] === true
        ? received(api.POST('/console/api/apps/{app_id}/export-with-secrets', { params, parseAs: 'text' }))
        : received(api.GET('/console/api/apps/{app_id}/export', { params, parseAs: 'text' })));
      context.terminal.out(context.isJson ? `${JSON.stringify({ yaml })}\n` : yaml);
    },
  },
  {
    name: 'apps diff',
    positionals: ['FILE'],
    options: { environment: text },
    usage: 'weft apps diff FILE [--environment FILE]',
    summary: 'tell what a document would change; exit code 0: nothing, 1: something, 2: trouble',
    failure: 2,
    run: diff,
  },
  {
    name: 'apps apply',
    positionals: ['DIR'],
    options: {
      environment: text,
      note: text,
      yes: flag,
      'dry-run': flag,
      prune: flag,
      'no-publish': flag,
      'allow-missing': flag,
      confirm: flag,
    },
    usage:
      'weft apps apply DIR [--environment FILE] [--note TEXT] [--yes] [--dry-run] [--prune] [--no-publish] [--allow-missing] [--confirm]',
    summary: 'make apps what the documents of a folder say: tell the plan, ask, apply',
    run: apply,
  },
];

async function exportVersion(context: CommandContext, version: string): Promise<void> {
  const params = { path: { ...appOf(context), version_id: version } };
  const path = '/console/api/apps/{app_id}/versions/{version_id}/export';
  const yaml = await received(context.client.api.GET(path, { params, parseAs: 'text' }));
  context.terminal.out(context.isJson ? `${JSON.stringify({ yaml })}\n` : yaml);
}

/** `apps export ID --canonical`: the document, and its layout in a file beside it or left out. */
async function exportCanonical(context: CommandContext): Promise<void> {
  const request = context.client.api.GET('/console/api/apps/{app_id}/code', {
    params: { path: { app_id: identifier(positional(context, 0), 'app') } },
  });
  const answer = await received(request);
  const { output } = context.options;
  if (typeof output !== 'string') {
    context.terminal.out(context.isJson ? `${JSON.stringify(answer)}\n` : answer.document);
    return;
  }
  const file = resolve(context.terminal.directory, output);
  if (!/\.ya?ml$/.test(file)) throw new UsageError('--output takes the name of a .yml file');
  const beside = layoutFile(file);
  try {
    await writeFile(file, answer.document);
    await writeFile(beside, answer.layout);
  } catch (error) {
    throw new CommandError('no_file', `${file} can't be written: ${error instanceof Error ? error.message : error}`);
  }
  print(context, { file, layout: beside }, () => [`Written: ${file}`, `Written: ${beside}`]);
}

async function diff(context: CommandContext): Promise<number> {
  const file = resolve(context.terminal.directory, positional(context, 0));
  const body = await withSecrets(context, [await readSource(file)]);
  const plan = await received(context.client.api.POST('/console/api/app-code/plan', { body }));
  const item = plan.data.find((one) => one.file !== null);
  if (item === undefined) throw new CommandError('unexpected_answer', 'The server told nothing of the document.');
  if (item.problems.length > 0) throw new CommandError('refused', item.problems.map(printable).join('\n'));
  const equal = isEqual(item);
  print(context, { equal, ...item }, () => diffLines(item));
  return equal ? 0 : 1;
}

async function apply(context: CommandContext): Promise<number> {
  const { options, terminal, client } = context;
  const documents = await readFolder(resolve(terminal.directory, positional(context, 0)));
  const desired = {
    ...(await withSecrets(context, documents)),
    publish: options['no-publish'] !== true,
    prune: options.prune === true,
    confirm: options.confirm === true,
  };
  const plan = await received(client.api.POST('/console/api/app-code/plan', { body: desired }));
  const isBlocked = plan.data.some(
    ({ problems, missing }) => problems.length > 0 || (missing.length > 0 && options['allow-missing'] !== true),
  );
  const isDone = plan.data.every(({ action }) => action === 'unchanged' || action === 'unlisted');
  const isTold = isBlocked || isDone || options['dry-run'] === true;
  if (!context.isJson || isTold) print(context, { applied: false, plan: plan.data }, () => planLines(plan.data));
  if (isBlocked) {
    throw new CommandError('blocked', 'Nothing was applied: see above. --allow-missing applies what lacks something.');
  }
  if (isTold) return 0;
  await confirmed(context, 'Apply?');
  const body = {
    ...desired,
    ...(typeof options.note === 'string' && { note: options.note }),
    expected: Object.fromEntries(plan.data.map(({ key, state }) => [key, state])),
    allow_missing: options['allow-missing'] === true,
  };
  const { data } = await received(client.api.POST('/console/api/app-code/apply', { body }));
  const failed = data.filter(({ error }) => error !== null);
  print(context, { applied: failed.length === 0, plan: plan.data, outcomes: data }, () => outcomeLines(data));
  return failed.length === 0 ? 0 : 1;
}

/**
 * The documents with the environment file and the values of the variables it names: of this process, else typed in. Only
 * variables that stand in the file are looked at, whatever the server asks for.
 */
async function withSecrets(context: CommandContext, documents: SourceFile[]): Promise<PlanBody> {
  const { options, terminal, client } = context;
  if (typeof options.environment !== 'string') return { documents };
  const environment = (await readRegular(resolve(terminal.directory, options.environment))) ?? '';
  const body = { documents, environment };
  const { variables }: Plan = await received(client.api.POST('/console/api/app-code/plan', { body }));
  const named = new Set(environment.match(/[A-Za-z_][A-Za-z0-9_]*/g));
  const secrets: Record<string, string> = {};
  for (const variable of variables.filter((name) => named.has(name))) {
    const value = terminal.env[variable] ?? (await terminal.secret?.(`${variable}: `)) ?? '';
    if (value !== '') secrets[variable] = value;
  }
  return { ...body, secrets };
}
