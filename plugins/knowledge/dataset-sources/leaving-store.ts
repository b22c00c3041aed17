import { type Kysely, sql } from 'kysely';
import type { StoredSource } from './row-store.ts';
import type { SourceTables } from './tables.ts';

type Of = Pick<StoredSource, 'workspaceId' | 'id' | 'run'>;

/** What the source has at this moment. */
export function liveRows(db: Kysely<SourceTables>, { workspaceId, id }: Of) {
  return db
    .selectFrom('dataset_source_pages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('source_id', '=', id)
    .where('gone', 'is', null)
    .where('status', '<>', 'vanished');
}

/**
 * Takes these out, with all that lies in them: their documents are still to be treated as gone, which the rows say. `withTargets`:
 * also shortcuts to them.
 */
export async function leave(
  open: Kysely<SourceTables>,
  source: Of,
  addresses: readonly string[],
  reason: string,
  { withTargets = false } = {},
): Promise<void> {
  if (addresses.length === 0) return;
  const list = JSON.stringify(addresses);
  const { rows } = await sql<{ id: string; keeps: boolean }>`
    with recursive below as (
      select p.id, p.address, p.role, p.document_id, p.status from dataset_source_pages p
      where p.workspace_id = ${source.workspaceId}::uuid and p.source_id = ${source.id}::uuid and p.gone is null
        and p.status <> 'vanished' and (p.address in (select jsonb_array_elements_text(${list}::jsonb))
          or (${withTargets} and p.target in (select jsonb_array_elements_text(${list}::jsonb))))
      union
      select c.id, c.address, c.role, c.document_id, c.status from dataset_source_pages c join below b
        on c.source_id = ${source.id}::uuid and c.parent = b.address and b.role = 'folder'
      where c.gone is null and c.status <> 'vanished'
    )
    -- One that waits may have a document that its row does not know yet.
    select id, role = 'page' and (document_id is not null or status = 'waiting') as keeps from below`.execute(open);
  const keeping = rows.filter(({ keeps }) => keeps).map(({ id }) => id);
  const others = rows.filter(({ keeps }) => !keeps).map(({ id }) => id);
  await sql`
    update dataset_source_pages set status = 'waiting', run = ${source.run}, tries = 0, gone = ${reason}
    where workspace_id = ${source.workspaceId}::uuid and id = any(${keeping}::uuid[])`.execute(open);
  await sql`
    delete from dataset_source_pages
    where workspace_id = ${source.workspaceId}::uuid and id = any(${others}::uuid[])`.execute(open);
}
