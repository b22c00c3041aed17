import type { FileResolver, FileValue } from '#engine';
import type { Reply } from '#http';
import { currentTime, isPlatformError, isUuid, newId, PlatformError } from '#kernel';
import type { Blobs, ByteRange } from '#plugins/blobs/contract.ts';
import { type CommitEntry, entry } from '#plugins/database/contract.ts';
import { roomOf, type Workspaces } from '#plugins/workspaces/contract.ts';
import { contentType, sampleOf } from './content-type.ts';
import type {
  FileAddresses,
  FileLimits,
  FileOwner,
  FileReplyOptions,
  FilesKeepRequest,
  NewFile,
  RunPlace,
  StoredFile,
  StoredFiles,
} from './contract.ts';
import { OriginAddresses } from './file-addresses.ts';
import { checkedName } from './file-name.ts';
import { fileReply } from './file-reply.ts';
import { ANY_CONTENT, typeOfExtension, typeOfFile } from './file-types.ts';
import { keptIds } from './kept-values.ts';
import { describeReceived } from './received-file.ts';
import { requestFileResolver } from './request-file.ts';
import type { SignedAddresses } from './signed-address.ts';
import { type FileStore, fileSink, fileUseSink } from './store.ts';

/** Owner of the blobs of files. */
export const BLOB_OWNER = 'files';

export interface StoredFilesParts {
  readonly blobs: Blobs;
  readonly store: FileStore;
  readonly workspaces: Workspaces;
  readonly addresses: SignedAddresses;
  readonly limits: FileLimits;
  /** Lower case, without the dot. */
  readonly blockedExtensions: readonly string[];
}

type Place = Pick<FileOwner, 'workspaceId' | 'appId'>;

/** Files in rows, their content in blobs. */
export class StoredFilesService extends OriginAddresses implements StoredFiles {
  readonly #parts: StoredFilesParts;

  constructor(parts: StoredFilesParts) {
    super(parts.addresses);
    this.#parts = parts;
  }

