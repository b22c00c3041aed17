import { QueryCreator, type QueryExecutor } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

interface Query {
  readonly sql: string;
}

interface Executor {
  executeQuery(query: Query, ...more: readonly unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

interface Watchable {
  getExecutor(): Executor;
}

/** What begins a query that is built. */
const builders = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'];

type Work<Db> = (db: Db) => Promise<unknown>;

interface Transactions<Db> {
  transaction(): { execute(work: Work<Db>): Promise<unknown> };
}

function within<Db extends object>(db: Db, work: Work<Db>): Promise<unknown> {
  return (db as unknown as Transactions<Db>).transaction().execute(work);
}

/** The same database, and the plan of each query that is sent to it. */
export function plansOf(database: Database) {
  const plans: string[] = [];
  const watched = <Db extends object>(db: Db): Db =>
    new Proxy(db, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (name === 'transaction')
          return () => ({ execute: (work: Work<Db>) => within(target, (db) => work(watched(db))) });
        if (typeof name === 'string' && builders.includes(name)) {
          const executor = watchedExecutor((target as unknown as Watchable).getExecutor(), plans);
          const creator = new QueryCreator({ executor: executor as unknown as QueryExecutor });
          return Reflect.get(creator, name).bind(creator);
        }
        if (name === 'executeQuery') {
          const executor = watchedExecutor((target as unknown as Watchable).getExecutor(), plans);
          return executor.executeQuery.bind(executor);
        }
        if (name !== 'getExecutor') return typeof value === 'function' ? value.bind(target) : value;
        return () => watchedExecutor((value as () => Executor).call(target), plans);
      },
    });
  const seen: Database = {
    kind: database.kind,
    system: <Tables>() => watched(database.system<Tables>()),
    workspace: <Tables>(id: string) => watched(database.workspace<Tables>(id)),
  };
  return { plans, database: seen };
}

function watchedExecutor(executor: Executor, plans: string[]): Executor {
  return new Proxy(executor, {
    get(target, name) {
      // Of the executor itself: its accessors read what is private to it.
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value;
      return async (query: Query, ...more: readonly unknown[]) => {
        const plan = await target.executeQuery({ ...query, sql: `explain ${query.sql}` }, ...more);
        plans.push(plan.rows.map((row) => Object.values(row).join()).join('\n'));
        return target.executeQuery(query, ...more);
      };
    },
  });
}
