import { randomUUID } from 'node:crypto';
import { type BootFailure, explain } from './boot-error.ts';
import { type ConfigFile, checkSectionNames, type Environment, readConfigFile, resolveConfig } from './config.ts';
import { ContributionRegistry } from './contribution-registry.ts';
import { createEvents } from './events.ts';
import { type HealthCheck, HealthChecks, type HealthReport, runHealthChecks } from './health.ts';
import { findInstanceId } from './home.ts';
import { provideKernelInfo } from './info-provider.ts';
import { discoverPlugins, importPlugin, importPreflight, type PluginFolder } from './loader.ts';
import { createLogger } from './logger.ts';
import { isPlatformError } from './platform-error.ts';
import type { Plugin } from './plugin.ts';
import { PluginSet } from './plugin-set.ts';
import type { ProcessSettings } from './process-settings.ts';
import { createAppScope } from './scope.ts';

export interface PreflightOptions extends Pick<ProcessSettings, 'home' | 'pluginFolders' | 'disabledPlugins'> {
  readonly env: Environment;
  /** Folders of the plugins that come with the program. */
  readonly folders: readonly URL[];
  /** A server of this installation runs: what only one can have at a time is its. Default false. */
  readonly isBesideServer?: boolean;
}

/** Milliseconds that what was opened gets to close. */
const graceMs = 2_000;
const settingsTitle = 'Settings';
const correct =
  'Correct what is named in weft.json of the data folder (WEFT_HOME) or in the environment; the user of the server must be able to read and write there.';

/**
 * Looks whether a server would start, without starting one: with the same settings, and without changing anything. Of each plugin
 * that has a `preflight.ts` this stands in for its `plugin.ts`: a smaller plugin that contributes the checks which need no
 * running server, and provides what others' checks need. Never rejects for what a start would refuse.
 */
export async function runPreflight(options: PreflightOptions): Promise<readonly HealthReport[]> {
  const [builtIn, added] = await Promise.all([
    discoverPlugins(options.folders),
    discoverPlugins(options.pluginFolders, 'added'),
  ]);
  const all = [...builtIn.found, ...added.found];
  const found = all.filter(({ id }) => !options.disabledPlugins.includes(id));
  const file = await readConfigFile(options.home);
  const failures = [...builtIn.failures, ...added.failures].map((error) => refusalCheck('kernel', error));
  const settings = await checkSettings({ file, found, all }, options);
  const own = [...failures, ...settings];
  if (own.length === 0) own.push(settled);
  return [...(await runHealthChecks(own)), ...(await runChecks(found, file, options))];
}

interface Setting {
  readonly file: ConfigFile;
  readonly found: readonly PluginFolder[];
  readonly all: readonly PluginFolder[];
}

/** What is wrong with the settings: of plugins, and of which there are. */
async function checkSettings(
  { file, found, all }: Setting,
  { env, disabledPlugins }: PreflightOptions,
): Promise<HealthCheck[]> {
  const failures: HealthCheck[] = [];
  const attempt = (id: string, step: () => void | Promise<void>) =>
    Promise.resolve()
      .then(step)
      .catch((error: unknown) => void failures.push(refusalCheck(id, error)));
  const set = new PluginSet(hostOf(), () => undefined);
  await attempt('kernel', () => checkSectionNames(file, [...all.map(({ id }) => id), 'kernel']));
  // Read at once, and judged in their order: which of two of one name is refused, and what is told first, is no matter of chance.
  const read = await Promise.allSettled(found.map((folder) => importPlugin(folder, { fresh: false })));
  for (const [index, folder] of found.entries()) {
    await attempt(folder.id, () => {
      const outcome = read[index];
      if (outcome?.status !== 'fulfilled') throw outcome?.reason;
      set.assertFree(folder.id, folder.folder.pathname);
      set.add(outcome.value, folder);
      if (outcome.value.config !== undefined) resolveConfig(outcome.value.id, outcome.value.config, file, env);
    });
  }
  for (const folder of all) if (!found.includes(folder)) set.switchOff(folder.id, folder);
  return [...failures, ...set.refusedSwitches(disabledPlugins).map((error) => refusalCheck('kernel', error))];
}

/** Sets the smaller plugins up, runs what they contribute, and closes them. */
async function runChecks(
  found: readonly PluginFolder[],
  file: ConfigFile,
  { home, env, isBesideServer = false }: PreflightOptions,
): Promise<readonly HealthReport[]> {
  const host = hostOf();
  const set = new PluginSet(host, (plugin) => configOf(plugin, file, env));
  const failures: BootFailure[] = [];
  const instanceId = await findInstanceId(home).catch((error: unknown) => {
    failures.push({ plugin: 'kernel', error });
    return undefined;
  });
  const state = { path: home, instanceId: instanceId ?? randomUUID(), isOpenToOthers: false };
  await provideKernelInfo(host.app, state, {
    report: () => ({ ms: 0, plugins: set.report() }),
    effectiveConfig: () => ({}),
    isStarting: () => !isBesideServer,
    isStopping: () => false,
  });
  try {
    for (const folder of found) {
      const plugin = await importPreflight(folder);
      if (plugin !== undefined) set.add(plugin, folder);
    }
    await set.setUp(set.ids(), failures);
    host.contributions.settle({ announce: false });
    const checks = host.contributions.view(HealthChecks).all();
    // Wrong settings have been told of.
    const refused = failures.filter(({ error }) => !isPlatformError(error) || error.code !== 'kernel.invalid_config');
    return await runHealthChecks([...refused.map(({ plugin, error }) => refusalCheck(plugin, error)), ...checks]);
  } finally {
    await set.stop(graceMs);
    await host.app.close();
  }
}

function configOf(plugin: Plugin, file: ConfigFile, env: Environment): unknown {
  return plugin.config === undefined ? undefined : resolveConfig(plugin.id, plugin.config, file, env);
}

/** What plugins share; nobody hears of them but by their checks. */
function hostOf() {
  const logger = createLogger({ level: 'silent' });
  const quiet = () => {};
  return {
    app: createAppScope(),
    contributions: new ContributionRegistry(quiet),
    events: createEvents(quiet),
    logger,
  };
}

const settled: HealthCheck = {
  id: 'kernel.settings',
  title: settingsTitle,
  check: async () => ({ state: 'ok', summary: 'All settings are known, and of their kind.' }),
};

/** What a start would be refused for. */
export function refusalCheck(plugin: string, error: unknown): HealthCheck {
  const { code } = isPlatformError(error) ? error : { code: 'kernel.setup_failed' };
  const title = code === 'kernel.invalid_config' ? settingsTitle : `Plugin ${plugin}`;
  const summary = explain(error);
  return { id: `${plugin}.start`, title, check: async () => ({ state: 'failed', code, summary, next: correct }) };
}
