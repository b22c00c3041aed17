import { type CommandContext, CommandError, printable, received, type Schemas } from '#plugins/commands/contract.ts';

const all = '/console/api/plugins';

/** The installed plugin that was named: by its name, as documents name it, or by its id. */
export async function installedPlugin(context: CommandContext, given: string): Promise<Schemas['PluginInstallation']> {
  const { items } = await received(context.client.api.GET(all));
  const found = items.find(({ id, name, plugin_id: pluginId }) => [id, name, pluginId].includes(given));
  if (found !== undefined) return found;
  const shown = printable(given.slice(0, 80));
  throw new CommandError('not_found', `'${shown}' is not installed here; \`weft plugins installed\` shows what is.`);
}
