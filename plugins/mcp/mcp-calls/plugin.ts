import { definePlugin } from '#kernel';
import { GroupCommit } from '#plugins/database/contract.ts';
import { AppRuns } from '#plugins/delivery-api/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { HumanInput } from '#plugins/human-input/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { McpCalls } from './contract.ts';
import { RequestStates } from './request-state.ts';
import { ToolCalls } from './tool-calls.ts';

/** Calls of apps by clients of the Model Context Protocol. */
export const plugin = definePlugin({
  id: 'mcp-calls',
  needs: {
    appRuns: AppRuns,
    egress: Egress,
    endUsers: EndUsers,
    files: StoredFiles,
    forms: HumanInput,
    groupCommit: GroupCommit,
    runs: Runs,
    secrets: Secrets,
  },
  setup({ services, provide }) {
    const { secrets, ...parts } = services;
    provide(McpCalls, () => new ToolCalls({ ...parts, states: new RequestStates(secrets) }));
  },
});
