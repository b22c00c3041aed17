import type { FileValue, NodeContext } from '#engine';
import { isPlatformError } from '#kernel';
import { type FileContent, FilesRead, type FilesReadRequest, keptFileId } from '#plugins/files/contract.ts';
import type { ChatMessage, LlmRequest, MessageContent, ReadyLlm } from '#plugins/models/contract.ts';

/** Bytes of one file that is shown to a model. */
const MAX_FILE = 20 * 1024 * 1024;

/**
 * The model, shown the content of files that are kept here instead of their addresses: a provider could hardly reach
 * these, and they expire. The run's record keeps the addresses.
 */
export function withKeptFiles(model: ReadyLlm, context: Pick<NodeContext, 'call'>): ReadyLlm {
  return new FileReadingLlm(model, context);
}

class FileReadingLlm implements ReadyLlm {
  readonly #model: ReadyLlm;
  readonly #context: Pick<NodeContext, 'call'>;
  /** An agent shows the same file in each of its rounds. */
  #shown: Map<string, Promise<string>> | null = null;

  constructor(model: ReadyLlm, context: Pick<NodeContext, 'call'>) {
    this.#model = model;
    this.#context = context;
  }

  get provider(): string {
    return this.#model.provider;
  }

  get description(): ReadyLlm['description'] {
    return this.#model.description;
  }

  get replacement(): ReadyLlm['replacement'] {
    return this.#model.replacement;
  }

  get credentialSet(): string | null {
    return this.#model.credentialSet ?? null;
  }

  usage(...measured: Parameters<ReadyLlm['usage']>): ReturnType<ReadyLlm['usage']> {
    return this.#model.usage(...measured);
  }

  stream(request: LlmRequest): ReturnType<ReadyLlm['stream']> {
    if (!showsKept(request)) return this.#model.stream(request);
    return streamShown(this.#model, request, (id) => this.#contentOf(id));
  }

  #contentOf(id: string): Promise<string> {
    this.#shown ??= new Map();
    const known = this.#shown.get(id) ?? readFile(id, this.#context);
    this.#shown.set(id, known);
    return known;
  }
}

async function* streamShown(model: ReadyLlm, request: LlmRequest, contentOf: (id: string) => Promise<string>) {
  const messages: ChatMessage[] = [];
  for (const message of request.messages) {
    if (message.role !== 'user' || typeof message.content === 'string') messages.push(message);
    else
      messages.push({ role: 'user', content: await Promise.all(message.content.map((item) => show(item, contentOf))) });
  }
  yield* model.stream({ ...request, messages });
}

async function show(item: MessageContent, contentOf: (id: string) => Promise<string>): Promise<MessageContent> {
  const id = item.type === 'text' ? null : keptFileId(item.url);
  if (id === null || item.type === 'text') return item;
  try {
    return { ...item, url: await contentOf(id) };
  } catch (error) {
    // An address of another server, which may look the same.
    if (isPlatformError(error) && error.code === 'files.file_not_found') return item;
    throw error;
  }
}

function showsKept({ messages }: LlmRequest): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'user' &&
      typeof content !== 'string' &&
      content.some((item) => item.type !== 'text' && keptFileId(item.url) !== null),
  );
}

/** As a `data:` address. Whose file it is decides whoever reads: only files of the run's app. */
async function readFile(id: string, context: Pick<NodeContext, 'call'>): Promise<string> {
  const file: FileValue = {
    dify_model_identity: '__dify__file__',
    type: 'custom',
    transfer_method: 'local_file',
    related_id: id,
    filename: `file ${id}`,
  };
  const request: FilesReadRequest = { file, maxBytes: MAX_FILE };
  const { bytes, mediaType } = await context.call<FileContent>(FilesRead, request);
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return `data:${mediaType === '' ? 'application/octet-stream' : mediaType};base64,${base64}`;
}
