import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { changed } from '#plugins/studio/web/contract.tsx';

export type Installation = Schemas['PluginInstallation'];
export type Permission = Schemas['PluginPermission'];
export type Plan = Schemas['PluginPlan'];

/** After something was installed, changed or removed: it may bring tools and models, too. */
export function pluginsChanged(): void {
  changed(...['/console/api/plugin', '/console/api/tools', '/console/api/providers', '/console/api/models']);
}
