import type { PackReply, PackTask, ReadTask } from '#plugins/git/protocol.ts';
import { makeCommit } from './commit.ts';
import { listFolder } from './folder.ts';
import { Pack } from './pack.ts';
import { exceeds, Refusal, size } from './refusal.ts';

/** What a confined process does with its task. */
export async function run(task: PackTask): Promise<PackReply> {
  try {
    return { ok: true, content: answer(task) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason, message: error.message };
    return { ok: false, reason: 'broken', message: 'the pack is damaged' };
  }
}

function answer(task: PackTask): Uint8Array {
  switch (task.kind) {
    case 'folder':
      return Buffer.from(
        JSON.stringify(listFolder(new Pack(task.bytes, task.limits, ['commit', 'tree', 'tag']), task)),
      );
    case 'read':
      return readFiles(new Pack(task.bytes, task.limits, ['blob']), task);
    case 'commit': {
      const pack = task.parent === null ? null : new Pack(task.bytes, task.limits, ['commit', 'tree']);
      const { id, bytes } = makeCommit(pack, task);
      return Buffer.concat([Buffer.from(id), bytes]);
    }
  }
}

function readFiles(pack: Pack, { blobs, most }: ReadTask): Buffer {
  let length = 0;
  const pieces = blobs.flatMap((id) => {
    const bytes = pack.find(id, 'blob');
    if (bytes === null) throw new Refusal('no-commit', 'a file did not come');
    length += bytes.length;
    if (length > most) throw exceeds(`its files are larger than ${size(most)} together`);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(bytes.length);
    return [head, bytes];
  });
  return Buffer.concat(pieces);
}
