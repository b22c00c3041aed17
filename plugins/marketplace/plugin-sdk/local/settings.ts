import { isPlatformError } from '#kernel';
import { checkSettings, partedSettings, requiredOf } from '#plugins/plugin-installs/contract.ts';
import type { PackageManifest } from '#plugins/plugin-packages/contract.ts';
import { badProject } from './sdk-error.ts';

type Settings = Readonly<Record<string, string>>;

/** Whether a server would take these settings, and call the package with them. Throws `plugin-sdk.bad_project`. */
export function assertSettings(manifest: PackageManifest, settings: Settings, remedy: (name: string) => string): void {
  try {
    checkSettings(manifest, settings);
  } catch (error) {
    throw isPlatformError(error) ? badProject(error.message) : error;
  }
  const { plain, secret } = partedSettings(manifest, settings);
  const missing = requiredOf(manifest).find((name) => !Object.hasOwn({ ...plain, ...secret }, name));
  if (missing !== undefined) throw badProject(`The plugin needs the setting ${missing}: ${remedy(missing)}`);
}
