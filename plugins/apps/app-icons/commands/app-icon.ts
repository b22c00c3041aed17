import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { appOf, type Command, CommandError, positional, print, received } from '#plugins/commands/contract.ts';

export const commands: readonly Command[] = [
  {
    name: 'apps icon',
    positionals: ['ID', 'FILE'],
    options: {},
    usage: 'weft apps icon ID FILE',
    summary: 'make the middle of a picture the icon of an app',
    async run(context) {
      const file = resolve(context.terminal.directory, positional(context, 1));
      const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError('no_file', `${file} can't be read (${error.code}); name a picture.`);
      });
      const form = new FormData();
      form.append('file', new File([new Uint8Array(content)], basename(file)));
      const body = { body: { file: '' } as never, bodySerializer: () => form };
      const params = { path: appOf(context) };
      const answer = await received(context.client.api.PUT('/console/api/apps/{app_id}/icon', { params, ...body }));
      print(context, answer, () => ['The picture is its icon.']);
    },
  },
];
