import { received } from './client.ts';
import type { CommandContext } from './command.ts';
import { CommandError } from './terminal.ts';

/** The workspaces of a person. */
export async function ownWorkspaces({ client }: CommandContext) {
  if (!client.isPerson) throw new CommandError('nobody', 'That is for a person: sign in with weft login.');
  return (await received(client.api.GET('/console/api/workspaces'))).data;
}
