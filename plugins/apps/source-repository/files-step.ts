import { currentTime, isPlatformError } from '#kernel';
import {
  type DatasetSource,
  RunFailure,
  type SourceRun,
  type StepEnd,
  type TreeRow,
} from '#plugins/dataset-sources/contract.ts';
import { headOf, pageOf } from '#plugins/repository-files/contract.ts';
import type { OpenRepository } from '#plugins/repository-hosts/contract.ts';
import { chosenFiles, itemsOf, ROOT, reasons } from './branch-items.ts';
import { optionsOf } from './options.ts';

const MEGABYTE = 1_048_576;
const MAX_FILE = 15 * MEGABYTE;
const MAX_READ = 30 * MEGABYTE;
/** Files that are asked for at once; milliseconds after which a job lets others have their turn. */
const AT_ONCE = 40;
const STEP_TIME = 20_000;
const LFS = 'version https://git-lfs.github.com/spec/';

/** What is kept of a source between runs. */
interface State {
  /** Of the settings it was made for: with others everything is listed again. */
  readonly key: string;
  /** What the files of the tree are of. */
  readonly commit: string;
  readonly branch: string;
  /** Some files did not fit. */
  readonly isFull: boolean;
}

/**
 * Reads a branch: what it names, then what it lists, then the contents that are not here yet, many in one request. Without a new
 * commit the first is all.
 */
export class FilesStep {
  readonly #open: (source: DatasetSource) => Promise<OpenRepository>;

  constructor(open: (source: DatasetSource) => Promise<OpenRepository>) {
    this.#open = open;
  }

  begin(run: SourceRun): Promise<void> {
    return ofAccount(async () => {
      const { source, tree } = run;
      const remote = await this.#open(source);
      const { branch, commit } = await headOf(remote, source.settings.branch);
      const state = (await tree.cursor()) as State | null;
      const key = keyOf(source);
      // A run that was cut off left what is still to be read.
      if (state !== null && state.key === key && state.commit === commit) return tree.carry();
      await tree.restart([ROOT], { key, commit, branch, isFull: false } satisfies State);
    });
  }

  run(run: SourceRun): Promise<StepEnd> {
    return ofAccount(async () => {
      const { tree } = run;
      const state = (await tree.cursor()) as State | null;
      if (state === null) return null;
      let remote: OpenRepository | undefined;
      const opened = async () => {
        remote ??= await this.#open(run.source);
        return remote;
      };
      const root = await tree.nextFolder();
      if (root !== null) await list(run, await opened(), state, root);
      for (const until = currentTime() + STEP_TIME; currentTime() < until; ) {
        run.signal.throwIfAborted();
        if (!(await run.goesOn())) return null;
        const rows = await tree.nextFiles(AT_ONCE);
        if (rows.length === 0) return null;
        await read(run, opened, state, rows);
      }
      return { after: 0 };
    });
  }

  async end(run: SourceRun): Promise<{ readonly areUnseenGone: boolean }> {
    if (((await run.tree.cursor()) as State | null)?.isFull === true) await run.isIncomplete();
    return { areUnseenGone: false };
  }
}

async function list(run: SourceRun, remote: OpenRepository, state: State, root: TreeRow): Promise<void> {
  const { source, tree } = run;
  const { folder } = source.settings;
  const found = await remote.folder(state.commit, folder).catch((error: unknown) => {
    if (!isPlatformError(error) || error.code !== 'git.no_folder') throw error;
    throw new RunFailure(
      `The branch ${state.branch} has no folder ${folder} any more. Documents stay as they are: choose another folder, or remove the source.`,
    );
  });
  const files = chosenFiles(found, source.settings);
  if (files.length === 0) {
    throw new RunFailure(
      'The branch has no file of the chosen kinds in that folder: check the folder and the kinds. Documents stay as they are.',
    );
  }
  const { isFull } = await tree.listed(root, itemsOf(files, await tree.files()));
  if (isFull) await tree.saveCursor({ ...state, isFull } satisfies State);
}

async function read(
  run: SourceRun,
  opened: () => Promise<OpenRepository>,
  state: State,
  rows: readonly TreeRow[],
): Promise<void> {
  const wanted = rows.filter((row) => row.gone === null && reasonOf(row) === null);
  const blobs = wanted.map(({ version }) => version ?? '');
  const contents = blobs.length === 0 ? new Map<string, null>() : await contentsOf(await opened(), blobs);
  for (const row of rows) {
    run.signal.throwIfAborted();
    const reason = reasonOf(row);
    if (row.gone !== null) await run.vanish(row, 'vanished', 'The branch has it no more.');
    else if (reason !== null) await run.vanish(row, 'excluded', reason);
    else await write(run, state, row, contents.get(row.version ?? '') ?? null);
  }
}

async function write(run: SourceRun, { branch }: State, row: TreeRow, bytes: Uint8Array | null): Promise<void> {
  const { settings } = run.source;
  const { documentId, name: path } = row;
  if (bytes === null) {
    const message = `The file has more than ${MAX_FILE / MEGABYTE} MB, the limit.`;
    return run.tree.write(row, { status: 'failed', documentId, message });
  }
  if (Buffer.from(bytes.subarray(0, LFS.length)).toString('latin1') === LFS) {
    return run.vanish(row, 'excluded', 'It is kept in Git LFS: the repository has only a pointer to it.');
  }
  const { provider, repository, at } = optionsOf(settings);
  const whole = settings.folder === '' ? path : `${settings.folder}/${path}`;
  const origin = { url: pageOf({ provider, url: at }, branch, whole), path: whole, repository, branch };
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const result = await run.document(row, { name: path, filename, bytes, isNameKept: true }, origin);
  await run.tree.write(row, result);
}

/** By git's ids of them; null: too large. What is too much for one request is asked for in halves. */
async function contentsOf(
  remote: OpenRepository,
  blobs: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array | null>> {
  try {
    return await remote.read(blobs, { fileBytes: MAX_FILE, bytes: MAX_READ });
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'git.too_large') throw error;
    if (blobs.length === 1) return new Map([[blobs[0] ?? '', null]]);
    const middle = Math.ceil(blobs.length / 2);
    const halves = [blobs.slice(0, middle), blobs.slice(middle)];
    const found = new Map<string, Uint8Array | null>();
    for (const half of halves) for (const [blob, bytes] of await contentsOf(remote, half)) found.set(blob, bytes);
    return found;
  }
}

/** Why it is none that becomes a document. */
function reasonOf({ details }: TreeRow): string | null {
  const { why } = details as { readonly why?: keyof typeof reasons };
  return why === undefined ? null : reasons[why];
}

function keyOf({ accountId, settings }: DatasetSource): string {
  const { url, branch, folder, includePaths, excludePaths, maxPages, options = {} } = settings;
  return JSON.stringify([accountId, url, branch, folder, includePaths, excludePaths, maxPages, options]);
}

/** An account that does not work holds its sources until it does. */
async function ofAccount<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isPlatformError(error) || !error.code.startsWith('connected-accounts.') || error.kind === 'unavailable')
      throw error;
    throw new RunFailure(error.message, { isOfAccount: true });
  }
}
