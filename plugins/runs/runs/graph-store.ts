import { sql } from 'kysely';
import type { GraphReference } from '#engine';
import { type CommitEntry, type Database, entry, type Sink } from '#plugins/database/contract.ts';
import type { RunTables } from './tables.ts';

interface GraphRow {
  readonly workspaceId: string;
  readonly graph: GraphReference;
}

const graphSink: Sink<GraphRow> = {
  id: 'runs.graphs',
  weigh: ({ graph }) => graph.text.length,
  async write(db, rows) {
    for (const { workspaceId, graph } of rows) {
      await sql`
        insert into run_graphs (workspace_id, hash, text) values (${workspaceId}, ${graph.hash}, ${graph.text})
        on conflict do nothing`.execute(db);
    }
  },
};

/** Graphs that runs were started with, kept once each. */
export class GraphStore {
  readonly #database: Database;
  /** Those that are kept, as far as this process knows. */
  readonly #known = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** What has to become durable with a run so that its graph can be found again; nothing when it can be already. */
  entries(workspaceId: string, graph: GraphReference): readonly CommitEntry[] {
    return this.#known.has(`${workspaceId}/${graph.hash}`) ? [] : [entry(graphSink, { workspaceId, graph })];
  }

  /** The entries are durable. */
  note(workspaceId: string, graph: GraphReference): void {
    this.#known.add(`${workspaceId}/${graph.hash}`);
  }

  async find(workspaceId: string, hash: string): Promise<GraphReference | null> {
    const { rows } = await sql<{ text: string }>`
      select text from run_graphs where workspace_id = ${workspaceId} and hash = ${hash}`.execute(
      this.#database.workspace<RunTables>(workspaceId),
    );
    return rows[0] === undefined ? null : { hash, text: rows[0].text };
  }
}
