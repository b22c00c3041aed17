import { type Kysely, type Selectable, sql } from 'kysely';
import { currentTime, newId, PlatformError } from '#kernel';
import { type Database, few, inIndexOrder, only } from '#plugins/database/contract.ts';
import type { Annotation, AnnotationText, AppPlace } from './annotation.ts';
import { noteChange } from './reply-store.ts';
import type { AnnotationTables } from './tables.ts';

/** Rows of one statement. */
const STEP = 500;
/** The largest offset a page may have: beyond it nothing is. */
const FARTHEST = 2_000_000_000;

export interface ListQuery {
  readonly keyword: string;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** What an import did. */
export interface ImportCounts {
  readonly added: number;
  /** Questions that were there, with another answer before. */
  readonly changed: number;
  readonly unchanged: number;
}

/** Questions and answers of one workspace at a time. Whatever changes tells `noteChange` in the same transaction. */
export class AnnotationStore {
  readonly #database: Database;
  readonly #perApp: number;

  /** `perApp`: annotations one app may have. */
  constructor(database: Database, perApp: number) {
    this.#database = database;
    this.#perApp = perApp;
  }

  async list({ workspaceId, appId }: AppPlace, { keyword, page, limit }: ListQuery) {
    const offset = Math.min((page - 1) * limit, FARTHEST);
    const { total, rows } = await inIndexOrder(this.#db(workspaceId), async (db) => {
      let query = db.selectFrom('annotations').where(only('app_id', appId));
      if (keyword !== '') {
        const pattern = `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`;
        query = query.where((where) =>
          where.or([where('question', 'ilike', pattern), where('answer', 'ilike', pattern)]),
        );
      }
      const counted = await query.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
      const rows = await query.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
      return { ...counted, rows };
    });
    return { total, items: rows.map(toAnnotation) };
  }

  /** null: the app has no such annotation. */
  async find({ workspaceId, appId }: AppPlace, id: string): Promise<Annotation | null> {
    const row = await this.#db(workspaceId)
      .selectFrom('annotations')
      .selectAll()
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : toAnnotation(row);
  }

  add(place: AppPlace, text: AnnotationText, authorName: string): Promise<Annotation> {
    return this.#changing(place, async (db) => {
      await this.#makeRoom(db, place, 1);
      const row = await db
        .insertInto('annotations')
        .values(newRow(place, text, authorName))
        .returningAll()
        .executeTakeFirstOrThrow();
      return toAnnotation(row);
    });
  }

  /** null: the app has no such annotation. */
  update(place: AppPlace, id: string, { question, answer }: AnnotationText): Promise<Annotation | null> {
    return this.#changing(place, async (db) => {
      const row = await db
        .updateTable('annotations')
        .set({
          question,
          answer,
          updated_at: new Date(currentTime()),
          question_version: sql<number>`question_version + (question <> ${question})::integer`,
        })
        .where('app_id', '=', place.appId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      await db
        .deleteFrom('annotation_vectors')
        .where('annotation_id', '=', id)
        .where('question_version', '<>', row.question_version)
        .execute();
      return toAnnotation(row);
    });
  }

  /** Also the record of the messages it answered. False: the app has no such annotation. */
  delete(place: AppPlace, id: string): Promise<boolean> {
    return this.#changing(place, async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom('annotations')
        .where('app_id', '=', place.appId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await db.deleteFrom('annotation_hits').where(few('annotation_id', id)).execute();
      return true;
    });
  }

  /** All or nothing; a question that is there word by word gets the new answer. */
  import(place: AppPlace, texts: readonly AnnotationText[], authorName: string): Promise<ImportCounts> {
    return this.#changing(place, async (db) => {
      const answers = new Map(texts.map(({ question, answer }) => [question, answer]));
      const known = await this.#known(db, place, [...answers.keys()]);
      const news = [...answers].filter(([question]) => !known.has(question));
      await this.#makeRoom(db, place, news.length);
      let changed = 0;
      for (const [question, before] of known) {
        const answer = answers.get(question);
        if (answer === undefined || before.every((each) => each.answer === answer)) continue;
        changed += 1;
        const ids = before.map(({ id }) => id);
        await db
          .updateTable('annotations')
          .set({ answer, updated_at: new Date(currentTime()) })
          .where('id', 'in', ids)
          .execute();
      }
      for (let start = 0; start < news.length; start += STEP) {
        const rows = news.slice(start, start + STEP);
        const values = rows.map(([question, answer]) => newRow(place, { question, answer }, authorName));
        await db.insertInto('annotations').values(values).execute();
      }
      return { added: news.length, changed, unchanged: known.size - changed };
    });
  }

  async #known(db: Kysely<AnnotationTables>, { appId }: AppPlace, questions: readonly string[]) {
    const known = new Map<string, { id: string; answer: string }[]>();
    for (let start = 0; start < questions.length; start += STEP) {
      const rows = await db
        .selectFrom('annotations')
        .select(['id', 'question', 'answer'])
        .where('app_id', '=', appId)
        .where('question', 'in', questions.slice(start, start + STEP))
        .execute();
      for (const { question, ...row } of rows) known.set(question, [...(known.get(question) ?? []), row]);
    }
    return known;
  }

  /** Those who add to one app at a time wait for each other, so that the limit holds. */
  async #makeRoom(db: Kysely<AnnotationTables>, { appId }: AppPlace, count: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`annotations ${appId}`}, 0))`.execute(db);
    const { total } = await db
      .selectFrom('annotations')
      .select(sql<number>`count(*)::integer`.as('total'))
      .where('app_id', '=', appId)
      .executeTakeFirstOrThrow();
    if (total + count <= this.#perApp) return;
    const message = `An app may have ${this.#perApp} annotations (annotations.perApp); this one has ${total}, and ${count} more would be too many. Delete some.`;
    throw new PlatformError('invalid', 'annotations.invalid_param', message);
  }

  #changing<Result>(place: AppPlace, change: (db: Kysely<AnnotationTables>) => Promise<Result>): Promise<Result> {
    return this.#db(place.workspaceId)
      .transaction()
      .execute(async (db) => {
        const result = await change(db);
        if (result !== null && result !== false) await noteChange(db, place);
        return result;
      });
  }

  #db(workspaceId: string): Kysely<AnnotationTables> {
    return this.#database.workspace<AnnotationTables>(workspaceId);
  }
}

function newRow({ workspaceId, appId }: AppPlace, { question, answer }: AnnotationText, authorName: string) {
  return { id: newId(), workspace_id: workspaceId, app_id: appId, question, answer, author_name: authorName };
}

function toAnnotation(row: Selectable<AnnotationTables['annotations']>): Annotation {
  return {
    id: row.id,
    question: row.question,
    answer: row.answer,
    authorName: row.author_name,
    hitCount: row.hit_count,
    createdAt: row.created_at.getTime(),
  };
}
