import { mostAnswerBytes, type PythonCall } from './call-wire.ts';
import { type FrameLimits, frameKinds, mostRequestBytes } from './messages.ts';

/** Of a child that makes the memory image. */
export const imageFrames: FrameLimits = { [frameKinds.image]: 256 * 1024 * 1024 };

/** Of a child that serves calls with these limits. */
export function servingFrames(limits: PythonCall['limits']): FrameLimits {
  const answer = mostAnswerBytes(limits);
  return {
    [frameKinds.ready]: 0,
    [frameKinds.answer]: answer,
    [frameKinds.last]: answer,
    [frameKinds.network]: mostRequestBytes,
  };
}
