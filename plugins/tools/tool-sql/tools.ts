import { toText } from '#engine';
import type { Tool, ToolInvocation, ToolParameter, ToolResult } from '#plugins/tools/contract.ts';
import type { DatabaseAddress } from './address.ts';
import { addressOfFields, chooseAddress, databaseCredentials } from './choose-address.ts';
import { FORMATS, type Format, resultText } from './result-text.ts';
import { runStatement, type SqlSettings } from './run-statement.ts';
import { readTables } from './table-schema.ts';

const DEFAULT_ROWS = 1000;
const MAX_ROWS = 10_000;
/** Rows are answered as JSON and as text, and both together must stay below what a tool may answer. */
const MAX_CHARACTERS = 1_000_000;

const QUERY =
  'One SQL statement of PostgreSQL. Most connections only read. Write $1, $2 … for values from outside and give them as values';
const statement: Omit<ToolParameter, 'name'> = {
  type: 'string',
  form: 'llm',
  label: 'Statement',
  description: QUERY,
  required: true,
  grammar: 'sql',
};
const values: ToolParameter = {
  name: 'values',
  type: 'array',
  form: 'llm',
  label: 'Values',
  description:
    'Values for $1, $2 … of the statement, in this order; what users type belongs here, never into the statement',
};
const connection: ToolParameter = {
  name: 'connection',
  type: 'string',
  form: 'form',
  label: 'Connection',
  description: "Name of one of the workspace's connections; empty: its database",
};
const ownAddress: ToolParameter = {
  name: 'db_uri',
  type: 'secret-input',
  form: 'form',
  label: 'Address',
  description: 'Another database than those of the workspace: postgresql://user:password@host:5432/name',
};
const format: ToolParameter = {
  name: 'format',
  type: 'select',
  form: 'form',
  label: 'Format',
  description: 'How the rows are written as text; they are there as JSON in any case',
  options: FORMATS,
  default: 'json',
};
const limit: ToolParameter = {
  name: 'limit',
  type: 'number',
  form: 'form',
  label: 'Rows',
  description: `The most rows to return, 1 to ${MAX_ROWS}; whether there are more is told`,
  default: DEFAULT_ROWS,
};

const database = {
  provider: 'database',
  providerAliases: ['hjlarry/database/database', 'hjlarry/database'],
  credentials: databaseCredentials,
  timeoutSeconds: 90,
};

/** Tools that ask a database. */
export function sqlTools(settings: SqlSettings): Tool[] {
  return [
    {
      ...database,
      id: 'database.sql_execute',
      name: 'sql_execute',
      label: 'Run SQL',
      description:
        'Runs one SQL statement in a PostgreSQL database and returns its rows. Look up tables and columns first.',
      parameters: [{ ...statement, name: 'query' }, values, connection, ownAddress, format, limit],
      sideEffects: true,
      invoke: (invocation) => execute(settings, invocation, () => chooseAddress(invocation), 'query'),
    },
    {
      ...database,
      id: 'database.table_schema',
      name: 'table_schema',
      label: 'Tables and columns',
      description: 'Tells tables of a PostgreSQL database with their columns, types, keys and comments.',
      parameters: [
        {
          name: 'tables',
          type: 'string',
          form: 'llm',
          label: 'Tables',
          description: 'Names of tables, separated by commas; empty: all',
        },
        { name: 'schema', type: 'string', form: 'llm', label: 'Schema', description: 'Empty: all that may be used' },
        connection,
        ownAddress,
      ],
      sideEffects: false,
      invoke: async ({ arguments: given, signal, ...rest }) => {
        const address = chooseAddress({ arguments: given, signal, ...rest });
        const names = toText(given.tables)
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean);
        return readTables(settings, address, { names, schema: toText(given.schema).trim() }, signal);
      },
    },
    {
      id: 'db_query.sql_query',
      provider: 'db_query',
      providerAliases: ['hexinfo_db_query', 'junjiem/db_query/db_query', 'junjiem/db_query'],
      name: 'sql_query',
      label: 'SQL query',
      description: 'Reads from a PostgreSQL database that the node names by host, user and password.',
      parameters: [
        { ...statement, name: 'query_sql' },
        values,
        ...nodeFields(),
        { ...format, name: 'output_format' },
        limit,
      ],
      sideEffects: false,
      timeoutSeconds: 90,
      invoke: (invocation) => execute(settings, invocation, () => addressOfFields(invocation), 'query_sql'),
    },
  ];
}

function nodeFields(): ToolParameter[] {
  const field = (name: string, label: string, description: string, parts: Partial<ToolParameter> = {}) =>
    ({ name, type: 'string', form: 'form', label, description, ...parts }) as const;
  return [
    field('db_type', 'Kind', 'postgresql', { default: 'postgresql' }),
    field('db_host', 'Host', 'Host name or address', { required: true }),
    field('db_port', 'Port', 'Empty: 5432', { type: 'number', default: 5432 }),
    field('db_username', 'User', 'Who asks', { required: true }),
    field('db_password', 'Password', 'Of the user', { type: 'secret-input' }),
    field('db_name', 'Database', 'Name of the database', { required: true }),
    field('db_properties', 'Options', 'sslmode=verify-full (default), require or disable'),
  ];
}

async function execute(
  settings: SqlSettings,
  { arguments: given, signal }: ToolInvocation,
  address: () => DatabaseAddress,
  query: string,
): Promise<ToolResult> {
  const asked = Number(given.limit ?? DEFAULT_ROWS);
  const rows = Math.min(Math.max(Math.trunc(asked) || DEFAULT_ROWS, 1), MAX_ROWS);
  const statement = {
    text: toText(given[query]),
    values: Array.isArray(given.values) ? given.values : [],
    limits: { rows, characters: MAX_CHARACTERS },
  };
  const result = await runStatement(settings, address(), statement, signal);
  const wanted = toText(given.format ?? given.output_format);
  const text = resultText(result, FORMATS.find((name) => name === wanted) ?? ('json' satisfies Format));
  const { rows: found, isTruncated, affected } = result;
  return { text, json: [{ result: found, row_count: affected ?? found.length, truncated: isTruncated }] };
}
