import { readFileSync } from 'node:fs';
import { sdkCommands } from '#plugins/plugin-sdk/contract.ts';
import { processTerminal } from './process-terminal.ts';
import { runCommand } from './run-command.ts';

/** The command line of the SDK that is packed for who writes plugins: `bin/weft.js` in it, beside its package.json. */
export async function runSdk(): Promise<void> {
  const file = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  const advice =
    "`weft help` lists the commands for who writes plugins. All others, as `weft plugins trust`, are in the server's checkout.";
  const commandLine = { version, advice, commands: async () => sdkCommands };
  process.exitCode = await runCommand(process.argv.slice(2), processTerminal(), commandLine);
}
