import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type ConfinedCommand, type Confinement, pipeOf } from '#plugins/confined-processes/contract.ts';
import { zoneFolder } from './child/zone-folder.ts';
import { type Frame, FrameReader, frame } from './frame-reader.ts';
import { type ChildSettings, type FrameLimits, firstWheel, imageDescriptor, pipeDescriptor } from './messages.ts';

const require = createRequire(import.meta.url);
const ownFolder = fileURLToPath(new URL('.', import.meta.url));
/** Folder of the interpreter's files, with its separator. */
export const interpreterFolder = dirname(require.resolve('pyodide/package.json')) + sep;

/** Writable memory a child may ask for: the engine reserves some hundred megabytes, WebAssembly as much as it may grow to. */
const mostMb = 2048;

/** Of the error stream; nobody writes there but Node, a few kilobytes when it fails. */
const maxErrorBytes = 256 * 1024;

export interface Launch {
  readonly settings: Omit<ChildSettings, 'wheels'>;
  readonly confinement: Confinement;
  /** Open file of the memory image. */
  readonly image?: number;
  /** Files of wheels; they may lie where the child can't read. */
  readonly wheels?: readonly string[];
  /** A frame of another kind or of more bytes ends the child. */
  readonly frames: FrameLimits;
}

/** How a child ended. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to its error stream. */
  readonly errors: string;
  /** Whether it was ended here, for a frame that no child of ours sends. */
  readonly isRefused?: boolean;
}

/** A confined process and the frames it sends. The next frame, or its end, is awaited by one caller at a time. */
export class ConfinedProcess {
  readonly #process: ChildProcess;
  readonly #pipe: Duplex;
  readonly #frames: Frame[] = [];
  #waiting: ((next: Frame | ChildExit) => void) | undefined;
  #exit: ChildExit | undefined;
  #errors = '';
  #isKilled = false;
  #isRefused = false;

  static async start({ settings, confinement, image, wheels = [], frames }: Launch): Promise<ConfinedProcess> {
    const handed: (number | 'ignore')[] = [image ?? 'ignore'];
    try {
      for (const wheel of wheels) handed.push(openSync(wheel, 'r'));
      const all = { ...settings, wheels: wheels.map((_wheel, index) => firstWheel + index) };
      const readable = readableFor(settings);
      const starter = await confinement.open();
      const command = starter.command({
        args: flags(all, readable),
        readable,
        descriptors: imageDescriptor + handed.length,
        memoryMb: mostMb,
      });
      return new ConfinedProcess(command, handed, frames);
    } finally {
      for (const wheel of handed.slice(1)) if (typeof wheel === 'number') closeSync(wheel);
    }
  }

  private constructor(
    { program, args, ended }: ConfinedCommand,
    handed: readonly (number | 'ignore')[],
    frames: FrameLimits,
  ) {
    this.#process = spawn(program, args, {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', ...handed],
    });
    this.#pipe = pipeOf(this.#process, pipeDescriptor);
    this.#listen(new FrameReader(frames), ended);
  }

  /** Whether it can be sent a message. One that has said something nobody asked for can not. */
  get isAlive(): boolean {
    return this.#exit === undefined && !this.#isKilled && this.#frames.length === 0;
  }

  send(payload: Uint8Array): void {
    if (this.#exit === undefined) this.#pipe.write(frame(0, payload));
  }

  next(): Promise<Frame | ChildExit> {
    const ready = this.#frames.shift() ?? this.#exit;
    return ready === undefined
      ? new Promise((resolve) => {
          this.#waiting = resolve;
        })
      : Promise.resolve(ready);
  }

  kill(): void {
    this.#isKilled = true;
    this.#process.kill('SIGKILL');
  }

  /** One of `os.constants.priority`; nothing happens where the system refuses. */
  setPriority(priority: number): void {
    try {
      if (this.#process.pid !== undefined) setPriority(this.#process.pid, priority);
    } catch {
      // It has ended, or the priority may only be lowered.
    }
  }

  /** Resident memory in bytes; 0 where the system doesn't tell. */
  memoryBytes(): number {
    try {
      return Number(readFileSync(`/proc/${this.#process.pid}/statm`, 'utf8').split(' ')[1]) * 4096;
    } catch {
      return 0;
    }
  }

  #listen(reader: FrameReader, ended: () => void): void {
    this.#pipe.on('data', (chunk: Buffer) => {
      try {
        for (const next of reader.push(chunk)) this.#give(next);
      } catch {
        this.#refuse();
      }
    });
    // A child that is killed resets its pipe; its exit tells.
    this.#pipe.on('error', () => undefined);
    let errorBytes = 0;
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      // Nothing of it is needed but the end of what Node says of its own.
      errorBytes += chunk.length;
      if (errorBytes > maxErrorBytes) this.kill();
      this.#errors = (this.#errors + chunk.toString()).slice(-2000);
    });
    this.#process.on('error', ended);
    this.#process.on('close', ended);
    this.#process.on('error', (error) => this.#end({ code: null, signal: null, errors: error.message }));
    this.#process.on('close', (code, signal) => this.#end({ code, signal, errors: this.#errors }));
  }

  /** Nothing more is read of it. */
  #refuse(): void {
    this.#isRefused = true;
    this.#pipe.destroy();
    this.kill();
  }

  #end(exit: ChildExit): void {
    this.#exit ??= { ...exit, isRefused: this.#isRefused };
    this.#give(this.#exit);
  }

  #give(next: Frame | ChildExit): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) waiting(next);
    // An answer and that it serves again may come at once; whoever says more than that, unasked, is not listened to.
    else if ('kind' in next && this.#frames.push(next) > 1) this.#refuse();
  }
}

/** What the child may read: the interpreter and its own code. */
function readableFor({ mode }: Pick<ChildSettings, 'mode'>): string[] {
  const readable = [interpreterFolder, ownFolder];
  // One of the zones is a link to the machine's own.
  if (mode === 'image') readable.push(`${zoneFolder}${sep}`, '/etc/localtime');
  return readable;
}

/** Node's own limits, which hold inside the wall and without it: no writing, no processes, no code made from text. */
function flags(settings: ChildSettings, readable: readonly string[]): string[] {
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    // The permission model does not cover what SQLite opens.
    '--no-experimental-sqlite',
    '--disable-sigusr1',
    '--max-old-space-size=128',
    '--no-warnings',
    fileURLToPath(new URL('./child/main.ts', import.meta.url)),
    JSON.stringify(settings),
  ];
}
