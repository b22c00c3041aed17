import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { HealthReport } from '#kernel';
import { CommandError, type Schemas, type Terminal } from '#plugins/commands/contract.ts';
import { healthAnswer } from '#plugins/health/health-answer.ts';

const program = fileURLToPath(new URL('../../../../../kernel/bin/preflight.mjs', import.meta.url));
const mostBytes = 4 * 1024 * 1024;

/**
 * What a server would find that is started here with this environment; in a process of its own, as a server is. `isBesideServer`:
 * one runs, and can't tell.
 */
export async function preflightAnswer(
  { env, directory }: Terminal,
  { isBesideServer = false } = {},
): Promise<Schemas['InstallationHealth']> {
  try {
    const args = [program, ...(isBesideServer ? ['--beside-server'] : [])];
    const options = { env: { ...env }, cwd: directory, maxBuffer: mostBytes };
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    return healthAnswer(JSON.parse(stdout) as HealthReport[]);
  } catch (error) {
    const told = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new CommandError('unexpected', `What a start needs could not be looked at: ${told}`);
  }
}
