import { isMapping, toText } from '#engine';
import { type JsonSchema, PlatformError } from '#kernel';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { addressOf, type DatabaseAddress, readAddress } from './address.ts';

/** What a workspace sets once: a database, or several by name. */
export const databaseCredentials: JsonSchema = {
  type: 'object',
  properties: {
    db_uri: {
      type: 'string',
      secret: true,
      title: 'Database',
      description:
        'postgresql://user:password@db.example.com:5432/name; options: ?sslmode=verify-full (default), require or disable; &access=write where tools may write',
    },
    connections: {
      type: 'string',
      secret: true,
      title: 'Further databases',
      description: 'A JSON object of addresses by name, which tools choose from: {"sales": "postgresql://…"}',
    },
  },
};

/** The address a call goes to: the node's own, else the one of the name, else the workspace's. */
export function chooseAddress({ arguments: given, credentials }: ToolInvocation): DatabaseAddress {
  const own = toText(given.db_uri).trim();
  if (own !== '') return readAddress(own);
  const name = toText(given.connection).trim();
  if (name !== '') return readAddress(namedAddress(name, credentials.connections));
  if (credentials.db_uri !== undefined) return readAddress(credentials.db_uri);
  const message =
    'No database is set: set db_uri under tools for the provider "database", name one of its connections, or give the node an address.';
  throw new PlatformError('invalid', 'tool-sql.unknown_connection', message);
}

function namedAddress(name: string, text = '{}'): string {
  const connections = parsed(text);
  const entries = isMapping(connections) ? Object.entries(connections) : null;
  if (entries === null || entries.some(([, value]) => typeof value !== 'string')) {
    const message = 'The connections of the provider "database" are no JSON object of texts: set them again.';
    throw new PlatformError('invalid', 'tool-sql.invalid_address', message);
  }
  const found = entries.find(([key]) => key === name)?.[1];
  if (typeof found === 'string') return found;
  const names = entries.map(([key]) => key).join(', ') || 'none';
  const message = `This workspace has no connection with the name ${JSON.stringify(name.slice(0, 100))}; it has: ${names}.`;
  throw new PlatformError('invalid', 'tool-sql.unknown_connection', message);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** From the single fields that nodes of the provider `db_query` have. */
export function addressOfFields({ arguments: given }: ToolInvocation): DatabaseAddress {
  const field = (name: string) => toText(given[name]).trim();
  const kind = field('db_type').toLowerCase();
  if (kind !== '' && !kind.startsWith('postgres')) {
    const message = `Databases of the kind ${JSON.stringify(kind.slice(0, 40))} are not supported: only postgresql.`;
    throw new PlatformError('invalid', 'tool-sql.invalid_address', message);
  }
  const port = Number(field('db_port') || 5432);
  const sslmode = new URLSearchParams(field('db_properties')).get('sslmode') ?? undefined;
  const [host, user, database] = [field('db_host'), field('db_username'), field('db_name')];
  return addressOf({ host, port, user, password: toText(given.db_password), database, sslmode });
}
