import type { Kysely } from 'kysely';
import { currentTime } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { PullPlan } from './link.ts';
import type { RepositoryTables } from './tables.ts';

/** What was said of pull requests of others. */
export class PlanStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(workspaceId: string, linkId: string): Promise<PullPlan[]> {
    const query = this.#db(workspaceId).selectFrom('repository_plans').where('workspace_id', '=', workspaceId);
    return query
      .select(['number', 'commit_id as commit', 'comment_id as comment', 'said'])
      .where('link_id', '=', linkId)
      .execute();
  }

  async put(workspaceId: string, linkId: string, { number, commit, comment, said }: PullPlan): Promise<void> {
    const columns = { commit_id: commit, comment_id: comment, said, updated_at: new Date(currentTime()) };
    await this.#db(workspaceId)
      .insertInto('repository_plans')
      .values({ link_id: linkId, number, workspace_id: workspaceId, ...columns })
      .onConflict((conflict) => conflict.columns(['link_id', 'number']).doUpdateSet(columns))
      .execute();
  }

  /** Those that are closed are forgotten; one that is opened again knows its comment by what stands in it. */
  async keepOnly(workspaceId: string, linkId: string, numbers: readonly number[]): Promise<void> {
    let query = this.#db(workspaceId).deleteFrom('repository_plans').where('link_id', '=', linkId);
    if (numbers.length > 0) query = query.where('number', 'not in', numbers);
    await query.execute();
  }

  #db(workspaceId: string): Kysely<RepositoryTables> {
    return this.#database.workspace<RepositoryTables>(workspaceId);
  }
}
