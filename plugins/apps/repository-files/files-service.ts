import { PlatformError } from '#kernel';
import type { RepositoryLinks } from '#plugins/repositories/contract.ts';
import type { GitFolder, OpenRepository, Person, RepositoryHosts } from '#plugins/repository-hosts/contract.ts';
import { headOf, noBranch } from './branch-head.ts';
import type { BranchFiles, RepositoryFiles, RepositoryWish } from './contract.ts';

const MEGABYTE = 1_048_576;
const MAX_FILES = 20_000;
const MAX_SKIPPED = 50;
const readLimits = { fileBytes: 10 * MEGABYTE, bytes: 20 * MEGABYTE };

const why = {
  link: 'it is a link',
  submodule: 'it is a submodule',
  name: 'its name is none for a file',
  case: 'its name differs from another in upper and lower case only',
} as const;

export interface FilesParts {
  readonly hosts: RepositoryHosts;
  readonly links: RepositoryLinks;
}

/** Looks into repositories for somebody, and reads texts of them. Changes nothing. */
export class FilesService implements RepositoryFiles {
  readonly #parts: FilesParts;

  constructor(parts: FilesParts) {
    this.#parts = parts;
  }

  async place(person: Person, { accountId, repositoryId, url, repository }: RepositoryWish) {
    const { hosts, links } = this.#parts;
    if (repositoryId === null) {
      return hosts.place(person, { accountId, url, ...(repository !== undefined && { repository }) });
    }
    if (accountId !== null) throw invalid('account_id', 'Name an account or a linked repository, not both.');
    const link = await links.place(person.workspaceId, repositoryId);
    if (link === null) throw noRepository();
    // Whoever lent it an account lent it to the link.
    if (link.accountId !== null) {
      throw invalid('repository_id', 'This repository is linked with an account: name that account instead.');
    }
    return { ...link, owner: null };
  }

  async list(person: Person, wish: RepositoryWish, wanted: string): Promise<BranchFiles> {
    const remote = await this.#open(person, wish);
    const refs = await remote.refs(['HEAD', 'refs/heads/']);
    const heads = new Map(
      refs.flatMap(({ name, id }) => (name.startsWith('refs/heads/') ? [[name.slice(11), id] as const] : [])),
    );
    const first = refs.find(({ name }) => name === 'HEAD')?.target?.replace(/^refs\/heads\//, '');
    const branches = [...heads.keys()].sort((a, b) => Number(b === first) - Number(a === first) || (a < b ? -1 : 1));
    const branch = wanted === '' ? (branches[0] ?? '') : wanted;
    const commit = heads.get(branch) ?? null;
    if (commit === null) {
      if (wanted !== '') throw noBranch(wanted);
      return { branches, branch, commit, files: [], hasMore: false, skipped: [] };
    }
    const { files, skipped } = await remote.folder(commit, '');
    const paths = files.map(({ path }) => path).sort();
    return {
      branches,
      branch,
      commit,
      files: paths.slice(0, MAX_FILES),
      hasMore: paths.length > MAX_FILES,
      skipped: skipped.slice(0, MAX_SKIPPED).map((one) => `${one.path.slice(0, 200)} is passed over: ${why[one.why]}.`),
    };
  }

  async read(person: Person, wish: RepositoryWish, of: { readonly branch: string; readonly paths: readonly string[] }) {
    const remote = await this.#open(person, wish);
    const { branch, commit } = await headOf(remote, of.branch);
    const found = await remote.folder(commit, '');
    const blobs = of.paths.map((path) => blobAt(found, path));
    const contents = await remote.read(blobs, readLimits);
    const files = of.paths.map((path, at) => ({ path, text: textOf(path, contents.get(blobs[at] ?? '')) }));
    return { branch, commit, files };
  }

  async #open(person: Person, wish: RepositoryWish): Promise<OpenRepository> {
    const { owner, ...place } = await this.place(person, wish);
    return this.#parts.hosts.open(place, owner);
  }
}

function blobAt({ files, skipped }: GitFolder, path: string): string {
  const file = files.find((one) => one.path === path);
  if (file !== undefined) return file.blob;
  const reason = skipped.find((one) => one.path === path);
  const message =
    reason === undefined
      ? `The branch has no file ${JSON.stringify(path.slice(0, 200))}: take one of those that are listed.`
      : `${path.slice(0, 200)} can't be taken: ${why[reason.why]}.`;
  throw new PlatformError('not-found', 'repository-files.no_file', message, { field: 'paths' });
}

function textOf(path: string, bytes: Uint8Array | undefined): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw invalid('paths', `${path.slice(0, 200)} is no text in UTF-8.`);
}

function noRepository(): PlatformError {
  const message = 'The workspace has no such linked repository: choose another, or link it.';
  return new PlatformError('not-found', 'repository-files.no_repository', message, { field: 'repository_id' });
}

function invalid(field: string, message: string): PlatformError {
  return new PlatformError('invalid', 'repository-files.invalid', message, { field });
}
