import type { Kysely } from 'kysely';
import { type CommitEntry, entry } from '#plugins/database/contract.ts';
import { openDatabase } from '#plugins/database/open-database.ts';
import { NoteSink, type NoteTables } from './notes.ts';
import { silentLogger } from './silent-logger.ts';

/**
 * A process of its own that writes notes until it is killed: by group commit with even numbers, always two at a time,
 * and by statements of their own with odd ones. It prints each number after it was told that the note is committed.
 */
const [, , home = '', url = '', from = '0'] = process.argv;
const { database, groupCommit, ready } = await openDatabase({ home, url, poolSize: 4, logger: silentLogger });
await ready;
const db: Kysely<NoteTables> = database.system<NoteTables>();
const sink = new NoteSink();
let next = Number(from);

async function writeByGroup(): Promise<void> {
  for (;;) {
    next += 4;
    const ids = [next, next + 2];
    const entries: CommitEntry[] = ids.map((id) => entry(sink, { id, text: 'group' }));
    await groupCommit.add(entries);
    process.stdout.write(`${ids.join('\n')}\n`);
  }
}

async function writeAlone(): Promise<void> {
  for (let id = Number(from) + 1; ; id += 2) {
    await db.insertInto('notes').values({ id, text: 'alone' }).execute();
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all([writeByGroup(), writeByGroup(), writeAlone()]);
