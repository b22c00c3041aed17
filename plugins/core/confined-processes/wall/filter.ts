import { type ArgumentRule, absent, allowed, type Placeholder, restricted } from './system-calls.ts';

/** A program of the kernel's packet filter that decides about system calls (seccomp). */
export interface SystemCallFilter {
  /** Instructions of eight bytes, as base64. */
  readonly program: string;
  /** Instructions whose value is known only where a process starts: its id, the halves of an address. */
  readonly places: Readonly<Record<Placeholder, readonly number[]>>;
}

const machines = {
  x64: { column: 0, architecture: 0xc000_003e },
  arm64: { column: 1, architecture: 0xc000_00b7 },
} as const;

// BPF_LD | BPF_W | BPF_ABS, BPF_JMP | BPF_JEQ | BPF_K, BPF_JMP | BPF_JGE | BPF_K, BPF_ALU | BPF_AND | BPF_K, BPF_RET | BPF_K.
const [load, jumpIfEqual, jumpIfAtLeast, and, leave] = [0x20, 0x15, 0x35, 0x54, 0x06];

const answers = { allow: 0x7fff_0000, kill: 0x8000_0000, refuse: 0x0005_0001, unknown: 0x0005_0026 };
const [numberAt, architectureAt, argumentsAt] = [0, 4, 16];
/** From here on numbers are of another calling convention of x86-64. */
const x32 = 0x4000_0000;

/**
 * What a confined process may ask of the kernel; everything else is refused with EPERM: sockets, signals to others,
 * processes, namespaces, tracing, keys, shared memory, changes of files. Undefined on machines it is not written for.
 *
 * A program may be started only by its name at one address of memory, chosen before that program began.
 */
export function systemCallFilter(machine: string = process.arch): SystemCallFilter | undefined {
  if (machine !== 'x64' && machine !== 'arm64') return undefined;
  const { column, architecture } = machines[machine];
  const code = new Assembler();
  code.add(load, architectureAt);
  code.add(jumpIfEqual, architecture, { no: 'kill' });
  code.add(load, numberAt);
  code.add(jumpIfAtLeast, x32, { no: 'known' });
  code.label('kill');
  code.add(leave, answers.kill);
  code.label('known');
  for (const numbers of Object.values(allowed)) code.when(numbers[column], () => code.add(leave, answers.allow));
  for (const numbers of Object.values(absent)) code.when(numbers[column], () => code.add(leave, answers.unknown));
  for (const { numbers, lines } of Object.values(restricted)) {
    code.when(numbers[column], () => {
      for (const rules of lines) code.allowIf(rules);
      code.add(leave, answers.refuse);
    });
  }
  code.add(leave, answers.refuse);
  return { program: code.bytes().toString('base64'), places: code.places };
}

/** Instructions in their order, whose jumps name labels that come later. */
class Assembler {
  readonly #instructions: { code: number; value: number; yes?: string; no?: string }[] = [];
  readonly #labels = new Map<string, number>();
  readonly places: Record<Placeholder, number[]> = { 'own process': [], 'name, low': [], 'name, high': [] };
  #count = 0;

  add(code: number, value: number, jumps: { yes?: string; no?: string } = {}): void {
    this.#instructions.push({ code, value, ...jumps });
  }

  label(name: string): void {
    this.#labels.set(name, this.#instructions.length);
  }

  /** A block for one system call, which ends with an answer. */
  when(number: number | null, block: () => void): void {
    if (number === null) return;
    const after = this.#newLabel();
    this.add(jumpIfEqual, number, { no: after });
    block();
    this.label(after);
  }

  /** Allows what all rules hold for, and goes on otherwise. */
  allowIf(rules: readonly ArgumentRule[]): void {
    const otherwise = this.#newLabel();
    for (const { argument, half, mask, values } of rules) {
      this.add(load, argumentsAt + 8 * argument + (half === 'high' ? 4 : 0));
      if (mask !== undefined) this.add(and, mask);
      const holds = this.#newLabel();
      for (const [index, value] of values.entries()) {
        if (typeof value === 'string') this.places[value].push(this.#instructions.length);
        const isLast = index === values.length - 1;
        this.add(jumpIfEqual, typeof value === 'string' ? 0 : value, { yes: holds, ...(isLast && { no: otherwise }) });
      }
      this.label(holds);
    }
    this.add(leave, answers.allow);
    this.label(otherwise);
  }

  bytes(): Buffer {
    const bytes = Buffer.alloc(this.#instructions.length * 8);
    for (const [index, { code, value, yes, no }] of this.#instructions.entries()) {
      bytes.writeUInt16LE(code, index * 8);
      bytes.writeUInt8(this.#distance(index, yes), index * 8 + 2);
      bytes.writeUInt8(this.#distance(index, no), index * 8 + 3);
      bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
    }
    return bytes;
  }

  #distance(from: number, label: string | undefined): number {
    return label === undefined ? 0 : (this.#labels.get(label) ?? 0) - from - 1;
  }

  #newLabel(): string {
    this.#count += 1;
    return `label ${this.#count}`;
  }
}
