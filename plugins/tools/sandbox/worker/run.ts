import type { SandboxResult } from '#plugins/sandbox/contract.ts';
import type { SandboxLimits, SandboxTask } from '#plugins/sandbox/protocol.ts';
import { execute } from './execute.ts';
import { createVm, type VmInstance } from './vm-instance.ts';

let next: Promise<VmInstance> | undefined;
let madeFor = '';

/** The entry of a sandbox thread. Each call gets a vm made ahead, so that it pays only for its own code. */
export async function run(task: SandboxTask): Promise<SandboxResult> {
  const vm = await takeVm(task.limits);
  const result = await execute(vm, task);
  // After the answer has left: the next vm is made while the caller reads it.
  setImmediate(() => prepare(task.limits));
  return result;
}

async function takeVm(limits: SandboxLimits): Promise<VmInstance> {
  if (madeFor !== JSON.stringify(limits)) next = undefined;
  const vm = next ?? createVm(limits);
  next = undefined;
  return vm;
}

function prepare(limits: SandboxLimits): void {
  if (next !== undefined) return;
  madeFor = JSON.stringify(limits);
  next = createVm(limits);
  // A failure is the next call's to report.
  next.catch(() => undefined);
}
