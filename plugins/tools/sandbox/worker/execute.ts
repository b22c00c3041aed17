import type { QuickJSHandle } from 'quickjs-emscripten';
import type { SandboxResult } from '#plugins/sandbox/contract.ts';
import type { SandboxTask } from '#plugins/sandbox/protocol.ts';
import type { VmInstance } from './vm-instance.ts';

const fileName = 'main.js';
/** Pending promise callbacks run between two looks at the clock. */
const jobsPerTurn = 500;

const outOfMemory = /out of memory|memory access out of bounds|Cannot enlarge memory|Aborted\(/i;
/** With no memory left for the error itself the interpreter throws null. */
const messageLost = /^(Error: )?null$/;

/** Runs one call on a vm that is thrown away afterwards. Never throws. */
export async function execute(vm: VmInstance, task: SandboxTask): Promise<SandboxResult> {
  vm.deadline = performance.now() + task.limits.timeMs;
  vm.fetcher.use(task.network, task.limits.requests);
  try {
    return readAnswer(vm, task, await callMain(vm, task));
  } catch (error) {
    return failure(vm, task, error);
  } finally {
    vm.fetcher.close();
  }
}

/** The bootstrap's answer, or an error of the interpreter itself. */
async function callMain(vm: VmInstance, task: SandboxTask): Promise<string> {
  const { context } = vm;
  const main = task.driver === undefined ? definedMain(vm, task.code) : await drivenMain(vm, task.code, task.driver);
  const input = vm.bridge.giveText(task.input);
  const promise = take(vm, context.callFunction(vm.run, context.undefined, main, input));
  return settle(vm, promise);
}

/** What the code of a code node defines. */
function definedMain(vm: VmInstance, code: string): QuickJSHandle {
  take(vm, vm.context.evalCode(code, fileName, { type: 'global' }));
  return take(vm, vm.context.evalCode('typeof main === "undefined" ? undefined : main', 'call.js'));
}

/** What the driver makes of a module's default export. It is evaluated first, and keeps what the module could replace. */
async function drivenMain(vm: VmInstance, code: string, source: string): Promise<QuickJSHandle> {
  const { context } = vm;
  const driver = take(vm, context.evalCode(source, 'driver.js', { type: 'global' }));
  const evaluated = take(vm, context.evalCode(code, fileName, { type: 'module' }));
  // A module that awaits at its top is a promise of itself.
  const isPromise = context.typeof(context.getProp(evaluated, 'then')) === 'function';
  const module = isPromise ? await settled(vm, evaluated) : evaluated;
  if (module === null) throw new InterpreterError('Error: the module waits for what never comes');
  return take(vm, context.callFunction(driver, context.undefined, context.getProp(module, 'default')));
}

async function settle(vm: VmInstance, promise: QuickJSHandle): Promise<string> {
  const value = await settled(vm, promise);
  return value === null ? 'p' : vm.context.getString(value);
}

/** What a promise of the interpreter comes to; null: nothing that could settle it is left. */
async function settled(vm: VmInstance, promise: QuickJSHandle): Promise<QuickJSHandle | null> {
  for (;;) {
    const state = vm.context.getPromiseState(promise);
    if (state.type === 'fulfilled') return state.value;
    if (state.type === 'rejected') throw new InterpreterError(describeHandle(vm, state.error));
    if (vm.isInterrupted || performance.now() > vm.deadline) {
      vm.isInterrupted = true;
      throw new InterpreterError('interrupted');
    }
    if (!vm.runtime.hasPendingJob()) {
      const untilTimer = fireTimer(vm);
      if (untilTimer === 0) continue;
      if (untilTimer < 0 && !vm.fetcher.isWaiting) return null;
      const left = vm.deadline - performance.now();
      await vm.fetcher.settle(untilTimer < 0 ? left : Math.min(untilTimer, left));
      continue;
    }
    const jobs = vm.runtime.executePendingJobs(jobsPerTurn);
    if (jobs.error !== undefined && vm.isInterrupted) throw new InterpreterError('interrupted');
  }
}

/** Calls the next timer that is due, when there is one; an error that it throws is an error of the code. */
function fireTimer(vm: VmInstance): number {
  const answer = take(vm, vm.context.callFunction(vm.fireTimer, vm.context.undefined));
  const milliseconds = vm.context.getNumber(answer);
  answer.dispose();
  return milliseconds;
}

/** The interpreter refused: syntax errors, errors of top-level code, memory, stack, time. */
class InterpreterError extends Error {}

type Answer = { readonly value: QuickJSHandle; readonly error?: undefined } | { readonly error: QuickJSHandle };

function take(vm: VmInstance, answer: Answer): QuickJSHandle {
  if (answer.error === undefined) return answer.value;
  throw new InterpreterError(describeHandle(vm, answer.error));
}

/**
 * Name, message and line of an error value. Getters and proxies may run here, still inside the interpreter and its
 * limits; what they give is only read as text.
 */
function describeHandle(vm: VmInstance, handle: QuickJSHandle): string {
  if (vm.isInterrupted) return 'interrupted';
  const { context } = vm;
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

function readAnswer(vm: VmInstance, task: SandboxTask, answer: string): SandboxResult {
  const logs = vm.logs.lines;
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
      return failure(vm, task, new InterpreterError(withLine(name, message, stack)));
    }
  }
}

function failure(vm: VmInstance, task: SandboxTask, error: unknown): SandboxResult {
  const logs = vm.logs.lines;
  const message = error instanceof Error ? error.message : String(error);
  if (vm.isInterrupted) {
    return refuse('Timeout', `the code ran longer than ${task.limits.timeMs / 1000} s and was stopped`, logs);
  }
  if (outOfMemory.test(message) || (vm.isMemoryFull() && messageLost.test(message))) {
    return refuse('OutOfMemory', `the code needed more than ${task.limits.memoryMb} MB of memory`, logs);
  }
  if (error instanceof InterpreterError) return refuse('CodeError', message, logs);
  // An error of the host's side of the interpreter: nested too deeply for its stack.
  return refuse('CodeError', `the code overflowed the stack (${message.slice(0, 200)})`, logs);
}

function refuse(type: string, message: string, logs: readonly string[]): SandboxResult {
  return { ok: false, type, message, logs };
}
