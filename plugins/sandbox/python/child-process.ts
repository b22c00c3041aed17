import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { zoneFolder } from './child/zone-folder.ts';
import type { Confinement } from './confinement.ts';
import { type Frame, FrameReader, frame } from './frame-reader.ts';
import { type ChildSettings, pipeDescriptor } from './messages.ts';

const require = createRequire(import.meta.url);
const ownFolder = fileURLToPath(new URL('.', import.meta.url));
/** Folder of the interpreter's files, with its separator. */
export const interpreterFolder = dirname(require.resolve('pyodide/package.json')) + sep;

export interface Launch {
  readonly settings: ChildSettings;
  readonly confinement: Confinement;
  /** Open file of the memory image. */
  readonly image?: number;
  /** A frame of more bytes ends the child. */
  readonly maxFrameBytes: number;
}

/** How a child ended. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to its error stream. */
  readonly errors: string;
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

  constructor(launch: Launch) {
    const [command = process.execPath, ...args] = [...launch.confinement.prefix, process.execPath, ...flags(launch)];
    this.#process = spawn(command, args, {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', launch.image ?? 'ignore'],
    });
    this.#pipe = this.#process.stdio[pipeDescriptor] as Duplex;
    this.#listen(new FrameReader(launch.maxFrameBytes));
  }

  /** Whether it can be sent a message. One that has said something nobody asked for can not. */
  get isAlive(): boolean {
    return this.#exit === undefined && !this.#isKilled && this.#frames.length === 0;
  }

  send(message: unknown): void {
    if (this.#exit === undefined) this.#pipe.write(frame(0, Buffer.from(JSON.stringify(message))));
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

  #listen(reader: FrameReader): void {
    this.#pipe.on('data', (chunk: Buffer) => {
      try {
        for (const next of reader.push(chunk)) this.#give(next);
      } catch {
        this.kill();
      }
    });
    // A child that is killed resets its pipe; its exit tells.
    this.#pipe.on('error', () => undefined);
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString()).slice(-2000);
    });
    this.#process.on('error', (error) => this.#end({ code: null, signal: null, errors: error.message }));
    this.#process.on('close', (code, signal) => this.#end({ code, signal, errors: this.#errors }));
  }

  #end(exit: ChildExit): void {
    this.#exit ??= exit;
    this.#give(this.#exit);
  }

  #give(next: Frame | ChildExit): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) waiting(next);
    else if ('kind' in next) this.#frames.push(next);
  }
}

/** The child may read the interpreter and its own code, and neither write, nor start processes, nor make code. */
function flags({ settings }: Launch): string[] {
  const readable = [interpreterFolder, ownFolder, ...settings.wheels];
  if (settings.mode === 'image') readable.push(`${zoneFolder}${sep}`);
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
