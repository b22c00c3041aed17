import type { ChildProcess } from 'node:child_process';
import { Duplex } from 'node:stream';

/**
 * A pipe of a child. Where descriptors have run out, Node makes a child without any and tells of it by `error`: then one
 * that leads nowhere.
 */
export function pipeOf(child: Pick<ChildProcess, 'stdio'>, descriptor: number): Duplex {
  const pipe = (child.stdio as ChildProcess['stdio'] | undefined)?.[descriptor];
  return (
    (pipe as Duplex | undefined) ?? new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
  );
}
