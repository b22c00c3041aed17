import { endianness } from 'node:os';
import { sql } from 'kysely';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { IndexPlace } from './contract.ts';

/** What the vectors of an index have in common. Never changed while there is an index. */
export interface VectorSpace {
  readonly dimensions: number;
  readonly centre: Float32Array;
}

const isLittleEndian = endianness() === 'LE';

/** undefined: the index has no vectors yet. */
export async function readSpace(db: OpenTransaction, place: IndexPlace): Promise<VectorSpace | undefined> {
  const { rows } = await sql<{ dimensions: number; centre: Buffer }>`
    select dimensions, centre from knowledge_vector_spaces
    where workspace_id = ${place.workspaceId} and index_id = ${place.indexId}`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { dimensions: row.dimensions, centre: fromBytes(row.centre) };
}

/** The space that was there, where others made one at the same time: waits for them. */
export async function makeSpace(db: OpenTransaction, place: IndexPlace, space: VectorSpace): Promise<VectorSpace> {
  await sql`
    insert into knowledge_vector_spaces (workspace_id, index_id, dimensions, centre)
    values (${place.workspaceId}, ${place.indexId}, ${space.dimensions}, ${toBytes(space.centre)})
    on conflict do nothing`.execute(db);
  return (await readSpace(db, place)) ?? space;
}

function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.slice().buffer);
  return isLittleEndian ? bytes : bytes.swap32();
}

function fromBytes(bytes: Buffer): Float32Array {
  const copy = Buffer.from(Uint8Array.from(bytes).buffer);
  return new Float32Array((isLittleEndian ? copy : copy.swap32()).buffer);
}
