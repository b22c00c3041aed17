import { endianness } from 'node:os';
import { sql } from 'kysely';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { IndexPlace } from './contract.ts';

/** What the vectors of an index have in common. Never changed while there is an index, but for `told`. */
export interface VectorSpace {
  readonly dimensions: number;
  readonly centre: Float32Array;
  /** Id of the contributed vector index that was told of all vectors since the first; "": none was. */
  readonly told: string;
}

const isLittleEndian = endianness() === 'LE';

/** undefined: the index has no vectors yet. */
export async function readSpace(db: OpenTransaction, place: IndexPlace): Promise<VectorSpace | undefined> {
  const { rows } = await sql<{ dimensions: number; centre: Buffer; told: string }>`
    select dimensions, centre, told from knowledge_vector_spaces
    where workspace_id = ${place.workspaceId} and index_id = ${place.indexId}`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { ...row, centre: fromBytes(row.centre) };
}

/** The space that was there, where others made one at the same time: waits for them. */
export async function makeSpace(db: OpenTransaction, place: IndexPlace, space: VectorSpace): Promise<VectorSpace> {
  await sql`
    insert into knowledge_vector_spaces (workspace_id, index_id, dimensions, centre, told)
    values (${place.workspaceId}, ${place.indexId}, ${space.dimensions}, ${toBytes(space.centre)}, ${space.told})
    on conflict do nothing`.execute(db);
  return (await readSpace(db, place)) ?? space;
}

/** Vectors are written that the vector index is not told of: it can't be asked any more. */
export async function forgetTold(db: OpenTransaction, { workspaceId, indexId }: IndexPlace): Promise<void> {
  await sql`
    update knowledge_vector_spaces set told = '' where workspace_id = ${workspaceId} and index_id = ${indexId}`.execute(
    db,
  );
}

function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.slice().buffer);
  return isLittleEndian ? bytes : bytes.swap32();
}

function fromBytes(bytes: Buffer): Float32Array {
  const copy = Buffer.from(Uint8Array.from(bytes).buffer);
  return new Float32Array((isLittleEndian ? copy : copy.swap32()).buffer);
}
