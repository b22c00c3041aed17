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
import { help } from './help.ts';
import { parseCall, wordsToExplain } from './parse-call.ts';
import { complaint, type Terminal, UsageError } from './terminal.ts';

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
  let failure = 1;
  try {
    const explained = argv.length === 0 ? [] : wordsToExplain(commands, argv);
    if (explained !== undefined) {
      terminal.out(help(commands, explained));
      return argv.length === 0 ? 2 : 0;
    }
    const { command, positionals, values } = parseCall(commands, argv);
    failure = command.failure ?? failure;
    const context = { client: await Client.open(terminal), terminal, positionals, options: values, isJson };
    const code = await command.run(context);
    return typeof code === 'number' ? code : 0;
  } catch (error) {
    terminal.err(complaint(error, isJson));
    if (!(error instanceof UsageError)) return failure;
    if (!isJson) terminal.err('`weft help` lists the commands.\n');
    return 2;
  }
}
