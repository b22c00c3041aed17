import { isMapping } from '#engine';
import { cut, listAt, type Mapping, mappingAt, textAt } from './tree.ts';

const MAX_SERVERS = 50;
const MAX_VALUES = 100;
/** Characters of an address, and of a value in it. */
const MAX_URL = 2_000;

/** A variable of a server's address. */
export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  /** Empty: any value. */
  readonly values: readonly string[];
  readonly description: string;
}

/** A server that a document names. */
export interface ApiServer {
  /** As it is written, with `{name}` where variables go; where it is relative, put to the document's address. */
  readonly url: string;
  readonly description: string;
  readonly variables: readonly ServerVariable[];
  /** Why it can't be called as it is; '' when it can. */
  readonly problem: string;
}

/** All servers of a document; `address`: where it was fetched, '' when it was sent. */
export function serversOf(root: Mapping, address: string): ApiServer[] {
  const listed = textAt(root, 'swagger') === '' ? listAt(root, 'servers') : swaggerServers(root, address);
  // A document without servers is for where it lies (OpenAPI, servers).
  const known = listed.length > 0 ? listed : [{ url: '/' }];
  return known.slice(0, MAX_SERVERS).flatMap((server) => (isMapping(server) ? [readServer(server, address)] : []));
}

/** An operation's or a path's own server, with its variables at their defaults; null: it has none that can be called. */
export function ownServer(owner: Mapping, address: string): string | null {
  const [first] = listAt(owner, 'servers');
  if (!isMapping(first)) return null;
  const server = readServer(first, address);
  const url = serverUrl(server, {});
  return url.problem === '' ? url.url : null;
}

function readServer(server: Mapping, address: string): ApiServer {
  const written = textAt(server, 'url').trim();
  const variables = Object.entries(mappingAt(server, 'variables'))
    .slice(0, 20)
    .map(([name, variable]) => ({
      name,
      default: textAt(variable, 'default').slice(0, MAX_URL),
      values: listAt(variable, 'enum')
        .filter((value) => typeof value === 'string')
        .slice(0, MAX_VALUES),
      description: cut(textAt(variable, 'description'), 200),
    }));
  const url = absolute(written, address);
  const problem =
    url === null ? `The address ${JSON.stringify(cut(written, 100))} is relative: say where the server is.` : '';
  return { url: url ?? written, description: cut(textAt(server, 'description'), 200), variables, problem };
}

/** Braces are kept: a URL would have them encoded. */
function absolute(written: string, address: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(written) || /^\{[^}]+\}:?/.test(written)) return written;
  if (!URL.canParse(address)) return null;
  const base = new URL(address);
  if (written.startsWith('//')) return `${base.protocol}${written}`;
  if (written.startsWith('/')) return `${base.origin}${written}`;
  return `${base.origin}${base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1)}${written}`;
}

export interface ServerAddress {
  /** Without a slash at the end. */
  readonly url: string;
  /** '' when it can be called. */
  readonly problem: string;
}

/** The address of a server with values for its variables, those that have none at their defaults. */
export function serverUrl(server: ApiServer, values: Readonly<Record<string, string>>): ServerAddress {
  if (server.problem !== '') return { url: '', problem: server.problem };
  const foreign = Object.keys(values).find((name) => !server.variables.some((variable) => variable.name === name));
  if (foreign !== undefined) return refused(`The server has no variable ${JSON.stringify(cut(foreign, 60))}.`);
  const given = new Map<string, string>();
  for (const variable of server.variables) {
    const { name, values: allowed } = variable;
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : variable.default;
    if (allowed.length > 0 && !allowed.includes(value)) {
      return refused(`The server's variable "${cut(name, 60)}" must be one of ${cut(allowed.join(', '), 300)}.`);
    }
    given.set(name, value);
  }
  // In one pass: what a value holds is no variable again, else a few of them would make a text without end.
  const url = server.url
    .slice(0, MAX_URL)
    .replace(/\{([^{}]*)\}/g, (written, name: string) => given.get(name) ?? written);
  const missing = /\{([^}]*)\}/.exec(url);
  if (missing !== null) return refused(`The server's variable "${cut(missing[1] ?? '', 60)}" has no value.`);
  return checkedServer(url);
}

/** An address that requests may begin with: http or https, no name and password in it, no query. */
export function checkedServer(text: string): ServerAddress {
  const url = URL.parse(text.trim());
  const shown = JSON.stringify(cut(text, 100));
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return refused(`The server ${shown} must be an http or https address.`);
  }
  if (url.username !== '' || url.password !== '') {
    return refused("The server's address must hold no name and password: set them under authentication.");
  }
  if (url.search !== '' || url.hash !== '') return refused(`The server ${shown} must have no query and no fragment.`);
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, problem: '' };
}

function refused(problem: string): ServerAddress {
  return { url: '', problem };
}

/** Swagger 2.0 has a host, a path, and schemes; what is absent is that of the document's address. */
function swaggerServers(root: Mapping, address: string): Mapping[] {
  const base = URL.parse(address);
  const host = textAt(root, 'host') || base?.host || '';
  const path = textAt(root, 'basePath').replace(/^(?!\/|$)/, '/');
  if (host === '') return [{ url: path || '/' }];
  const named = listAt(root, 'schemes').filter((scheme) => scheme === 'https' || scheme === 'http');
  const schemes = named.length > 0 ? [...named].sort().reverse() : [base?.protocol.slice(0, -1) ?? 'https'];
  return schemes.map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}
