import type { Pack } from './pack.ts';
import { damaged, Refusal } from './refusal.ts';

/** A line of a folder. The name is kept as it is: what is no text must come out as it went in. */
export interface TreeEntry {
  /** `40000` folder, `100644` and `100755` file, `120000` link, `160000` submodule. */
  readonly mode: string;
  readonly name: Buffer;
  readonly id: string;
}

const idBytes = 20;
const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function* readTree(bytes: Buffer): Generator<TreeEntry> {
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, at);
    const next = end + 1 + idBytes;
    if (space < 0 || end < space || next > bytes.length) throw damaged('a folder of the repository is damaged');
    const mode = bytes.toString('latin1', at, space);
    if (!/^[0-7]{5,6}$/.test(mode)) throw damaged('a folder of the repository is damaged');
    yield { mode, name: bytes.subarray(space + 1, end), id: bytes.toString('hex', end + 1, next) };
    at = next;
  }
}

export function writeTree(entries: readonly TreeEntry[]): Buffer {
  const sorted = entries.toSorted((one, other) => Buffer.compare(sortName(one), sortName(other)));
  return Buffer.concat(
    sorted.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} `), name, Buffer.of(0), Buffer.from(id, 'hex')]),
  );
}

/** Folders stand where their paths would. */
function sortName({ mode, name }: TreeEntry): Buffer {
  return isFolder(mode) ? Buffer.concat([name, Buffer.from('/')]) : name;
}

export function isFolder(mode: string): boolean {
  return mode === '40000' || mode === '040000';
}

export function isFile(mode: string): boolean {
  return /^100[0-7]{3}$/.test(mode);
}

/** The name as text; null where it is none. */
export function textOf(name: Buffer): string | null {
  try {
    return text.decode(name);
  } catch {
    return null;
  }
}

export function folderOf(pack: Pack, id: string): Buffer {
  const bytes = pack.find(id, 'tree');
  if (bytes === null) throw damaged('a folder of the repository did not come');
  return bytes;
}

/** The id of the folder that a commit stands for. */
export function rootOf(pack: Pack, commit: string): string {
  const bytes = pack.find(commit, 'commit');
  if (bytes === null) throw new Refusal('no-commit', 'the commit did not come');
  const id = /^tree ([0-9a-f]{40})\n/.exec(bytes.toString('latin1', 0, 46))?.[1];
  if (id === undefined) throw damaged('the commit is damaged');
  return id;
}

const maxName = 100;
const maxSubject = 200;

/** Who a commit says made it, and the first line of what it says, for people; empty: it says nothing. */
export function saidOf(pack: Pack, commit: string): { readonly author: string; readonly subject: string } {
  const words = pack.find(commit, 'commit')?.toString() ?? '';
  const end = words.indexOf('\n\n');
  const head = end < 0 ? words : words.slice(0, end);
  const plain = (said = '') => said.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim();
  const author = plain(/^author ([^<\n]*)</m.exec(head)?.[1]).slice(0, maxName);
  const subject = end < 0 ? '' : plain(words.slice(end).trimStart().split('\n', 1)[0]).slice(0, maxSubject);
  return { author, subject };
}

const maxTags = 10;

/** The commit that an annotated tag names, which may name a tag again; a commit is its own. */
export function peeled(pack: Pack, id: string): string {
  let current = id;
  for (let tags = 0; tags < maxTags; tags += 1) {
    const tag = pack.find(current, 'tag');
    if (tag === null) return current;
    const target = /^object ([0-9a-f]{40})\n/.exec(tag.toString('latin1', 0, 48))?.[1];
    if (target === undefined) throw damaged('the tag is damaged');
    current = target;
  }
  throw damaged('the tag names tags without end');
}
