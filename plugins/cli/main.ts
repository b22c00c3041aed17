import { parseArgs } from 'node:util';
import { Client } from './client.ts';
import type { Command } from './command.ts';
import { annotationCommands } from './commands/annotations.ts';
import { appCodeCommands } from './commands/app-code.ts';
import { appLifecycleCommands } from './commands/app-lifecycle.ts';
import { appCommands } from './commands/apps.ts';
import { auditCommands } from './commands/audit.ts';
import { avatarCommands } from './commands/avatar.ts';
import { draftCommands } from './commands/drafts.ts';
import { feedbackCommands } from './commands/feedback.ts';
import { formCommands } from './commands/forms.ts';
import { invitationCommands } from './commands/invitations.ts';
import { invoiceCommands } from './commands/invoices.ts';
import { jobCommands } from './commands/jobs.ts';
import { keyCommands } from './commands/keys.ts';
import { limitCommands } from './commands/limits.ts';
import { logCommands } from './commands/logs.ts';
import { memberCommands } from './commands/members.ts';
import { modelCommands } from './commands/models.ts';
import { planCommands } from './commands/plan.ts';
import { providerCommands } from './commands/providers.ts';
import { runCommands } from './commands/run.ts';
import { runHistoryCommands } from './commands/runs.ts';
import { secretCommands } from './commands/secrets.ts';
import { ssoCommands } from './commands/sso.ts';
import { ssoConnectionCommands } from './commands/sso-connections.ts';
import { tagCommands } from './commands/tags.ts';
import { toolCommands } from './commands/tools.ts';
import { usageCommands } from './commands/usage.ts';
import { usageExportCommands } from './commands/usage-exports.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { workspaceCommands } from './commands/workspace.ts';
import { workspacesCommands } from './commands/workspaces.ts';
import { continuations, help } from './help.ts';
import { CommandError, type Terminal, UsageError } from './terminal.ts';

const commands: readonly Command[] = [
  ...appCommands,
  ...appLifecycleCommands,
  ...tagCommands,
  ...draftCommands,
  ...appCodeCommands,
  ...keyCommands,
  ...limitCommands,
  ...annotationCommands,
  ...providerCommands,
  ...modelCommands,
  ...toolCommands,
  ...runCommands,
  ...runHistoryCommands,
  ...formCommands,
  ...webhookCommands,
  ...logCommands,
  ...feedbackCommands,
  ...usageCommands,
  ...usageExportCommands,
  ...planCommands,
  ...workspaceCommands,
  ...workspacesCommands,
  ...invoiceCommands,
  ...memberCommands,
  ...invitationCommands,
  ...ssoCommands,
  ...ssoConnectionCommands,
  ...auditCommands,
  ...jobCommands,
  ...avatarCommands,
  ...secretCommands,
];

/** Runs one command; the result is the exit code: 0 done, 1 failed, 2 the call is off. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = argv.includes('--json');
  if (argv.length === 0 || argv[0] === 'help' || argv.includes('--help')) {
    terminal.out(help(commands, argv[0] === 'help' ? wordsOf(argv.slice(1)) : wordsOf(argv)));
    return argv.length === 0 ? 2 : 0;
  }
  let failure = 1;
  try {
    const { command, rest } = selectCommand(argv);
    failure = command.failure ?? failure;
    const { positionals, values } = parse(command, rest);
    const context = { client: await Client.open(terminal), terminal, positionals, options: values, isJson };
    const code = await command.run(context);
    return typeof code === 'number' ? code : 0;
  } catch (error) {
    return report(error, terminal, { isJson, failure });
  }
}

function selectCommand(argv: readonly string[]): { command: Command; rest: string[] } {
  const byLength = [...commands].sort((a, b) => b.name.length - a.name.length);
  for (const command of byLength) {
    const words = command.name.split(' ');
    if (words.every((word, index) => argv[index] === word)) return { command, rest: argv.slice(words.length) };
  }
  const next = continuations(commands, wordsOf(argv));
  if (next.length > 0) throw new UsageError(`'${argv.join(' ')}' goes on: ${next.join(', ')}`);
  throw new UsageError(`there is no command '${argv.join(' ')}'`);
}

function wordsOf(argv: readonly string[]): string[] {
  return argv.filter((word) => !word.startsWith('-'));
}

function parse(command: Command, rest: string[]) {
  const options = { ...command.options, json: { type: 'boolean' as const } };
  let parsed: { positionals: string[]; values: Record<string, string | boolean | string[] | undefined> };
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true, strict: true }) as typeof parsed;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\nusage: ${command.usage}`);
  }
  if (parsed.positionals.length !== command.positionals.length) {
    throw new UsageError(`usage: ${command.usage}`);
  }
  return parsed;
}

function report(
  error: unknown,
  terminal: Terminal,
  { isJson, failure }: { readonly isJson: boolean; readonly failure: number },
): number {
  const isUsage = error instanceof UsageError;
  const code = error instanceof CommandError ? error.code : isUsage ? 'usage' : 'unexpected';
  const message = error instanceof Error ? error.message : String(error);
  terminal.err(isJson ? `${JSON.stringify({ error: { code, message } })}\n` : `weft: ${message}\n`);
  if (isUsage && !isJson) terminal.err('`weft help` lists the commands.\n');
  return isUsage ? 2 : failure;
}
