import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { invalidate } from '#plugins/studio/web/contract.tsx';

export type Installation = Schemas['PluginInstallation'];
export type Permission = Schemas['PluginPermission'];
export type Plan = Schemas['PluginPlan'];

/** After something was installed, changed or removed: it may bring tools and models, too. */
export function pluginsChanged(): void {
  invalidate('/console/api/plugins', '/console/api/plugin-catalogue');
  invalidate('/console/api/tools', '/console/api/providers', '/console/api/models');
}
