import { isName, sameOnSome } from '#plugins/git/names.ts';
import type { FolderContent, FolderTask, PackLimits } from '#plugins/git/protocol.ts';
import type { Pack } from './pack.ts';
import { exceeds, Refusal } from './refusal.ts';
import { folderOf, isFile, isFolder, peeled, readTree, rootOf, saidOf, type TreeEntry, textOf } from './tree.ts';

type File = FolderContent['files'][number];
type Skipped = FolderContent['skipped'][number];

const maxDepth = 100;
const maxSkipped = 1000;
/** Characters of a name that is none, as it is told. */
const shownName = 200;

/** The files below a folder, and what is passed over on the way. */
export function listFolder(pack: Pack, { commit, folder, limits }: FolderTask): FolderContent {
  const named = peeled(pack, commit);
  let id = rootOf(pack, named);
  for (const name of folder === '' ? [] : folder.split('/')) {
    const entry = readTree(folderOf(pack, id)).find((one) => textOf(one.name) === name);
    if (entry === undefined || !isFolder(entry.mode)) {
      throw new Refusal('no-folder', `The repository has no folder ${JSON.stringify(folder)} at this commit.`);
    }
    id = entry.id;
  }
  const walk = new Walk(pack, limits);
  walk.visit(id, '', 0);
  return { ...saidOf(pack, named), ...walk.result() };
}

class Walk {
  readonly #pack: Pack;
  readonly #limits: PackLimits;
  readonly #files: File[] = [];
  readonly #skipped: Skipped[] = [];
  #names = 0;

  constructor(pack: Pack, limits: PackLimits) {
    this.#pack = pack;
    this.#limits = limits;
  }

  visit(id: string, above: string, depth: number): void {
    if (depth > maxDepth) throw exceeds(`its folders are more than ${maxDepth} deep`);
    for (const entry of readTree(folderOf(this.#pack, id))) {
      // Folders count as well, for the same one may be in many places.
      this.#names += 1;
      if (this.#names > this.#limits.names) throw exceeds(`it has more than ${this.#limits.names} names`);
      this.#take(entry, above, depth);
    }
  }

  #take({ mode, name, id }: TreeEntry, above: string, depth: number): void {
    const text = textOf(name);
    if (text === null || !isName(text)) this.#skip(`${above}${shown(name)}`, 'name');
    else if (isFolder(mode)) this.visit(id, `${above}${text}/`, depth + 1);
    else if (mode === '160000') this.#skip(`${above}${text}`, 'submodule');
    else if (!isFile(mode)) this.#skip(`${above}${text}`, 'link');
    else {
      if (this.#files.length >= this.#limits.files) throw exceeds(`it has more than ${this.#limits.files} files`);
      this.#files.push([`${above}${text}`, id, (Number.parseInt(mode, 8) & 0o111) !== 0]);
    }
  }

  #skip(path: string, why: Skipped[1]): void {
    if (this.#skipped.length < maxSkipped) this.#skipped.push([path, why]);
  }

  /** Of files that some systems take for one, none can be told to be the one. */
  result(): Pick<FolderContent, 'files' | 'skipped'> {
    const counts = new Map<string, number>();
    for (const [path] of this.#files) counts.set(sameOnSome(path), (counts.get(sameOnSome(path)) ?? 0) + 1);
    const isAlone = ([path]: File) => counts.get(sameOnSome(path)) === 1;
    for (const file of this.#files) if (!isAlone(file)) this.#skip(file[0], 'case');
    return { files: this.#files.filter(isAlone), skipped: this.#skipped };
  }
}

function shown(name: Buffer): string {
  return name
    .toString()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
    .slice(0, shownName);
}