  at(origin: string | undefined): FileAddresses {
    return origin === undefined ? this : new OriginAddresses(this.#parts.addresses, origin);
  }

  get limits(): FileLimits {
    return this.#parts.limits;
  }

  async receive({ workspaceId, appId }: Place, sent: NewFile): Promise<StoredFile> {
    const { name, extension } = checkedName(sent.filename);
    this.#refuseBlocked(extension);
    await this.#requireRoom(workspaceId);
    const { sample, content } = await sampleOf(limited(sent.content, name, limitFor(extension, this.limits)));
    const mediaType = await contentType(name, extension, sample);
    const blob = await this.#parts.blobs.put(BLOB_OWNER, workspaceId, content);
    return {
      id: newId(),
      workspaceId,
      appId,
      endUserId: null,
      runId: null,
      method: 'local_file',
      name,
      extension,
      declaredType: saneType(sent.mediaType),
      mediaType,
      blob,
      createdAt: currentTime(),
      isUsed: false,
    };
  }

  async receiveOf({ workspaceId, appId, runId }: RunPlace, sent: FilesKeepRequest): Promise<StoredFile> {
    const declared = saneType(sent.mediaType);
    const described = await describeReceived(sent.filename, declared, sent.bytes);
    this.#refuseBlocked(described.extension);
    await this.#requireRoom(workspaceId);
    return {
      id: newId(),
      workspaceId,
      appId,
      endUserId: null,
      runId,
      method: 'tool_file',
      ...described,
      declaredType: described.mediaType,
      blob: await this.#parts.blobs.put(BLOB_OWNER, workspaceId, once(sent.bytes)),
      createdAt: currentTime(),
      isUsed: true,
    };
  }

  async entries(file: StoredFile): Promise<CommitEntry[]> {
    return [entry(fileSink, { file, room: await this.#room(file.workspaceId) })];
  }

  #refuseBlocked(extension: string): void {
    if (!this.#parts.blockedExtensions.includes(extension)) return;
    const message = `Files with the extension .${extension} are not taken here.`;
    throw new PlatformError('invalid', 'files.file_extension_blocked', message, { field: 'file' });
  }

  /** Before anything is read: exactly it is known only when the row is written. */
  async #requireRoom(workspaceId: string): Promise<void> {
    const room = await this.#room(workspaceId);
    if (room === null) return;
    const used = await this.#parts.store.storageUsed(workspaceId);
    if (used >= room.limit) throw room.refusal(used);
  }

  async #room(workspaceId: string) {
    return roomOf(await this.#parts.workspaces.planOf(workspaceId), 'storageMb');
  }

  discard(file: StoredFile): Promise<void> {
    return this.#parts.blobs.remove([file.blob]);
  }

  async find(workspaceId: string, id: string): Promise<StoredFile | null> {
    return isUuid(id) ? this.#parts.store.find(workspaceId, id.toLowerCase()) : null;
  }

  async open(file: StoredFile, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    try {
      return await this.#parts.blobs.open(file.blob, range);
    } catch (error) {
      throw isPlatformError(error) && error.code === 'blobs.not_found' ? fileNotFound(error) : error;
    }
  }

  reply(file: StoredFile, options: FileReplyOptions): Promise<Reply> {
    return fileReply(file, (range) => this.open(file, range), options);
  }

  toValue(file: StoredFile): FileValue {
    const { id, workspaceId, method, name, extension, declaredType, mediaType, blob } = file;
    return {
      dify_model_identity: '__dify__file__',
      id: null,
      tenant_id: workspaceId,
      type: typeOfFile(extension, mediaType),
      transfer_method: method,
      remote_url: '',
      related_id: id,
      upload_file_id: id,
      filename: name,
      extension: extension === '' ? '' : `.${extension}`,
      mime_type: declaredType === ANY_CONTENT ? mediaType : declaredType,
      size: blob.size,
      url: this.signedUrl(file),
    };
  }

  resolver(owner: FileOwner): FileResolver {
    return requestFileResolver(this, owner);
  }

  useEntries({ workspaceId, appId }: Place, values: readonly unknown[]): CommitEntry[] {
    return [...keptIds(values)].map((id) => entry(fileUseSink, { id, workspaceId, appId }));
  }
}

/** A declared type is repeated to others, so it must be one. */
function saneType(declared: string): string {
  const type = declared.toLowerCase();
  return type.length <= 127 && /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type) ? type : ANY_CONTENT;
}

interface KindLimit {
  readonly bytes: number;
  readonly setting: string;
}

const settings = {
  image: 'WEFT_UPLOAD_IMAGE_MB',
  audio: 'WEFT_UPLOAD_AUDIO_MB',
  video: 'WEFT_UPLOAD_VIDEO_MB',
  other: 'WEFT_UPLOAD_FILE_MB',
};

function limitFor(extension: string, limits: FileLimits): KindLimit {
  const type = typeOfExtension(extension);
  const kind = type === 'image' || type === 'audio' || type === 'video' ? type : 'other';
  return { bytes: limits[kind], setting: settings[kind] };
}

async function* limited(content: AsyncIterable<Uint8Array>, name: string, limit: KindLimit) {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limit.bytes) throw tooLarge(name, limit);
    yield chunk;
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

function tooLarge(name: string, { bytes, setting }: KindLimit): PlatformError {
  const message = `The file ${name.slice(0, 100)} is larger than ${Math.round(bytes / 1024 / 10.24) / 100} MB, the limit for its kind (${setting}).`;
  return new PlatformError('invalid', 'files.file_too_large', message, { field: 'file' });
}

/** The file is not there for whoever asks, or its content is gone. */
export function fileNotFound(cause?: unknown): PlatformError {
  return new PlatformError('not-found', 'files.file_not_found', 'There is no such file, or its content is gone.', {
    cause,
  });
}
