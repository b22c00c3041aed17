import type { GitConnection } from './connection.ts';
import { broken, cleanWords, notAllowed, spokenRefusal, unsupported } from './failure.ts';
import { isObjectId } from './object-id.ts';
import { flush, lineOf, PacketReader, packetLine } from './packet-lines.ts';

/** A branch before and after; null: it is not there. */
export interface RefUpdate {
  readonly branch: string;
  readonly from: string | null;
  readonly to: string;
}

export type PushResult = { readonly isTaken: true } | { readonly isTaken: false; readonly reason: string };

/** What a server that takes commits says first. */
export interface Receiver {
  /** What the branch is; null: there is none. */
  readonly current: string | null;
  readonly capabilities: readonly string[];
}

const none = '0'.repeat(40);
const agent = 'agent=git/weft';
const greetingBytes = 32 * 1024 * 1024;
const resultBytes = 1024 * 1024;

/** All branches are told, however many: there is no way to ask for one. */
export async function receiverOf(connection: GitConnection, branch: string): Promise<Receiver> {
  const reader = await connection.greeting();
  reader.allow(greetingBytes, 'its branches take more than 32 MB');
  let capabilities: readonly string[] | undefined;
  let current: string | null = null;
  for (let packet = await reader.next(); ; packet = await reader.next()) {
    if (packet === 'flush' && capabilities !== undefined) break;
    if (packet === 'flush') continue;
    if (!Buffer.isBuffer(packet)) throw broken('it was cut');
    const line = lineOf(packet);
    if (line.startsWith('ERR ')) throw refusedBy(connection, line);
    if (line.startsWith('# service=') || /^version \d$/.test(line)) continue;
    const [ref = '', said] = line.split('\0');
    capabilities ??= (said ?? '').trim().split(' ');
    const [id = '', name] = ref.split(' ');
    if (name === `refs/heads/${branch}` && isObjectId(id)) current = id;
  }
  if (capabilities.includes('object-format=sha256')) {
    throw unsupported('The repository names its objects by SHA-256. Only those by SHA-1 can be written.');
  }
  if (!capabilities.includes('report-status')) throw unsupported('The server does not say what became of a push.');
  return { current, capabilities };
}

export async function push(
  connection: GitConnection,
  { capabilities }: Receiver,
  { branch, from, to }: RefUpdate,
  pack: Uint8Array,
): Promise<PushResult> {
  const wanted = ['report-status', 'side-band-64k', 'object-format=sha1'].filter((one) => capabilities.includes(one));
  const update = `${from ?? none} ${to} refs/heads/${branch}\0 ${[...wanted, agent].join(' ')}`;
  const reader = await connection.ask(Buffer.concat([packetLine(update), flush, pack]));
  reader.allow(resultBytes, 'it says more about a push than 1 MB');
  const hasBands = wanted.includes('side-band-64k');
  const { report, words } = hasBands ? await parted(reader) : { report: reader, words: '' };
  const lines = await linesOf(report);
  const refused = lines.find((line) => line.startsWith('ERR '));
  if (refused !== undefined) throw refusedBy(connection, refused);
  return resultOf(lines, words);
}

/** A server that takes no commits of this account at all says so in a line of its own: whatever its words are, they are what people need. */
function refusedBy({ host }: GitConnection, line: string): Error {
  const said = cleanWords(line.slice(4), 300);
  return spokenRefusal(said) ?? notAllowed(host, said);
}

/** The report comes in a channel of its own, and what people are to read in another. */
async function parted(reader: PacketReader): Promise<{ readonly report: PacketReader; readonly words: string }> {
  const bands: Record<1 | 2, Buffer[]> = { 1: [], 2: [] };
  for (let packet = await reader.next(); packet !== 'flush' && packet !== null; packet = await reader.next()) {
    if (!Buffer.isBuffer(packet)) throw broken('it is not in the order of git');
    const band = packet[0];
    if (band === 1 || band === 2) bands[band].push(packet.subarray(1));
    else if (packet.toString('latin1', 0, 4) === 'ERR ') bands[1].push(packetLine(packet));
    else throw broken(`the server says: ${cleanWords(packet.toString('utf8', 1), 300)}`);
  }
  const report = new PacketReader(oneByOne(bands[1])).allow(resultBytes, 'it says more about a push than 1 MB');
  return { report, words: Buffer.concat(bands[2]).toString() };
}

async function* oneByOne(pieces: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function linesOf(reader: PacketReader): Promise<string[]> {
  const lines: string[] = [];
  for (let line = await reader.line(); line !== null; line = await reader.line()) lines.push(line);
  return lines;
}

/** `unpack ok`, then `ok refs/heads/main` or `ng refs/heads/main <why>`. */
function resultOf(lines: readonly string[], words: string): PushResult {
  const unpacked = lines.find((line) => line.startsWith('unpack '));
  const outcome = lines.find((line) => /^(?:ok|ng) /.test(line));
  if (unpacked === undefined) throw broken('it does not say what became of the push');
  if (unpacked === 'unpack ok' && outcome?.startsWith('ok ') === true) return { isTaken: true };
  const why = outcome?.startsWith('ng ') === true ? outcome.split(' ').slice(2).join(' ') : unpacked;
  // What a hook or a rule says is of more use than that there is one.
  const said = [why, cleanWords(words)].filter((part) => part !== '');
  return { isTaken: false, reason: cleanWords(said.join(': ')) };
}
