import { writeSync } from 'node:fs';
import { builtInFolders } from './built-in-folders.ts';
import { readEnvironment } from './config.ts';
import { runHealthChecks } from './health.ts';
import { refusalCheck, runPreflight } from './preflight.ts';
import { readProcessSettings } from './process-settings.ts';

/** The settings that come before all plugins may be what is wrong. */
async function look() {
  const env = readEnvironment();
  try {
    const isBesideServer = process.argv.includes('--beside-server');
    return await runPreflight({ ...(await readProcessSettings(env)), env, folders: builtInFolders, isBesideServer });
  } catch (error) {
    return runHealthChecks([refusalCheck('kernel', error)]);
  }
}

const reports = await look();
writeSync(1, `${JSON.stringify(reports)}\n`);
// Whatever a library still waits for is nobody's any more.
process.exit(0);
