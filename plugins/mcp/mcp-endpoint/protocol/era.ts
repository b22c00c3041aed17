import { isMapping } from '#engine';
import { codes, type Message, ProtocolError } from './messages.ts';

type Mapping = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string | undefined>>;

/** Of the requests that say with each what they speak. */
export const MODERN = '2026-07-28';
/** Opened by `initialize`; newest first. */
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export const supportedVersions: readonly string[] = [MODERN, ...legacyVersions];
/** What a client speaks that says nothing (2025-03-26 knows no header). */
const UNTOLD = '2025-03-26';

const meta = {
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const;

/** How a request is to be understood and answered. */
export interface Era {
  readonly isModern: boolean;
  readonly version: string;
  /** What the client calls itself; '' where it is not said here. */
  readonly client: string;
  /** Whether people can be asked through the client. */
  readonly canAsk: boolean;
}

/** The era of a request: that of its `_meta`, or of its headers. Throws where the two contradict each other. */
export function eraOf({ method, params }: Message, headers: Headers): Era {
  const told = isMapping(params._meta) ? params._meta : {};
  const version = told[meta.version];
  const header = headers['mcp-protocol-version'];
  const isModern = version !== undefined || (header !== undefined && !isLegacy(header)) || method === 'server/discover';
  if (!isModern) return { isModern, version: header ?? UNTOLD, client: '', canAsk: false };
  checkVersion(version, header);
  checkHeader(headers['mcp-method'], method, 'Mcp-Method');
  if (method === 'tools/call') checkHeader(decoded(headers['mcp-name']), String(params.name ?? ''), 'Mcp-Name');
  const capabilities = told[meta.capabilities];
  if (!isMapping(capabilities)) throw missing(meta.capabilities);
  const { name } = isMapping(told[meta.client]) ? (told[meta.client] as Mapping) : {};
  return { isModern, version: MODERN, client: typeof name === 'string' ? name : '', canAsk: asksInForms(capabilities) };
}

function isLegacy(version: string): boolean {
  return legacyVersions.some((known) => known === version);
}

function checkVersion(version: unknown, header: string | undefined): void {
  if (version === undefined) {
    if (header !== undefined && header !== MODERN) throw unsupported(header);
    throw missing(meta.version);
  }
  if (typeof version !== 'string')
    throw new ProtocolError(codes.invalidParams, `_meta["${meta.version}"] must be a text`);
  checkHeader(header, version, 'MCP-Protocol-Version');
  if (version !== MODERN) throw unsupported(version);
}

function unsupported(requested: string): ProtocolError {
  const data = { supported: supportedVersions, requested: requested.slice(0, 100) };
  return new ProtocolError(codes.unsupportedVersion, 'Unsupported protocol version', { data });
}

function missing(name: string): ProtocolError {
  return new ProtocolError(codes.invalidParams, `params._meta["${name}"] is missing`);
}

function checkHeader(header: string | null | undefined, value: string, name: string): void {
  if (header === value) return;
  const how = header === undefined ? 'is missing' : header === null ? 'is not well encoded' : 'does not match the body';
  throw new ProtocolError(
    codes.headerMismatch,
    `Header mismatch: ${name} ${how}; the body says '${value.slice(0, 200)}'`,
  );
}

const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** null: it says that it is encoded, and is not. */
function decoded(header: string | undefined): string | null | undefined {
  if (header === undefined || !(header.startsWith('=?base64?') && header.endsWith('?='))) return header;
  const text = encoded.exec(header)?.[1];
  return text === undefined ? null : Buffer.from(text, 'base64').toString('utf8');
}

/** An empty `elicitation` means forms, as in the revisions that knew nothing else. */
function asksInForms({ elicitation }: Mapping): boolean {
  if (!isMapping(elicitation)) return false;
  return 'form' in elicitation || Object.keys(elicitation).length === 0;
}
