import type { RunGate, RunStart } from './contract.ts';

/** Asks every gate about a run that is about to start; the result gives back what they gave. */
export async function enterGates(gates: readonly RunGate[], start: RunStart): Promise<() => void> {
  const leaves: (() => void)[] = [];
  const leave = () => {
    for (const each of leaves.splice(0)) each();
  };
  try {
    for (const gate of gates) leaves.push(await gate.enter(start));
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}
