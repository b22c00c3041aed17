import { type Kysely, sql } from 'kysely';
import pLimit from 'p-limit';
import { TransientMap } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { EventCursor, NumberedEvent } from './contract.ts';
import {
  decodeEvents,
  endsRun,
  finishedEvent,
  nodesOf,
  parseEntries,
  type StoredEnd,
  type StoredNode,
} from './event-entries.ts';
import type { LargeValues, PartedRow } from './large-values.ts';
import type { RunTables } from './tables.ts';

/** Rows read at a time: each holds at most some thousand events and the texts of a few seconds. */
const PAGE = 16;
/** Pages read at a time. A page that waits for its nodes holds its rows: a thousand readers at once would hold them all. */
const READINGS = 4;

/** Events as far as they are durable. */
export interface StoredPage {
  readonly events: readonly NumberedEvent[];
  /** There are more at once. */
  readonly hasMore: boolean;
}

interface EventRow {
  readonly first: number;
  readonly generation: number;
  readonly entries: string;
  /** Where the next generation begins; null for the latest. */
  readonly until: number | null;
  /** The number after which to read, for this reader. */
  readonly start: number;
}

/** Reads the events of runs back from their rows. Workspace role: a foreign run is not there. */
export class EventStore {
  readonly #database: Database;
  readonly #values: LargeValues;
  readonly #pages = new SharedReads<StoredPage>();
  readonly #reading = pLimit(READINGS);
  readonly #ends = new SharedReads<boolean | null>();

  constructor(database: Database, values: LargeValues) {
    this.#database = database;
    this.#values = values;
  }

