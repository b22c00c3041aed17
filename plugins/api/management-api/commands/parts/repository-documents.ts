import { type CommandContext, CommandError, received } from '#plugins/commands/contract.ts';

/** A document of an app, with the path it was found at. */
export interface FoundDocument {
  readonly path: string;
  readonly yaml: string;
}

const AT_ONCE = 50;

/** What `--repository`, `--branch` and `--path` name: a file, or the documents that lie in a folder. */
export async function repositoryDocuments(context: CommandContext): Promise<readonly FoundDocument[]> {
  const { options, client } = context;
  const named = String(options.repository);
  const path = String(options.path ?? '').replace(/^\/+|\/+$/g, '');
  const place = {
    ...(/^[0-9a-f-]{36}$/i.test(named) ? { repository_id: named } : { url: named }),
    ...(options.account !== undefined && { account_id: String(options.account) }),
    branch: String(options.branch ?? ''),
  };
  const { data, branch } = await received(client.api.POST('/console/api/repository-files', { body: place }));
  const below = path === '' ? '' : `${path}/`;
  const inFolder = data.filter(
    (file) => file.startsWith(below) && !file.slice(below.length).includes('/') && isDocument(file),
  );
  const paths = data.includes(path) ? [path] : inFolder;
  if (paths.length === 0) {
    const where = path === '' ? 'at its top' : `at ${path}`;
    throw new CommandError(
      'no_file',
      `The branch ${branch} has no document ${where}: name a YAML file, or a folder of them, with --path.`,
    );
  }
  const found: FoundDocument[] = [];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const body = { ...place, branch, paths: paths.slice(start, start + AT_ONCE) };
    const texts = await received(client.api.POST('/console/api/repository-texts', { body }));
    found.push(...texts.data.map(({ path: file, text }) => ({ path: file, yaml: text })));
  }
  return found;
}

function isDocument(path: string): boolean {
  return /\.ya?ml$/i.test(path) && !/\.layout\.ya?ml$/i.test(path);
}
