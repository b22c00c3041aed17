import type { FileValue } from '#engine';
import { FairSemaphore, PlatformError } from '#kernel';
import {
  ConfinedProcess,
  type ConfinedStarter,
  type ConfinedTask,
  type Confinement,
} from '#plugins/confined-processes/contract.ts';
import { type FileContent, type Files, fileLabel } from '#plugins/files/contract.ts';
import type { ExtractionCaller, NamedContent, TableBounds, TextExtraction } from './contract.ts';
import { failedExtraction, processFailure } from './extraction-failure.ts';
import {
  type DocumentLimits,
  type ExtractionAnswer,
  type ExtractionTask,
  MARK_BOUNDS,
  refusalReasons,
} from './protocol.ts';
import { textOf } from './text-of.ts';

export interface ExtractionOptions {
  readonly files: Files;
  readonly confinement: Confinement;
  /** Extractions at the same time, each in a process of its own. */
  readonly processes: number;
  readonly timeMs: number;
  readonly memoryMb: number;
  readonly inputBytes: number;
  /** Documents that may wait, over all workspaces; one may hold half of them. */
  readonly maxQueue: number;
  /** Milliseconds after which a process without work ends. */
  readonly idleMs: number;
  readonly document: DocumentLimits;
}

type ExtractionProcess = ConfinedProcess<ExtractionTask, ExtractionAnswer>;

const readers: ConfinedTask = {
  worker: new URL('./worker/main.ts', import.meta.url),
  code: new URL('./', import.meta.url),
  content: 'bytes',
  reasons: refusalReasons,
};
/** UTF-8 of one character of a text's length. */
const bytesPerChar = 3;

/** Documents in memory, waiting for one process: those that are being fetched keep no process waiting. */
const fetchedAhead = 4;

/** Turns documents into text in processes that start with the first document. */
export class ExtractionService implements TextExtraction {
  readonly #options: ExtractionOptions;
  /** Bounds what lies in memory: from before a document is fetched until its text is there. */
  readonly #documents: FairSemaphore;
  readonly #slots: FairSemaphore;
  readonly #idle: ExtractionProcess[] = [];
  readonly #busy = new Set<ExtractionProcess>();
  readonly #closing = new AbortController();
  #reaper: NodeJS.Timeout | undefined;

  constructor(options: ExtractionOptions) {
    this.#options = options;
    const { processes, maxQueue } = options;
    this.#documents = new FairSemaphore({ concurrency: processes * fetchedAhead, maxQueue });
    this.#slots = new FairSemaphore({ concurrency: processes, maxQueue: Number.POSITIVE_INFINITY });
  }

  /** Processes alive now. */
  get processes(): number {
    return this.#idle.length + this.#busy.size;
  }

