import { createHash } from 'node:crypto';
import {
  type FoundItem,
  isChosen,
  type SourceSettings,
  type TreeRow,
  usualPaths,
} from '#plugins/dataset-sources/contract.ts';
import type { GitFolder } from '#plugins/repository-hosts/contract.ts';

/** What the source begins with; its files lie in it, by their whole paths. */
export const ROOT: FoundItem = {
  id: '/',
  parent: null,
  title: '',
  isFolder: true,
  version: null,
  target: null,
  details: {},
};

/** Why something is passed over, for people. */
export const reasons = {
  link: 'It is a link: links are not followed.',
  submodule: 'It is a submodule: add its repository as a source of its own.',
  name: 'Its name is none for a file.',
  case: 'Its name differs from that of another file in upper and lower case only.',
} as const;

/** A file of a branch, or what is none and is to be told of. */
export interface BranchFile {
  readonly path: string;
  /** git's id of its content; of what is passed over, why. */
  readonly version: string;
  readonly why: keyof typeof reasons | null;
}

const MAX_ID = 900;

/** Those that the settings choose. What begins with a dot is for programs. */
export function chosenFiles({ files, skipped }: GitFolder, settings: SourceSettings): readonly BranchFile[] {
  const include = settings.includePaths.length === 0 ? usualPaths : settings.includePaths;
  const isWanted = (path: string) =>
    !path.split('/').some((step) => step.startsWith('.')) && isChosen(path, include, settings.excludePaths);
  return [
    ...files.map(({ path, blob }): BranchFile => ({ path, version: blob, why: null })),
    ...skipped.map(({ path, why }): BranchFile => ({ path, version: why, why })),
  ].filter(({ path }) => isWanted(path));
}

/**
 * The files as rows. One that is known by its path stays what it is; one that lies elsewhere now with the same content is the same
 * document, too; others are new.
 */
export function itemsOf(files: readonly BranchFile[], rows: readonly TreeRow[]): readonly FoundItem[] {
  const paths = new Set(files.map(({ path }) => path));
  const byPath = new Map(rows.map((row) => [row.name, row.address]));
  const taken = new Set(rows.map(({ address }) => address));
  const left = new Map<string, string[]>();
  for (const { name, version, address } of rows) {
    if (paths.has(name) || version === null) continue;
    left.set(version, [...(left.get(version) ?? []), address]);
  }
  return files.map(({ path, version, why }) => {
    const known = byPath.get(path) ?? (why === null ? left.get(version)?.shift() : undefined);
    const id = known ?? freeId(path, taken);
    taken.add(id);
    const details = why === null ? {} : { why };
    return { id, parent: ROOT.id, title: path, isFolder: false, version, target: null, details };
  });
}

/** Its path, where none that was moved has that. */
function freeId(path: string, taken: ReadonlySet<string>): string {
  const start = path.length <= MAX_ID ? path : createHash('sha256').update(path).digest('hex');
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? start : `${start}#${count}`;
    if (!taken.has(id)) return id;
  }
}
