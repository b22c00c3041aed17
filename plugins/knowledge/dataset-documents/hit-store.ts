import { sql } from 'kysely';
import type { Sink } from '#plugins/database/contract.ts';

/** A segment that was found. */
export interface FoundRow {
  readonly workspaceId: string;
  readonly id: string;
}

/**
 * Counts how often segments are found. System role, as all of group commit: a segment counts only under the workspace that
 * was named with it. A batch that is written again after a lost connection counts twice, which a count of this kind bears.
 */
export const hitSink: Sink<FoundRow> = {
  id: 'dataset-documents.hits',
  isSingleStatement: true,
  async write(db, rows) {
    const counts = new Map<string, FoundRow & { hits: number }>();
    for (const row of rows) {
      const key = `${row.workspaceId}.${row.id}`;
      const counted = counts.get(key);
      if (counted === undefined) counts.set(key, { ...row, hits: 1 });
      else counted.hits += 1;
    }
    const values = [...counts.values()].map((row) => ({ w: row.workspaceId, s: row.id, h: row.hits }));
    await sql`
      insert into dataset_hits as t (workspace_id, dataset_id, document_id, segment_id, hits)
      select s.workspace_id, s.dataset_id, s.document_id, s.id, r.h
      from json_to_recordset(${JSON.stringify(values)}::json) as r(w uuid, s uuid, h bigint)
      join dataset_segments s on s.id = r.s and s.workspace_id = r.w
      order by s.id
      for key share of s
      on conflict (workspace_id, segment_id) do update set hits = t.hits + excluded.hits`.execute(db);
  },
};
