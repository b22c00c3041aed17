import { PlatformError } from '#kernel';
import { MAX_DOCUMENTS } from '#plugins/app-code/contract.ts';
import type { GitFolder, OpenRepository } from '#plugins/repository-hosts/contract.ts';
import type { Link } from './link.ts';

/** A document in the folder. */
export interface HeadFile {
  /** Below the folder. */
  readonly file: string;
  readonly blob: string;
  readonly layoutBlob: string | null;
}

/** What the branch holds. */
export interface HeadState {
  /** null: the repository is empty, or has no such branch yet. */
  readonly commit: string | null;
  /** What the commit says of itself (`GitFolder`). */
  readonly author: string;
  readonly subject: string;
  readonly files: ReadonlyMap<string, HeadFile>;
  readonly environmentBlob: string | null;
  /** What was passed over, each with why. */
  readonly skipped: readonly string[];
}

const MAX_FILE = 10 * 1024 * 1024;
const MAX_BYTES = 60 * 1024 * 1024;
const MAX_SKIPPED = 20;

const why = {
  link: 'a link',
  submodule: 'a submodule',
  name: 'its name is none for a file',
  case: 'its name differs from another in upper and lower case only',
} as const;

export function layoutNameOf(file: string): string {
  return file.replace(/\.(ya?ml)$/i, '.layout.$1');
}

/** A document of an app: in the folder itself, and no layout. */
function isDocument(path: string): boolean {
  return !path.includes('/') && !path.startsWith('.') && /\.ya?ml$/i.test(path) && !/\.layout\.ya?ml$/i.test(path);
}

/** What the folder holds at a commit: one request. Throws `repositories.too_many_documents`, and what git throws. */
export async function readHead(remote: OpenRepository, link: Link, commit: string | null): Promise<HeadState> {
  if (commit === null) return { commit, author: '', subject: '', files: new Map(), environmentBlob: null, skipped: [] };
  const { folder, environmentFile } = link;
  const root = environmentFile === '' ? folder : sharedFolder(folder, environmentFile.replace(/\/?[^/]*$/, ''));
  const found = await folderOf(remote, commit, root);
  const inside = (path: string) => below(path, root === '' ? folder : folder.slice(root.length).replace(/^\//, ''));
  const blobs = new Map<string, string>();
  for (const { path, blob } of found.files) {
    const name = inside(path);
    if (name !== null) blobs.set(name, blob);
  }
  const files = new Map<string, HeadFile>();
  for (const [file, blob] of blobs) {
    if (isDocument(file)) files.set(file, { file, blob, layoutBlob: blobs.get(layoutNameOf(file)) ?? null });
  }
  files.delete(inside(below(environmentFile, root) ?? '') ?? '');
  if (files.size > MAX_DOCUMENTS) throw tooMany(files.size);
  const environmentPath = below(environmentFile, root);
  const environment = found.files.find(({ path }) => environmentFile !== '' && path === environmentPath);
  if (environmentFile !== '' && environment === undefined) throw noEnvironment(environmentFile);
  const skipped = found.skipped.flatMap(({ path, why: reason }) => {
    const name = inside(path);
    return name === null || name.includes('/') ? [] : [`${name.slice(0, 200)} was passed over: it is ${why[reason]}.`];
  });
  const { author, subject } = found;
  return {
    commit,
    author,
    subject,
    files,
    environmentBlob: environment?.blob ?? null,
    skipped: skipped.slice(0, MAX_SKIPPED),
  };
}

/** The texts of files by their blobs: one request. Bytes that are no UTF-8 are refused where they are read. */
export async function readTexts(remote: OpenRepository, blobs: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(blobs)];
  if (wanted.length === 0) return new Map();
  const found = await remote.read(wanted, { fileBytes: MAX_FILE, bytes: MAX_BYTES });
  return new Map([...found].map(([blob, bytes]) => [blob, Buffer.from(bytes).toString('utf8')]));
}

async function folderOf(remote: OpenRepository, commit: string, folder: string): Promise<GitFolder> {
  try {
    return await remote.folder(commit, folder);
  } catch (error) {
    // The first commit of an app makes it.
    if ((error as { code?: unknown }).code === 'git.no_folder')
      return { commit, author: '', subject: '', files: [], skipped: [] };
    throw error;
  }
}

function below(path: string, folder: string): string | null {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}

function sharedFolder(one: string, other: string): string {
  const [first, second] = [one.split('/'), other.split('/')];
  const end = first.findIndex((step, at) => step !== second[at]);
  return (end === -1 ? first : first.slice(0, end)).join('/');
}

function tooMany(count: number): PlatformError {
  const message = `The folder has ${count} documents, and ${MAX_DOCUMENTS} is as many as a link may have: divide it into folders, and link each.`;
  return new PlatformError('invalid', 'repositories.too_many_documents', message);
}

function noEnvironment(file: string): PlatformError {
  const message = `The branch has no environment file ${file}: name another, or none, in the settings of the link.`;
  return new PlatformError('invalid', 'repositories.no_environment', message);
}
