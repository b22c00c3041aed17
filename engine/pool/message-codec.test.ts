import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { chunk, nodeFinished, runFinished } from '#engine/testing/run-events.ts';
import { withBytes, withTexts } from './message-codec.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

const large = JSON.stringify({ text: `é😀\ud800${'x'.repeat(100_000)}` });

/** The message as the other side has it. */
function passed<Message extends FromWorker | ToWorker>(message: Message) {
  const { port1, port2 } = new MessageChannel();
  const parcel = withBytes(message);
  port1.postMessage(parcel.message, parcel.transfer);
  const received: { message: Message } | undefined = receiveMessageOnPort(port2);
  port1.close();
  if (received === undefined) throw new Error('nothing was received');
  return { parcel, received: withTexts(received.message) };
}

describe('a message with large texts', () => {
  it('has the same texts on the other side, each of which crossed once', () => {
    const events = [
      chunk(['a', 'b']),
      nodeFinished({ inputs: large, outputs: '{"n":1.0}', processData: null, state: large }),
      runFinished({ outputs: large.replace('text', 'other') }),
    ];
    const message: FromWorker = { kind: 'events', batches: [[1, [['c'], ...events], [{ kind: 'encoded' }]]] };
    const { parcel, received } = passed(message);
    expect(parcel.transfer).toHaveLength(2);
    expect(received).toEqual({ ...message, hasBytes: true });
  });

  it('carries a request whole', () => {
    const ids = { runId: 'r', workspaceId: 'w', appId: 'a' };
    const rest = { system: '{}', environment: '{}', conversation: '{}', limits: { maxSteps: 1, maxSeconds: null } };
    const message: ToWorker = {
      kind: 'start',
      run: 1,
      request: { ...ids, ...rest, inputs: large },
      graph: { hash: 'h', text: null },
      prefetched: [],
      at: 0,
    };
    const { parcel, received } = passed(message);
    expect(parcel.transfer).toHaveLength(1);
    expect(received).toEqual({ ...message, hasBytes: true });
  });

  it('leaves no bytes behind on either side', () => {
    const message: FromWorker = { kind: 'events', batches: [[1, [nodeFinished({ inputs: large })]]] };
    const { port1, port2 } = new MessageChannel();
    const { message: sent, transfer } = withBytes(message);
    port1.postMessage(sent, transfer);
    const arrived: { message: FromWorker } | undefined = receiveMessageOnPort(port2);
    port1.close();
    if (arrived?.message.kind !== 'events') throw new Error('no events were received');
    const bytes: unknown = Reflect.get(arrived.message.batches[0]?.[1][0] ?? {}, 'inputs');
    expect(bytes).toBeInstanceOf(ArrayBuffer);
    withTexts(arrived.message);
    expect([bytes, ...transfer]).toEqual([
      expect.objectContaining({ detached: true }),
      expect.objectContaining({ detached: true }),
    ]);
  });

  it('is what it was when its texts are small', () => {
    const message: FromWorker = { kind: 'events', batches: [[1, [nodeFinished()]]] };
    const { parcel, received } = passed(message);
    expect(parcel.message).toBe(message);
    expect(received).toEqual(message);
  });
});
