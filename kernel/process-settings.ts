import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Environment, readConfigFile, resolveConfig } from './config.ts';
import type { LogLevel } from './logger.ts';
import type { ConfigSection } from './plugin.ts';

interface KernelConfig {
  readonly plugins: readonly string[];
  readonly disabledPlugins: readonly string[];
  readonly logLevel: LogLevel;
  readonly stopSeconds: number;
}

/** The kernel's own section of `weft.json`. */
const section: ConfigSection<KernelConfig> = {
  schema: {
    type: 'object',
    properties: {
      plugins: { type: 'array', items: { type: 'string' }, default: [] },
      disabledPlugins: { type: 'array', items: { type: 'string' }, default: [] },
      logLevel: { enum: ['debug', 'info', 'warn', 'error', 'silent'], default: 'info' },
      stopSeconds: { type: 'number', minimum: 0, default: 10 },
    },
    additionalProperties: false,
  },
  env: {
    WEFT_PLUGINS: 'plugins',
    WEFT_PLUGINS_DISABLED: 'disabledPlugins',
    WEFT_LOG_LEVEL: 'logLevel',
    WEFT_STOP_SECONDS: 'stopSeconds',
  },
};

export interface ProcessSettings {
  /** Absolute path of the data folder. */
  readonly home: string;
  /** Extra folders with plugins. */
  readonly pluginFolders: readonly URL[];
  /** Ids of plugins that are left out. */
  readonly disabledPlugins: readonly string[];
  readonly logLevel: LogLevel;
  /** Milliseconds that running work gets to finish. */
  readonly graceMs: number;
}

/** What has to be known before any plugin is. `WEFT_HOME` is only an environment variable: the file lives in there. */
export async function readProcessSettings(env: Environment): Promise<ProcessSettings> {
  const home = resolve(env.WEFT_HOME || 'data');
  const config = resolveConfig('kernel', section, await readConfigFile(home), env) as KernelConfig;
  return {
    home,
    pluginFolders: config.plugins.map((folder) => pathToFileURL(`${resolve(folder)}/`)),
    disabledPlugins: config.disabledPlugins,
    logLevel: config.logLevel,
    graceMs: config.stopSeconds * 1000,
  };
}
