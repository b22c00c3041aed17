/** Names a run to stop, and who may. What does not fit is left alone. */
export interface StopRequest {
  readonly workspaceId: string;
  readonly run: { readonly taskId: string } | { readonly runId: string };
  /** Only a run of this app. */
  readonly appId?: string | undefined;
  /** Only a run started by this user. */
  readonly createdBy?: string | undefined;
  /** Kept as the run's error; at most 500 characters count. */
  readonly reason: string;
}
