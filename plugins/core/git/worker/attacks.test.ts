import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ObjectType, objectId } from '#plugins/git/object-id.ts';
import { type FolderContent, packLimits } from '#plugins/git/protocol.ts';
import { run } from './main.ts';

/** What stands in a pack: its kind (6 and 7: a difference), what its head says, and what is unpacked. */
interface Raw {
  readonly kind: number;
  readonly head?: Uint8Array;
  readonly bytes: Uint8Array;
  readonly size?: number;
}

const kinds: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const raw = (type: ObjectType, bytes: Uint8Array): Raw => ({ kind: kinds[type], bytes });

function entry({ kind, head = Buffer.of(), bytes, size = bytes.length }: Raw): Buffer {
  const sizes = [(kind << 4) | (size % 16)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) | 128;
    sizes.push(rest % 128);
  }
  return Buffer.concat([Buffer.from(sizes), head, deflateSync(bytes, { level: 1 })]);
}

function packOf(entries: readonly Raw[], count = entries.length): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(count, 8);
  return sealed(Buffer.concat([head, ...entries.map(entry)]));
}

const sealed = (body: Uint8Array) => Buffer.concat([body, createHash('sha1').update(body).digest()]);

function tree(...entries: readonly (readonly [string, string | Uint8Array, string])[]): Buffer {
  return Buffer.concat(
    entries.flatMap(([mode, name, id]) => [
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.of(0),
      Buffer.from(id, 'hex'),
    ]),
  );
}

const commit = (root: string) => Buffer.from(`tree ${root}\nauthor a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nx\n`);
const limits = packLimits;
const none = '1'.repeat(40);

/** What is answered for the folder of a commit whose root is the last of the trees. */
async function list(trees: readonly Uint8Array[], more: readonly Raw[] = []): Promise<FolderContent | string> {
  const root = commit(objectId('tree', trees.at(-1) ?? Buffer.of()));
  const bytes = packOf([raw('commit', root), ...trees.map((one) => raw('tree', one)), ...more]);
  const reply = await run({ kind: 'folder', bytes, limits, commit: objectId('commit', root), folder: '' });
  return reply.ok
    ? (JSON.parse(Buffer.from(reply.content).toString()) as FolderContent)
    : `${reply.reason}: ${reply.message}`;
}

async function read(bytes: Uint8Array, blob: string, objectBytes = 1000): Promise<string> {
  const task = { kind: 'read', bytes, limits: { ...limits, objectBytes }, blobs: [blob], most: 4000 } as const;
  const reply = await run(task);
  return reply.ok ? Buffer.from(reply.content.subarray(4)).toString() : `${reply.reason}: ${reply.message}`;
}

describe('trees of others', () => {
  it('name what they hold, and what is passed over', async () => {
    const odd = ['..', '.', '', '.git', '.GIT', 'git~1', '.g\u200cit', '.git .', 'a\nb', 'a\\b', 'a/b', '\u2028'];
    const entries = [
      ['100644', 'App.yml', none],
      ['120000', 'link', none],
      ['160000', 'module', none],
      ['100755', 'run.sh', none],
      ['100644', 'app.yml', none],
      ['100644', 'é', none],
      ['100644', 'e\u0301', none],
      ['100644', Buffer.of(0xff, 0x41), none],
      ...odd.map((name) => ['100644', name, none] as const),
    ] as const;
    const found = await list([tree(...entries)]);
    expect(found).toMatchObject({ files: [['run.sh', none, true]] });
    const { skipped } = found as FolderContent;
    const by = (why: string) => skipped.filter(([, one]) => one === why).map(([path]) => path);
    expect([by('link'), by('submodule'), by('case')]).toEqual([
      ['link'],
      ['module'],
      ['App.yml', 'app.yml', 'é', 'e\u0301'],
    ]);
    expect(by('name')).toHaveLength(odd.length + 1);
    expect(by('name').join('')).not.toMatch(/[\p{Cc}\p{Zl}]/u);
  });

  it('end, however they hold themselves', async () => {
    // A tree that names itself would need its own checksum in it; one that is claimed to is one that did not come.
    expect(await list([tree(['40000', 'self', none])])).toBe('broken: a folder of the repository did not come');
    let level = tree(['120000', 'a', none]);
    const doubling = [level];
    for (let depth = 0; depth < 40; depth += 1) {
      const id = objectId('tree', level);
      level = tree(['40000', 'a', id], ['40000', 'b', id]);
      doubling.push(level);
    }
    expect(await list(doubling)).toBe('too-large: it has more than 200000 names');
    const deep = [tree(['100644', 'a', none])];
    for (let depth = 0; depth < 150; depth += 1)
      deep.push(tree(['40000', 'a', objectId('tree', deep.at(-1) ?? level)]));
    expect(await list(deep)).toBe('too-large: its folders are more than 100 deep');
  });

  it('end with very many names, and with none', async () => {
    const lines = Array.from({ length: 250_000 }, (_, index) => `100644 ${index}\0aaaaaaaaaaaaaaaaaaaa`);
    expect(await list([Buffer.from(lines.join(''), 'latin1')])).toMatch(/^too-large: it has more than 50000 files$/);
    expect(await list([Buffer.of()])).toEqual({ author: 'a', subject: 'x', files: [], skipped: [] });
    for (const bad of ['100644 a\0short', 'rwx a\0aaaaaaaaaaaaaaaaaaaa', 'garbage', '100644 a']) {
      expect(await list([Buffer.from(bad)]), bad).toBe('broken: a folder of the repository is damaged');
    }
    const bytes = packOf([raw('commit', Buffer.from('tree gone'))]);
    const id = objectId('commit', Buffer.from('tree gone'));
    expect(await run({ kind: 'folder', bytes, limits, commit: id, folder: '' })).toMatchObject({ reason: 'broken' });
    expect(await run({ kind: 'folder', bytes, limits, commit: none, folder: '' })).toMatchObject({
      reason: 'no-commit',
    });
  });
});

