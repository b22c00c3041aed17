import { fromJson, isMapping, mappingOf, toJson } from '#engine';
import { readLenientJson } from '#plugins/models/contract.ts';
import { textOf } from '#plugins/node-llm/contract.ts';
import { namesNoServer, serverSettings, type ToolReference } from '#plugins/tools/contract.ts';

export const NO_SERVER = 'The setting names no server: give an address, or the identifier of a registered one.';

/** More than any agent can choose from. */
const MAX_SERVERS = 16;

/** A server of tools that a document describes itself. Secret: addresses and headers hold keys. */
export interface DocumentServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutSeconds?: number;
}

type Mapping = Readonly<Record<string, unknown>>;

/** Constant texts among the settings of servers, which need no run to be read. */
export function constantServers(data: Mapping): readonly string[] {
  return serverSettings(mappingOf(data.agent_parameters)).flatMap((setting) => {
    const { type, value } =
      isMapping(setting) && 'value' in setting ? mappingOf(setting) : { type: '', value: setting };
    const text = typeof value === 'string' ? value : toJson(value);
    return type === 'variable' || text.includes('{{') ? [] : [text];
  });
}

/**
 * References to the servers that a text names: addresses or identifiers of registered ones, one or several; or the JSON that
 * clients of the protocol are configured with (`mcpServers`, or the servers by name). None for an empty configuration. Throws an
 * Error in words for the builder.
 */
export function readServers(text: string): readonly ToolReference[] {
  if (namesNoServer(text)) return [];
  const given = text.trim();
  const servers = /^[[{]/.test(given) ? configured(parsed(given)) : given.split(/[\s,;]+/).map((item) => named(item));
  const found = servers.filter(({ provider }) => provider !== '');
  if (found.length === 0) throw new Error(NO_SERVER);
  return found.slice(0, MAX_SERVERS);
}

/** The server that a reference of `readServers` holds. */
export function readDocumentServer(settings: string): DocumentServer {
  return fromJson(settings) as DocumentServer;
}

function named(text: string): ToolReference {
  return /^https?:\/\//i.test(text) ? described(hostOf(text), { url: text, headers: {} }) : reference(text);
}

function parsed(text: string): unknown {
  try {
    return readLenientJson(text);
  } catch {
    throw new Error(
      'The configuration of the servers is no JSON: give an object such as {"name": {"url": "https://…/mcp"}}.',
    );
  }
}

function configured(config: unknown): readonly ToolReference[] {
  if (Array.isArray(config))
    return config.flatMap((item) => (typeof item === 'string' ? named(item) : configured(item)));
  const whole = mappingOf(config);
  const inner = mappingOf(whole.mcpServers ?? whole.mcp_servers ?? whole.servers ?? whole);
  if (addressOf(inner) !== '' || inner.command !== undefined) return [server(textOf(inner.name), inner)];
  return Object.entries(inner).map(([name, item]) =>
    typeof item === 'string' ? named(item) : server(name, mappingOf(item)),
  );
}

function server(name: string, item: Mapping): ToolReference {
  const url = addressOf(item);
  const shown = JSON.stringify(name.slice(0, 100));
  if (url === '' && item.command !== undefined)
    throw new Error(
      `The server ${shown} is started as a command (stdio), which is not offered: run it as a Streamable HTTP server, and give its address.`,
    );
  if (url === '') throw new Error(`The server ${shown} has no address: give one as "url".`);
  const headers = Object.entries(mappingOf(item.headers)).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const seconds = Number(item.timeout);
  return described(name === '' ? hostOf(url) : name, {
    url,
    headers: Object.fromEntries(headers),
    ...(seconds >= 1 && seconds <= 600 && { timeoutSeconds: Math.floor(seconds) }),
  });
}

function addressOf(item: Mapping): string {
  return textOf(item.url) || textOf(item.serverUrl) || textOf(item.server_url);
}

function described(name: string, item: DocumentServer): ToolReference {
  return { ...reference(name), settings: JSON.stringify(item) };
}

function reference(name: string): ToolReference {
  return { kind: 'mcp', provider: name.slice(0, 200), name: '', plugin: '' };
}

/** How it is shown: never more of an address than where it leads. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'server';
}
