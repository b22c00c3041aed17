import { runCommandLine } from '#plugins/cli/main.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { scriptedTerminal } from './scripted-terminal.ts';

/** How a command ended, and what it printed to either stream. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Surroundings {
  /** Where it is run; default the platform's data folder. */
  readonly directory?: string | undefined;
  /** Besides the platform's address, its management token and its workspace, or in place of them. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** What somebody types (`scriptedTerminal`). */
  readonly lines?: readonly string[] | undefined;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly openPage?: ((url: string) => Promise<void>) | undefined;
}

/** Runs `weft` in this process, against a platform. */
export async function runWeft(
  platform: Pick<TestPlatform, 'url' | 'token' | 'home'> & Partial<Pick<TestPlatform, 'workspaceId'>>,
  argv: readonly string[],
  { directory = platform.home, env, lines, secrets, openPage }: Surroundings = {},
): Promise<CommandResult> {
  const operator = { WEFT_TOKEN: platform.token, WEFT_WORKSPACE: platform.workspaceId };
  const terminal = scriptedTerminal({
    env: { WEFT_URL: platform.url, ...(Object.hasOwn({ ...env }, 'WEFT_TOKEN') ? {} : operator), ...env },
    directory,
    ...(lines && { lines }),
    ...(secrets && { secrets }),
    ...(openPage && { openPage }),
  });
  const code = await runCommandLine(argv, terminal);
  return { code, out: terminal.written(), err: terminal.complaints() };
}
