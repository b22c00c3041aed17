import type { GitConnection } from './connection.ts';
import type { GitRef } from './contract.ts';
import { broken, cleanWords, spokenRefusal, tooLarge, unsupported } from './failure.ts';
import { isObjectId } from './object-id.ts';
import { delimiter, flush, lineOf, type Packet, type PacketReader, packetLine } from './packet-lines.ts';

/** What a server can, of protocol 2. */
export interface Capabilities {
  readonly hasFilter: boolean;
  readonly hasShallow: boolean;
  readonly namesFormat: boolean;
}

const agent = 'git/weft';
const greetingBytes = 64 * 1024;
const refBytes = 16 * 1024 * 1024;
const maxRefs = 100_000;
/** Messages that tell how far a server is come beside the pack, which has its own limit. */
const besides = 1024 * 1024;

/** Throws `git.unsupported` of a server that can't do what is needed. */
export async function capabilitiesOf(connection: GitConnection): Promise<Capabilities> {
  const reader = (await connection.greeting()).allow(greetingBytes, 'it says more about itself than 64 KB');
  let line = await heard(reader);
  if (line.startsWith('# service=')) {
    await reader.next();
    line = await heard(reader);
  }
  if (/\bobject-format=sha256\b/.test(line)) throw sha256();
  if (line !== 'version 2') {
    throw unsupported(`${connection.host} does not speak version 2 of git's protocol, which is needed.`);
  }
  const said = new Map<string, string>();
  for (let next = await reader.line(); next !== null; next = await reader.line()) {
    const at = next.indexOf('=');
    said.set(at < 0 ? next : next.slice(0, at), at < 0 ? '' : next.slice(at + 1));
  }
  if ((said.get('object-format') ?? 'sha1') !== 'sha1') throw sha256();
  if (!said.has('ls-refs') || !said.has('fetch')) throw unsupported(`${connection.host} offers nothing to fetch.`);
  const offers = (said.get('fetch') ?? '').split(' ');
  return {
    hasFilter: offers.includes('filter'),
    hasShallow: offers.includes('shallow'),
    namesFormat: said.has('object-format'),
  };
}

function sha256(): Error {
  return unsupported('The repository names its objects by SHA-256. Only those by SHA-1 can be read.');
}

/** Branches and tags whose names begin so; a server may leave the choice to who asks. */
export async function listRefs(
  connection: GitConnection,
  capabilities: Capabilities,
  prefixes: readonly string[],
): Promise<GitRef[]> {
  const wanted = prefixes.map((prefix) => packetLine(`ref-prefix ${prefix}\n`));
  const request = [...command('ls-refs', capabilities), packetLine('symrefs\n'), ...wanted, flush];
  const reader = (await connection.ask(Buffer.concat(request))).allow(refBytes, 'its branches take more than 16 MB');
  const refs: GitRef[] = [];
  for (let packet = await reader.next(); packet !== 'flush'; packet = await reader.next()) {
    const ref = refOf(words(packet));
    if (prefixes.length > 0 && !prefixes.some((prefix) => ref.name.startsWith(prefix))) continue;
    if (refs.push(ref) > maxRefs) throw tooLarge(`it has more than ${maxRefs} branches and tags`);
  }
  return refs;
}

function refOf(line: string): GitRef {
  const [id = '', name = '', ...rest] = line.split(' ');
  if (!isObjectId(id) || name === '') throw broken('a branch is not in the format of git');
  const target = rest.find((word) => word.startsWith('symref-target:'))?.slice('symref-target:'.length);
  return target === undefined ? { name, id } : { name, id, target };
}

export interface FetchRequest {
  readonly wants: readonly string[];
  /** Commits without their history; their contents too only where the server can't leave them out. */
  readonly isShallow: boolean;
  /** Bytes of the pack, and which limit that is. */
  readonly bytes: number;
  readonly limit: string;
}

/** The pack with what is wanted. */
export async function fetchPack(
  connection: GitConnection,
  capabilities: Capabilities,
  { wants, isShallow, bytes, limit }: FetchRequest,
): Promise<Buffer> {
  const request = [...command('fetch', capabilities), packetLine('no-progress\n'), packetLine('ofs-delta\n')];
  if (isShallow && capabilities.hasFilter) request.push(packetLine('filter blob:none\n'));
  if (isShallow && capabilities.hasShallow) request.push(packetLine('deepen 1\n'));
  request.push(...wants.map((id) => packetLine(`want ${id}\n`)), packetLine('done\n'), flush);
  const reader = (await connection.ask(Buffer.concat(request))).allow(bytes + Math.ceil(bytes / 1000) + besides, limit);
  let section = await heard(reader);
  while (section !== 'packfile') {
    for (let packet = await reader.next(); packet !== 'delimiter'; packet = await reader.next()) words(packet);
    section = await heard(reader);
  }
  return packOf(reader, bytes, limit);
}

/** Put together from the lines of its own channel, until the server says that it was all. */
async function packOf(reader: PacketReader, bytes: number, limit: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (let packet = await reader.next(); packet !== 'flush'; packet = await reader.next()) {
    if (!Buffer.isBuffer(packet)) throw broken('it was cut');
    if (packet[0] === 3) throw broken(`the server says: ${cleanWords(packet.toString('utf8', 1), 200)}`);
    if (packet[0] !== 1) continue;
    length += packet.length - 1;
    if (length > bytes) throw tooLarge(limit);
    pieces.push(packet.subarray(1));
  }
  return Buffer.concat(pieces, length);
}

function command(name: string, { namesFormat }: Capabilities): Buffer[] {
  const format = namesFormat ? [packetLine('object-format=sha1\n')] : [];
  return [packetLine(`command=${name}\n`), packetLine(`agent=${agent}\n`), ...format, delimiter];
}

async function heard(reader: PacketReader): Promise<string> {
  return words(await reader.next());
}

/** The text of a line; a server that refuses says so in a line of its own. */
function words(packet: Packet | null): string {
  if (!Buffer.isBuffer(packet)) throw broken(packet === null ? 'it was cut' : 'it is not in the order of git');
  const line = lineOf(packet);
  if (line.startsWith('ERR ')) {
    const said = cleanWords(line.slice(4), 300);
    throw spokenRefusal(said) ?? broken(`the server says: ${said}`);
  }
  return line;
}
