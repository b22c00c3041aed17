import { NodeError, type Round } from '#engine';

/** The failure of a container whose round failed: that of the node inside, with what the container knows. */
export function roundFailure(failure: Round['failures'][number], details: NodeError['details']): NodeError {
  const code = failure.code === null ? {} : { code: failure.code };
  return new NodeError(failure.type, failure.message, { ...code, details });
}
