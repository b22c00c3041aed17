import type { LlmModel, LlmPart, LlmRequest, ModelCaller, ResolvedModel } from './contract.ts';
import { OwnClose, OwnOpen, type OwnParts, OwnRead } from './own-streams.ts';

/** A language model of an own provider, in an engine thread: the main thread calls it, and is asked for each batch of parts. */
export function ownModel(caller: ModelCaller, { provider, credentials }: ResolvedModel): LlmModel {
  return { stream: (request) => stream(caller, { provider, credentials }, request) };
}

async function* stream(
  caller: ModelCaller,
  named: Pick<ResolvedModel, 'provider' | 'credentials'>,
  { signal, ...request }: LlmRequest,
): AsyncGenerator<readonly LlmPart[]> {
  signal.throwIfAborted();
  const call = await caller.call<string>(OwnOpen, { ...named, request });
  const close = () => void caller.call(OwnClose, { call }).catch(() => {});
  signal.addEventListener('abort', close, { once: true });
  let isOver = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      const parts = await caller.call<OwnParts>(OwnRead, { call });
      isOver = parts === null;
      if (parts === null) return;
      if (parts.length > 0) yield parts;
    }
  } catch (error) {
    isOver = true;
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', close);
    if (!isOver) close();
  }
}
