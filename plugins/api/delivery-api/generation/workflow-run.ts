import { Slices } from '#kernel';
import { requireCallableRoot } from '#plugins/delivery-api/callers/callable-version.ts';
import { WORKFLOW_RUN } from '#plugins/delivery-api/callers/run-owners.ts';
import { allowedUser, recordedInputs, systemValues } from './generation.ts';
import { type PreparedGeneration, type Preparing, preparedRun } from './prepared-run.ts';
import { checkFileCount, requestFiles } from './request-files.ts';
import { purposeData } from './run-purposes.ts';

/** The run of a workflow app (runtime API, workflow): inputs alone, and no message. */
export async function prepareWorkflow(preparing: Preparing): Promise<PreparedGeneration> {
  const { generation, caller, version, request } = preparing;
  const { body, sessionId } = request;
  const { trigger } = generation;
  // What was sent may be large, and is walked through several times.
  const slices = new Slices();
  if (trigger === undefined) requireCallableRoot(version);
  const { workspaceId, app } = caller;
  const scope = { workspaceId, appId: app.id };
  const endUser = allowedUser(generation, caller, sessionId);
  const resolveFile = generation.files.resolver({ ...scope, endUserId: endUser.user.id });
  const given = { mode: app.mode, inputs: body.inputs, files: body.files };
  checkFileCount(version, given, generation.documents.limits.filesPerRun);
  // A trigger has checked what it was given: the form is that of callers.
  const inputs =
    trigger === undefined
      ? await generation.documents.checkInputs(version.compiled.inputForm, body.inputs, resolveFile)
      : (body.inputs ?? {});
  await slices.next();
  const files = await requestFiles(version, body.files, resolveFile);
  const system = systemValues({ user: endUser.user, files, callDepth: generation.callDepth });
  const { start } = await preparedRun(generation, { app, keyId: caller.keyId, version }, { inputs, query: '' });
  // Functions that outlive this one share what any of them names: none may name the inputs, which may be large.
  const used = generation.files.useEntries(scope, [inputs, files]);
  await slices.next();
  return {
    version,
    endUser,
    start: {
      ...start,
      kind: 'workflow',
      ...(trigger !== undefined && { rootNodeId: trigger.nodeId }),
      recordedInputs: recordedInputs(inputs, system, { appId: app.id, workflowId: version.id }),
      system,
      conversation: '{}',
      owner: { id: WORKFLOW_RUN, data: purposeData(generation.purpose) },
    },
    startEntries: () => used,
    message: null,
  };
}
