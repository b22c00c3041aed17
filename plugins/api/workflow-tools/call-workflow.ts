import { fromJson, isFileValue } from '#engine';
import { PlatformError } from '#kernel';
import { refusePaused } from '#plugins/app-access/contract.ts';
import type { App, PublishedVersion } from '#plugins/apps/contract.ts';
import type { AppRuns } from '#plugins/delivery-api/contract.ts';
import type { RunEnd } from '#plugins/runs/contract.ts';
import type { ToolInvocation, ToolResult } from '#plugins/tools/contract.ts';
import { type FileParts, withFiles } from './nested-files.ts';

export interface CallParts extends FileParts {
  readonly appRuns: AppRuns;
}

type Mapping = Readonly<Record<string, unknown>>;

/**
 * Runs a workflow for a tool call: a run of its own, as a request under `/v1` starts one, with limits, usage and log of the
 * called app. Its user is the calling app. It is stopped when the call is given up.
 */
export async function callWorkflow(
  parts: CallParts,
  { app, version }: { readonly app: App; readonly version: PublishedVersion },
  invocation: ToolInvocation,
): Promise<ToolResult> {
  const { workspaceId, appId: callingAppId, callDepth, signal } = invocation;
  refusePaused(app);
  const sessionId = `app:${callingAppId}`;
  const place = { workspaceId, callingAppId, appId: app.id, sessionId, signal };
  const entries = Object.entries(invocation.arguments).filter(([, value]) => value !== null && value !== undefined);
  const inputs = await Promise.all(
    entries.map(async ([name, value]) => [name, await withFiles(parts, place, value)] as const),
  );
  const { run } = await parts.appRuns.call({
    caller: { workspaceId, appId: app.id, app, keyId: null, version },
    sessionId,
    inputs: Object.fromEntries(inputs),
    callDepth: callDepth + 1,
    isRead: false,
  });
  const stop = () => run.stop('The app that called it as a tool was stopped.');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const end = await run.finished;
    // Nobody answers a form of a run that another one waits for.
    if (end.kind === 'run-paused')
      run.stop('It waits for a person, which a workflow that is called as a tool can not.');
    return resultOf(app, end);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function resultOf({ name }: App, end: RunEnd): ToolResult {
  if (end.kind === 'run-paused') {
    throw failed(`The workflow "${name}" waits for a person: workflows with human input can not be called as tools.`);
  }
  if (end.status === 'failed') throw failed(`The workflow "${name}" failed: ${end.error ?? 'no reason is known.'}`);
  if (end.status === 'stopped') throw failed(`The run of the workflow "${name}" was stopped.`);
  const outputs = fromJson(end.outputs) as Mapping;
  const files = Object.values(outputs)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isFileValue);
  // Names that every tool has keep their meaning.
  const { text: _text, files: _files, json: _json, ...variables } = outputs;
  return { text: end.outputs, json: [outputs], files, variables };
}

function failed(message: string): PlatformError {
  return new PlatformError('invalid', 'workflow-tools.run_failed', message);
}
