import type { GroupCommit } from '#plugins/database/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import { type NewFile, readDataUrl, type StoredFile, type StoredFiles } from '#plugins/files/contract.ts';
import { fileReference, type SortedArguments, wrong } from '#plugins/mcp-server/contract.ts';

type Mapping = Readonly<Record<string, unknown>>;

export interface FileParts {
  readonly files: StoredFiles;
  readonly endUsers: EndUsers;
  readonly groupCommit: GroupCommit;
  readonly egress: Egress;
}

/** For whom files are. */
interface FilePlace {
  readonly workspaceId: string;
  readonly appId: string;
  readonly sessionId: string;
  /** Aborts when nobody waits for the files any more. */
  signal(): AbortSignal;
}

/** Files that are fetched at the same time, for one call. */
const MAX_FILES = 20;
const MAX_REDIRECTS = 3;

/** The arguments with references that runs know in the place of files as callers name them. */
export async function withFiles(parts: FileParts, place: FilePlace, given: SortedArguments): Promise<SortedArguments> {
  const { inputs, fileInputs, files, fileRules } = given;
  const lists = [...fileInputs.keys()].map((name) => inputs[name]);
  const count = [...lists, files ?? []].reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 1),
    0,
  );
  if (count > MAX_FILES) throw wrong('files', `are at most ${MAX_FILES} for one call, and these are ${count}`);
  const one = (name: string, rules: Mapping) => (value: unknown) => reference(parts, place, { name, value, rules });
  const changed = await Promise.all(
    [...fileInputs].map(async ([name, rules]) => {
      const value = inputs[name];
      const read = one(name, rules);
      return [name, Array.isArray(value) ? await Promise.all(value.map(read)) : await read(value)] as const;
    }),
  );
  return {
    ...given,
    inputs: changed.length === 0 ? inputs : { ...inputs, ...Object.fromEntries(changed) },
    files: files === undefined ? undefined : await Promise.all(files.map(one('files', fileRules))),
  };
}

interface Named {
  readonly name: string;
  readonly value: unknown;
  readonly rules: Mapping;
}

/**
 * An address stays one where the app takes addresses: what reads it later goes through egress too. Where it takes uploads only,
 * and for `data:`, the content is fetched and kept as an upload of the caller's user.
 */
async function reference(parts: FileParts, place: FilePlace, { name, value, rules }: Named): Promise<Mapping> {
  const { url, name: label } = fileReference(name, value);
  const methods = Array.isArray(rules.allowed_file_upload_methods) ? rules.allowed_file_upload_methods : [];
  if (/^data:/i.test(url)) return kept(parts, place, dataFile(name, url, label));
  await parts.egress.check(url);
  if (methods.length === 0 || methods.includes('remote_url')) {
    const types = Array.isArray(rules.allowed_file_types) ? rules.allowed_file_types : [];
    return { transfer_method: 'remote_url', url, ...(types.length === 1 && { type: types[0] }) };
  }
  return kept(parts, place, await fetched(parts, place, { name, url, label }));
}

async function fetched(
  { egress }: FileParts,
  { signal }: FilePlace,
  { name, url, label }: { readonly name: string; readonly url: string; readonly label: string },
): Promise<NewFile> {
  const answer = await egress.request({ url, method: 'GET', maxRedirects: MAX_REDIRECTS, signal: signal() });
  if (answer.status !== 200) {
    answer.body.destroy();
    throw wrong(name, `could not be fetched: its server answered ${answer.status}`);
  }
  const mediaType = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return { filename: label || lastPart(url), mediaType, content: answer.body };
}

function lastPart(url: string): string {
  const last = new URL(url).pathname.split('/').pop() || 'file';
  try {
    return decodeURIComponent(last).replaceAll('/', '_').slice(0, 200);
  } catch {
    return last.slice(0, 200);
  }
}

function dataFile(name: string, url: string, label: string): NewFile {
  const data = readDataUrl(url);
  if (data === null) throw wrong(name, 'has a data: URL that is none, or not well encoded');
  const { mediaType, bytes } = data;
  const extension = /^[a-z]+\/(?:x-)?([a-z0-9]{1,10})$/.exec(mediaType)?.[1] ?? 'bin';
  return { filename: label || `file.${extension === 'plain' ? 'txt' : extension}`, mediaType, content: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

async function kept({ files, endUsers, groupCommit }: FileParts, place: FilePlace, file: NewFile): Promise<Mapping> {
  const { workspaceId, appId, sessionId } = place;
  const received = await files.receive({ workspaceId, appId }, file);
  try {
    const endUser = endUsers.identify({ workspaceId, appId, type: 'service-api', sessionId });
    const owned: StoredFile = { ...received, endUserId: endUser.user.id };
    await groupCommit.add([...endUser.entries, ...(await files.entries(owned))]);
    endUser.written();
    return { transfer_method: 'local_file', upload_file_id: owned.id };
  } catch (error) {
    // Swept later, should it fail: what the caller did wrong is what they must hear.
    await files.discard(received).catch(() => {});
    throw error;
  }
}
