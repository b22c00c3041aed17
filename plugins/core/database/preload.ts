import type { Preload } from '#kernel';
import { type DatabaseConfig, databaseConfig } from './configuration.ts';
import { closeDataFolder, type DataFolder, openDataFolder } from './data-folder.ts';

const begun = new Map<string, Promise<DataFolder>>();

/** The embedded database opens, in its thread, while this one imports the plugins. */
export const preload: Preload<DatabaseConfig> = {
  config: databaseConfig,
  begin({ home, config }) {
    if (config.url !== '') return () => {};
    const opening = openDataFolder(home, config);
    // Whoever takes it over hears why it failed.
    opening.catch(() => {});
    begun.set(home, opening);
    return async () => {
      if (begun.get(home) !== opening) return;
      begun.delete(home);
      await opening.then(closeDataFolder, () => {});
    };
  },
};

/** What was begun for this folder, for its one taker. */
export function takePreloaded(home: string): Promise<DataFolder> | undefined {
  const opening = begun.get(home);
  begun.delete(home);
  return opening;
}
