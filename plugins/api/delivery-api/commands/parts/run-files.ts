import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  appOf,
  type CommandContext,
  CommandError,
  pairsOption,
  received,
  UsageError,
} from '#plugins/commands/contract.ts';

/** A file as requests name it; of what type it is, its name says. */
type FileReference = {
  readonly type: 'custom';
  readonly transfer_method: 'local_file';
  readonly upload_file_id: string;
};

/** Options of commands that give a run files. */
export const fileOptions = {
  file: pairsOption,
  attach: { type: 'string', multiple: true },
} as const;

/** Uploads what `--file` and `--attach` name, for a run of the published app or of its draft. */
export async function uploaded(context: CommandContext): Promise<{
  /** Lists of files by the names of inputs; one file is also what an input takes that is no list. */
  readonly inputs: Readonly<Record<string, readonly FileReference[]>>;
  readonly files: readonly FileReference[];
}> {
  const inputs: Record<string, FileReference[]> = {};
  for (const pair of texts(context.options.file)) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--file takes input=PATH, not '${pair}'; --attach takes a path`);
    const name = pair.slice(0, at);
    inputs[name] = [...(inputs[name] ?? []), await upload(context, pair.slice(at + 1))];
  }
  const files: FileReference[] = [];
  for (const path of texts(context.options.attach)) files.push(await upload(context, path));
  return { inputs, files };
}

function texts(values: CommandContext['options'][string]): readonly string[] {
  return Array.isArray(values) ? values : [];
}

async function upload(context: CommandContext, path: string): Promise<FileReference> {
  const file = resolve(context.terminal.directory, path);
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('no_file', `${file} can't be read (${error.code}); name a file.`);
  });
  const form = new FormData();
  form.append('file', new File([new Uint8Array(content)], basename(file)));
  const sent = { params: { path: appOf(context) }, body: { file: '' } as never, bodySerializer: () => form };
  const { api } = context.client;
  const { id } = await received(
    context.options.draft === true
      ? api.POST('/console/api/apps/{app_id}/draft/files', sent)
      : api.POST('/console/api/apps/{app_id}/files', sent),
  );
  return { type: 'custom', transfer_method: 'local_file', upload_file_id: id };
}
