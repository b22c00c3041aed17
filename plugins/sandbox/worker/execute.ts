import type { QuickJSHandle } from 'quickjs-emscripten';
import type { SandboxResult } from '../contract.ts';
import type { SandboxTask } from '../protocol.ts';
import type { Machine } from './machine.ts';

const fileName = 'main.js';
/** Pending promise callbacks run between two looks at the clock. */
const jobsPerTurn = 500;

const outOfMemory = /out of memory|memory access out of bounds|Cannot enlarge memory|Aborted\(/i;
/** With no memory left for the error itself the interpreter throws null. */
const messageLost = /^(Error: )?null$/;

/** Runs one call on a machine that is thrown away afterwards. Never throws. */
export async function execute(machine: Machine, task: SandboxTask): Promise<SandboxResult> {
  machine.deadline = performance.now() + task.limits.timeMs;
  machine.fetcher.use(task.network);
  try {
    return readAnswer(machine, task, await callMain(machine, task));
  } catch (error) {
    return failure(machine, task, error);
  } finally {
    machine.fetcher.close();
  }
}

/** The prelude's answer, or an error of the interpreter itself. */
function callMain(machine: Machine, task: SandboxTask): Promise<string> {
  const { context } = machine;
  take(machine, context.evalCode(task.code, fileName, { type: 'global' }));
  const main = take(machine, context.evalCode('typeof main === "undefined" ? undefined : main', 'call.js'));
  const input = machine.passage.giveText(task.input);
  const promise = take(machine, context.callFunction(machine.run, context.undefined, main, input));
  return settle(machine, promise);
}

async function settle(machine: Machine, promise: QuickJSHandle): Promise<string> {
  for (;;) {
    const state = machine.context.getPromiseState(promise);
    if (state.type === 'fulfilled') return machine.context.getString(state.value);
    if (state.type === 'rejected') throw new InterpreterError(describeHandle(machine, state.error));
    if (machine.isInterrupted || performance.now() > machine.deadline) {
      machine.isInterrupted = true;
      throw new InterpreterError('interrupted');
    }
    if (!machine.runtime.hasPendingJob()) {
      const untilTimer = fireTimer(machine);
      if (untilTimer === 0) continue;
      if (untilTimer < 0 && !machine.fetcher.isWaiting) return 'p';
      const left = machine.deadline - performance.now();
      await machine.fetcher.settle(untilTimer < 0 ? left : Math.min(untilTimer, left));
      continue;
    }
    const jobs = machine.runtime.executePendingJobs(jobsPerTurn);
    if (jobs.error !== undefined && machine.isInterrupted) throw new InterpreterError('interrupted');
  }
}

/** Calls the next timer that is due, when there is one; an error that it throws is an error of the code. */
function fireTimer(machine: Machine): number {
  const answer = take(machine, machine.context.callFunction(machine.fireTimer, machine.context.undefined));
  const milliseconds = machine.context.getNumber(answer);
  answer.dispose();
  return milliseconds;
}

/** The interpreter refused: syntax errors, errors of top-level code, memory, stack, time. */
class InterpreterError extends Error {}

type Answer = { readonly value: QuickJSHandle; readonly error?: undefined } | { readonly error: QuickJSHandle };

function take(machine: Machine, answer: Answer): QuickJSHandle {
  if (answer.error === undefined) return answer.value;
  throw new InterpreterError(describeHandle(machine, answer.error));
}

/**
 * Name, message and line of an error value. Getters and proxies may run here, still inside the interpreter and its
 * limits; what they give is only read as text.
 */
function describeHandle(machine: Machine, handle: QuickJSHandle): string {
  if (machine.isInterrupted) return 'interrupted';
  const { context } = machine;
  if (context.typeof(handle) !== 'object') return context.getString(handle).slice(0, 4000);
  const read = (key: string): string => {
    const property = context.getProp(handle, key);
    return context.typeof(property) === 'string' ? context.getString(property).slice(0, 4000) : '';
  };
  return withLine(read('name') || 'Error', read('message'), read('stack'));
}

function withLine(name: string, message: string, stack: string): string {
  const line = /main\.js:(\d+)/.exec(stack)?.[1];
  return `${name}: ${message}${line === undefined ? '' : ` (line ${line})`}`;
}

function readAnswer(machine: Machine, task: SandboxTask, answer: string): SandboxResult {
  const logs = machine.logs.lines;
  const payload = answer.slice(1);
  switch (answer[0]) {
    case 'o':
      return { ok: true, output: payload, logs };
    case 'b':
      return refuse('OutputTooLarge', `main returned more than ${task.limits.outputChars} characters`, logs);
    case 'u':
      return refuse('CodeError', 'main returned no value that JSON can hold; return an object', logs);
    case 'm':
      return refuse('CodeError', 'the code defines no function named main', logs);
    case 'p':
      return refuse('CodeError', 'main returned a promise that never settles', logs);
    default: {
      const { name, message, stack } = JSON.parse(payload) as { name: string; message: string; stack: string };
      return failure(machine, task, new InterpreterError(withLine(name, message, stack)));
    }
  }
}

function failure(machine: Machine, task: SandboxTask, error: unknown): SandboxResult {
  const logs = machine.logs.lines;
  const message = error instanceof Error ? error.message : String(error);
  if (machine.isInterrupted) {
    return refuse('Timeout', `the code ran longer than ${task.limits.timeMs / 1000} s and was stopped`, logs);
  }
  if (outOfMemory.test(message) || (machine.isMemoryFull() && messageLost.test(message))) {
    return refuse('OutOfMemory', `the code needed more than ${task.limits.memoryMb} MB of memory`, logs);
  }
  if (error instanceof InterpreterError) return refuse('CodeError', message, logs);
  // An error of the host's side of the interpreter: nested too deeply for its stack.
  return refuse('CodeError', `the code overflowed the stack (${message.slice(0, 200)})`, logs);
}

function refuse(type: string, message: string, logs: readonly string[]): SandboxResult {
  return { ok: false, type, message, logs };
}
