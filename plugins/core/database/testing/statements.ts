import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';

interface Executor {
  executeQuery(query: CompiledQuery, ...more: readonly unknown[]): Promise<unknown>;
}

/** The text of every statement that anybody in this process sends to a database, until `end` is called. */
export function watchStatements(): { readonly statements: readonly string[]; end(): void } {
  const statements: string[] = [];
  const executors = DefaultQueryExecutor.prototype as unknown as Executor;
  const isOwn = Object.hasOwn(executors, 'executeQuery');
  const { executeQuery } = executors;
  executors.executeQuery = function (this: Executor, query, ...more) {
    statements.push(query.sql);
    return executeQuery.call(this, query, ...more);
  };
  return {
    statements,
    end() {
      if (isOwn) executors.executeQuery = executeQuery;
      else Reflect.deleteProperty(executors, 'executeQuery');
    },
  };
}