it('what a commit says of itself is a short line, and steers no terminal', async () => {
  const root = Buffer.of();
  const author = 'author Eve\u202e\u0007 <e> 1 +0000';
  const said = Buffer.from(`tree ${objectId('tree', root)}\n${author}\n\n${'x'.repeat(9_000)}\nmore`);
  const bytes = packOf([raw('commit', said), raw('tree', root)]);
  const reply = await run({ kind: 'folder', bytes, limits, commit: objectId('commit', said), folder: '' });
  const content = reply.ok ? JSON.parse(Buffer.from(reply.content).toString()) : null;
  expect(content).toMatchObject({ author: 'Eve', subject: 'x'.repeat(200) });
});

describe('packs of others', () => {
  const blob = Buffer.from('content');
  const id = objectId('blob', blob);
  const whole = packOf([raw('blob', blob)]);

  it('must be whole', async () => {
    expect(await read(whole, id)).toBe('content');
    const flipped = Buffer.from(whole);
    flipped[20] = (flipped[20] ?? 0) ^ 1;
    const bad: Readonly<Record<string, Uint8Array>> = {
      empty: Buffer.of(),
      'no pack': Buffer.alloc(100, 'x'),
      cut: whole.subarray(0, -3),
      flipped,
      'fewer objects than it says': packOf([raw('blob', blob)], 2),
      'more bytes than objects': sealed(Buffer.concat([whole.subarray(0, -20), Buffer.from('more')])),
      'larger than its head': packOf([{ kind: 3, bytes: Buffer.alloc(900), size: 10 }]),
      'smaller than its head': packOf([{ kind: 3, bytes: blob, size: 900 }]),
      'no type': packOf([{ kind: 0, bytes: blob }]),
      'another type': packOf([{ kind: 5, bytes: blob }]),
      'no compressed bytes': sealed(Buffer.concat([whole.subarray(0, 13), Buffer.alloc(20, 0xff)])),
    };
    for (const [name, bytes] of Object.entries(bad)) expect(await read(bytes, id), name).toMatch(/^broken: /);
    const many = packOf([raw('blob', blob)], 4_000_000_000);
    expect(await read(many, id)).toBe('too-large: it has more than 500000 objects');
  });

  it('are refused for a file that is too large before it is unpacked', async () => {
    const bomb = packOf([raw('blob', Buffer.alloc(2_000_000))]);
    expect(await read(bomb, id)).toBe('too-large: a file in it is larger than 1 KB');
    const several = [1, 2, 3, 4, 5].map((fill) => Buffer.alloc(1000, fill));
    const blobs = several.map((bytes) => objectId('blob', bytes));
    const bytes = packOf(several.map((one) => raw('blob', one)));
    expect(await run({ kind: 'read', bytes, limits, blobs, most: 4000 })).toMatchObject({ reason: 'too-large' });
    const total = { ...limits, totalBytes: 4000 };
    expect(await run({ kind: 'read', bytes, limits: total, blobs, most: 9000 })).toMatchObject({ reason: 'too-large' });
  });

  it('hold differences that lead nowhere', async () => {
    const back = (distance: number) => Buffer.of(distance);
    const first = entry(raw('blob', blob)).length;
    const onTop = (delta: readonly number[], head: Uint8Array = back(first)) =>
      packOf([raw('blob', blob), { kind: 6, head, bytes: Buffer.from(delta) }]);
    const good = Buffer.from('contCONTENT');
    const change = [7, 11, 0x90, 4, 7, ...Buffer.from('CONTENT')];
    expect(await read(onTop(change), objectId('blob', good))).toBe('contCONTENT');
    const byId = (base: string) =>
      packOf([{ kind: 7, head: Buffer.from(base, 'hex'), bytes: Buffer.from(change) }, raw('blob', blob)]);
    expect(await read(byId(id), objectId('blob', good))).toBe('contCONTENT');
    expect(await read(byId(none), objectId('blob', good))).toMatch(/^no-commit: /);
    const bad: Readonly<Record<string, Uint8Array>> = {
      'of another base': onTop([8, 11, 0x90, 4]),
      'copies from beyond': onTop([7, 11, 0x91, 5, 11]),
      'copies too much': onTop([7, 3, 0x90, 7]),
      'copies too little': onTop([7, 30, 0x90, 7]),
      'an order of nothing': onTop([7, 3, 0]),
      'cut in its size': onTop([7, 0x80]),
      'cut in an order': onTop([7, 3, 0x9f, 0]),
      'its base is itself': onTop(change, back(0)),
      'its base is no object': onTop(change, back(3)),
      'its base is before the pack': onTop(change, Buffer.of(0xff, 0xff, 0x7f)),
    };
    for (const [name, bytes] of Object.entries(bad)) expect(await read(bytes, id), name).toMatch(/^broken: /);
    expect(await read(onTop([7, 0x80, 0x80, 0x80, 0x10, 0x90, 7]), id)).toMatch(/^too-large: /);
  });

  it('hold chains of differences that never end', async () => {
    const first = entry(raw('blob', blob)).length;
    const step: Raw = { kind: 6, bytes: Buffer.of(7, 7, 0x90, 7) };
    const length = entry(step).length + 1;
    const chain = Array.from({ length: 5000 }, (_, index) => ({
      ...step,
      head: Buffer.of(index === 0 ? first : length),
    }));
    expect(await read(packOf([raw('blob', blob), ...chain]), id)).toBe('content');
  });
});