  async extract(file: FileValue, caller: ExtractionCaller): Promise<string> {
    const { workspaceId, appId } = caller;
    const text = await this.#read(fileLabel(file), caller, async (signal) => {
      const maxBytes = this.#options.inputBytes;
      const content = await this.#options.files.read(file, {
        workspaceId,
        ...(appId !== undefined && { appId }),
        maxBytes,
        setting: 'text-extraction.inputMb',
        signal,
      });
      return taskOf(file, content, this.#options.document);
    });
    return textOf(text);
  }

  async extractContent({ name, mediaType, charset, bytes }: NamedContent, caller: ExtractionCaller): Promise<string> {
    const task = { name: name.slice(-200), mediaType, charset, bytes, limits: this.#options.document };
    return textOf(await this.#read(name.slice(0, 100), caller, async () => task));
  }

  async extractMarked(
    { name, mediaType, charset, bytes }: NamedContent,
    caller: ExtractionCaller,
  ): Promise<Uint8Array> {
    const task = { name: name.slice(-200), mediaType, charset, bytes, limits: this.#options.document, isMarked: true };
    return this.#read(name.slice(0, 100), caller, async () => task);
  }

  async extractTable(
    document: NamedContent,
    table: TableBounds,
    caller: ExtractionCaller,
  ): Promise<readonly (readonly string[])[]> {
    return JSON.parse(await textOf(await this.extractTableBytes(document, table, caller)));
  }

  async extractTableBytes(
    { name, mediaType, charset, bytes }: NamedContent,
    table: TableBounds,
    caller: ExtractionCaller,
  ): Promise<Uint8Array> {
    const task = { name: name.slice(-200), mediaType, charset, bytes, limits: this.#options.document, table };
    return this.#read(name.slice(0, 100), caller, async () => task);
  }

  async #read(
    label: string,
    caller: ExtractionCaller,
    fetch: (signal: AbortSignal) => Promise<ExtractionTask>,
  ): Promise<Uint8Array> {
    const { workspaceId } = caller;
    this.#refuseWhenFull(workspaceId);
    const signal = AbortSignal.any([caller.signal, this.#closing.signal]);
    return this.#documents.run(workspaceId, signal, async () => {
      const task = await fetch(signal);
      return this.#slots.run(workspaceId, signal, () => this.#run(label, task, { workspaceId, signal }));
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(stopping());
    clearInterval(this.#reaper);
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((process) => process.close()));
  }

  async #run(label: string, task: ExtractionTask, { workspaceId, signal }: ExtractionCaller): Promise<Uint8Array> {
    const starter = await this.#options.confinement.open();
    signal.throwIfAborted();
    const process = this.#take(workspaceId, starter);
    this.#busy.add(process);
    const reply = await process.run(task, signal);
    this.#busy.delete(process);
    if (process.isAlive) this.#keep(process);
    signal.throwIfAborted();
    if (typeof reply === 'string') throw processFailure(label, reply, this.#options);
    if (!reply.ok) throw failedExtraction(label, reply);
    return reply.content;
  }

  /** The idle process of this workspace, or a new one; when there are too many, another workspace's ends. */
  #take(workspaceId: string, starter: ConfinedStarter): ExtractionProcess {
    const own = this.#idle.findIndex((process) => process.isAlive && process.owner === workspaceId);
    const [found] = own < 0 ? [] : this.#idle.splice(own, 1);
    if (found !== undefined) return found;
    while (this.processes >= this.#options.processes && this.#idle.length > 0) void this.#idle.shift()?.close();
    const { timeMs, memoryMb, document } = this.#options;
    const chars = Math.max(document.outputChars, document.markedChars);
    const limits = { timeMs, memoryMb, replyBytes: chars * bytesPerChar + MARK_BOUNDS.bytes };
    return new ConfinedProcess(workspaceId, readers, limits, starter);
  }

  #keep(process: ExtractionProcess): void {
    this.#idle.push(process);
    this.#reaper ??= setInterval(() => this.#reap(), Math.max(1000, this.#options.idleMs / 2)).unref();
  }

  #reap(): void {
    const now = performance.now();
    for (const process of [...this.#idle]) {
      if (process.isAlive && now - process.idleSince < this.#options.idleMs) continue;
      this.#idle.splice(this.#idle.indexOf(process), 1);
      void process.close();
    }
  }

  #refuseWhenFull(workspaceId: string): void {
    if (this.#closing.signal.aborted) throw stopping();
    if (!this.#documents.isFull(workspaceId)) return;
    throw new PlatformError(
      'unavailable',
      'text-extraction.busy',
      'Too many documents wait to be read; try again in a moment or raise WEFT_EXTRACTION_PROCESSES or text-extraction.maxQueue.',
      { retryAfter: 1 },
    );
  }
}

function taskOf(file: FileValue, { bytes, mediaType }: FileContent, limits: DocumentLimits): ExtractionTask {
  const filename = typeof file.filename === 'string' ? file.filename : '';
  const extension = typeof file.extension === 'string' ? file.extension : '';
  // The record's own extension is what names without an ending go by.
  const name = /\.[^.\\/]{1,20}$/.test(filename) ? filename : `file${extension}`;
  const told = typeof file.mime_type === 'string' ? file.mime_type.toLowerCase() : '';
  const isTold = told !== '' && told !== 'application/octet-stream';
  return { name: name.slice(-200), mediaType: isTold ? told : mediaType, bytes, limits };
}

function stopping(): PlatformError {
  return new PlatformError('unavailable', 'text-extraction.busy', 'The server is shutting down; try again later.');
}
