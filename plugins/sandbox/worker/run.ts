import type { SandboxResult } from '../contract.ts';
import type { SandboxLimits, SandboxTask } from '../protocol.ts';
import { execute } from './execute.ts';
import { createMachine, type Machine } from './machine.ts';

let next: Promise<Machine> | undefined;
let madeFor = '';

/** The entry of a sandbox thread. Each call gets a machine made ahead, so that it pays only for its own code. */
export async function run(task: SandboxTask): Promise<SandboxResult> {
  const machine = await takeMachine(task.limits);
  const result = await execute(machine, task);
  // After the answer has left: the next machine is made while the caller reads it.
  setImmediate(() => prepare(task.limits));
  return result;
}

async function takeMachine(limits: SandboxLimits): Promise<Machine> {
  if (madeFor !== JSON.stringify(limits)) next = undefined;
  const machine = next ?? createMachine(limits);
  next = undefined;
  return machine;
}

function prepare(limits: SandboxLimits): void {
  if (next !== undefined) return;
  madeFor = JSON.stringify(limits);
  next = createMachine(limits);
  // A failure is the next call's to report.
  next.catch(() => undefined);
}