  /** Whether the run has ended; null when the workspace has none of this id. */
  isOver(workspaceId: string, runId: string): Promise<boolean | null> {
    return this.#ends.share(`${workspaceId}/${runId}`, async () => {
      const { rows } = await sql<{ isOver: boolean }>`
        select finished_at is not null as "isOver" from workflow_runs
        where id = ${runId} and workspace_id = ${workspaceId}`.execute(this.#db(workspaceId));
      return rows[0]?.isOver ?? null;
    });
  }

  async #end(workspaceId: string, runId: string): Promise<StoredEnd | null> {
    const { rows } = await sql<StoredEnd & PartedRow>`
      select status, outputs::text as outputs, null::json as large, large_outputs, error, error_code, total_steps, total_tokens, exceptions_count, elapsed,
        created_at, finished_at
      from workflow_runs where id = ${runId} and workspace_id = ${workspaceId}`.execute(this.#db(workspaceId));
    return (await this.#values.restore(workspaceId, rows))[0] ?? null;
  }

  /** `isOver`: the run is known to have ended, and a reading that began before that is not good enough. */
  page(workspaceId: string, runId: string, cursor: EventCursor, isOver = false): Promise<StoredPage> {
    const key = `${workspaceId}/${runId}/${cursor.after}/${cursor.generation}/${isOver}`;
    return this.#pages.share(key, () => this.#reading(() => this.#read(workspaceId, runId, cursor)));
  }

  /** All that is durable of a run, with what going on needs and nobody is shown. */
  async past(workspaceId: string, runId: string): Promise<readonly NumberedEvent[]> {
    const events: NumberedEvent[] = [];
    for (let after = 0; ; after = events.at(-1)?.number ?? after) {
      const page = await this.#read(workspaceId, runId, { after }, true);
      events.push(...page.events);
      if (!page.hasMore || page.events.length === 0) return events;
    }
  }

  /**
   * The end of a run that did not tell it itself, as the event after all others; null when it did. It counts as a
   * generation of its own: readers may have seen more than what became durable.
   */
  async lostEnd(workspaceId: string, runId: string): Promise<NumberedEvent | null> {
    const { rows } = await sql<{ last: number; generation: number; kind: string | null }>`
      select last, generation, entries -> -1 ->> 'kind' as kind from run_events
      where run_id = ${runId} and workspace_id = ${workspaceId}
      order by generation desc, first desc limit 1`.execute(this.#db(workspaceId));
    const { last = 0, generation = 0, kind = null } = rows[0] ?? {};
    const end = kind === 'run-finished' ? null : await this.#end(workspaceId, runId);
    return end === null ? null : { number: last + 1, generation: generation + 1, event: finishedEvent(end) };
  }

  async #read(workspaceId: string, runId: string, cursor: EventCursor, isWhole = false): Promise<StoredPage> {
    const rows = await this.#rows(workspaceId, runId, cursor);
    const parsed = rows.map((row) => ({ row, entries: parseEntries(row.entries) }));
    const indexes = new Set(parsed.flatMap(({ entries }) => nodesOf(entries)));
    const nodes = await this.#nodes(workspaceId, runId, { indexes: [...indexes], rows, isWhole });
    const isEnded = parsed.some(({ entries }) => endsRun(entries));
    const sources = {
      node: (index: number) => nodes.get(index),
      isWhole,
      end: isEnded ? await this.#end(workspaceId, runId) : null,
    };
    const events: NumberedEvent[] = [];
    for (const { row, entries } of parsed) {
      const { first, generation, start } = row;
      const until = row.until ?? Number.POSITIVE_INFINITY;
      const decoded = decodeEvents(entries, sources);
      decoded.forEach((event, index) => {
        const number = first + index;
        if (number > start && number < until) events.push({ number, generation, event });
      });
      if (decoded.length < entries.length) return { events, hasMore: false };
    }
    return { events, hasMore: rows.length === PAGE };
  }

  async #rows(workspaceId: string, runId: string, { after, generation }: EventCursor): Promise<readonly EventRow[]> {
    // What a reader has seen of a generation that ended in a crash may never have become durable: it goes on where the
    // next one began.
    const { rows } = await sql<EventRow>`
      with cursor as (
        select least(${after}::integer, (
          select min(n.first) - 1 from run_events n
          where n.run_id = ${runId} and n.generation > ${generation ?? null}::integer
        )) as start
      )
      select e.first, e.generation, e.entries::text as entries, cursor.start, (
        select min(n.first) from run_events n where n.run_id = e.run_id and n.generation > e.generation
      ) as until
      from run_events e, cursor
      where e.run_id = ${runId} and e.workspace_id = ${workspaceId} and e.last > cursor.start
      order by e.generation, e.first
      limit ${PAGE}`.execute(this.#db(workspaceId));
    return rows;
  }

  /** Nodes that ended in these rows; the large ones are somewhere else. */
  async #nodes(
    workspaceId: string,
    runId: string,
    parts: { readonly indexes: readonly number[]; readonly rows: readonly EventRow[]; readonly isWhole: boolean },
  ): Promise<Map<number, StoredNode>> {
    const { indexes, rows: events, isWhole } = parts;
    if (indexes.length === 0) return new Map();
    const firsts = events.map(({ first }) => first);
    const { rows } = await sql<StoredNode & PartedRow>`
      select index, id, node_id, node_type, title, predecessor_node_id, position, status, error, error_type, elapsed,
        started_at, finished_at, inputs::text as inputs, process_data::text as process_data, outputs::text as outputs,
        metadata::text as metadata, ${isWhole ? sql.raw('state::text') : sql.raw('null')} as state, large
      from run_nodes
      where run_id = ${runId} and workspace_id = ${workspaceId} and index = any(${indexes}::integer[])
        and (first is null or first = any(${firsts}::integer[]))`.execute(this.#db(workspaceId));
    const whole = await this.#values.restore(workspaceId, rows);
    return new Map(whole.map((row) => [row.index, row]));
  }

  #db(workspaceId: string): Kysely<RunTables> {
    return this.#database.workspace<RunTables>(workspaceId);
  }
}

/** Reads under way, by what they read: many readers of one run, woken together, share one. */
class SharedReads<T> {
  readonly #underway = new TransientMap<string, Promise<T>>();

  share(key: string, read: () => Promise<T>): Promise<T> {
    const underway = this.#underway.get(key);
    if (underway !== undefined) return underway;
    const reading = read().finally(() => this.#underway.delete(key));
    this.#underway.set(key, reading);
    return reading;
  }
}
