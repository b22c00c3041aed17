import type { GitIdentity } from '#plugins/git/contract.ts';
import { objectId } from '#plugins/git/object-id.ts';
import type { CommitTask } from '#plugins/git/protocol.ts';
import type { Pack } from './pack.ts';
import { type PackedObject, writePack } from './pack-writer.ts';
import { Refusal } from './refusal.ts';
import { folderOf, isFile, isFolder, readTree, rootOf, type TreeEntry, writeTree } from './tree.ts';

/** A file, null for one that goes, or what changes in a folder. */
type Change = Uint8Array | null | Changes;
type Changes = Map<string, Change>;

/** A commit with its changed folders and files, as a pack for a server that has its parent. */
export function makeCommit(pack: Pack | null, task: CommitTask): { readonly id: string; readonly bytes: Buffer } {
  const maker = new TreeMaker(pack);
  const root = pack === null || task.parent === null ? null : rootOf(pack, task.parent);
  const tree = maker.change(root, changesOf(task), '') ?? maker.add('tree', Buffer.alloc(0));
  const id = maker.add('commit', commitText(task, tree));
  return { id, bytes: writePack(maker.objects()) };
}

function changesOf({ changes }: CommitTask): Changes {
  const root: Changes = new Map();
  for (const { path, bytes } of changes) {
    const names = path.split('/');
    const last = names.pop() ?? '';
    let folder = root;
    for (const name of names) {
      const next = folder.get(name) ?? new Map<string, Change>();
      if (!(next instanceof Map)) throw taken(path);
      folder.set(name, next);
      folder = next;
    }
    if (folder.has(last)) throw taken(path);
    folder.set(last, bytes);
  }
  return root;
}

class TreeMaker {
  readonly #pack: Pack | null;
  readonly #objects = new Map<string, PackedObject>();

  constructor(pack: Pack | null) {
    this.#pack = pack;
  }

  objects(): readonly PackedObject[] {
    return [...this.#objects.values()];
  }

  add(type: PackedObject['type'], bytes: Uint8Array): string {
    const id = objectId(type, bytes);
    this.#objects.set(id, { type, bytes });
    return id;
  }

  /** The folder's id after the changes; null: nothing is left of it. */
  change(id: string | null, changes: Changes, above: string): string | null {
    const entries = id === null || this.#pack === null ? [] : [...readTree(folderOf(this.#pack, id))];
    const left: TreeEntry[] = [];
    const old = new Map<string, TreeEntry>();
    for (const entry of entries) {
      const name = entry.name.toString();
      if (changes.has(name) && Buffer.from(name).equals(entry.name)) old.set(name, entry);
      else left.push(entry);
    }
    for (const [name, change] of changes) {
      const entry = this.#changed(name, change, old.get(name), above);
      if (entry !== null) left.push(entry);
    }
    if (left.length === 0) return null;
    const bytes = writeTree(left);
    const next = objectId('tree', bytes);
    return next === id ? next : this.add('tree', bytes);
  }

  #changed(name: string, change: Change, old: TreeEntry | undefined, above: string): TreeEntry | null {
    const path = `${above}${name}`;
    if (change instanceof Map) {
      if (old !== undefined && !isFolder(old.mode)) throw taken(path);
      const id = this.change(old?.id ?? null, change, `${path}/`);
      return id === null ? null : { mode: '40000', name: Buffer.from(name), id };
    }
    // A link or a submodule is nobody's to replace here.
    if (old !== undefined && !isFile(old.mode)) throw taken(path);
    if (change === null) return null;
    const id = objectId('blob', change);
    if (id !== old?.id) this.add('blob', change);
    return { mode: old?.mode ?? '100644', name: Buffer.from(name), id };
  }
}

function taken(path: string): Refusal {
  return new Refusal('path', `There is something else than a file at ${JSON.stringify(path.slice(0, 300))}.`);
}

function commitText({ parent, author, committer, message, at }: CommitTask, tree: string): Buffer {
  const seconds = Math.floor(at / 1000);
  const lines = [
    `tree ${tree}`,
    ...(parent === null ? [] : [`parent ${parent}`]),
    `author ${identity(author)} ${seconds} +0000`,
    `committer ${identity(committer)} ${seconds} +0000`,
    '',
    message.replaceAll('\0', '').replaceAll('\r\n', '\n').trimEnd(),
    '',
  ];
  return Buffer.from(lines.join('\n'));
}

/** Name and address end at these characters. */
function identity({ name, email }: GitIdentity): string {
  const plain = (text: string) => text.replace(/[\p{Cc}<>\s]+/gu, ' ').trim();
  const address = plain(email).replaceAll(' ', '');
  return `${plain(name) || address || 'unknown'} <${address}>`;
}
