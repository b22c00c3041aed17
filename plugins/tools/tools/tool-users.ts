import { type Contribution, extensionPoint } from '#kernel';

/** An app that names a provider of tools. */
export interface AppUsingTool {
  readonly id: string;
  readonly name: string;
}

/** Knows who uses tools of a workspace. */
export interface ToolUser extends Contribution {
  /** Apps whose draft or current version names a provider of tools of a kind, by id or name. */
  users(workspaceId: string, kind: string, provider: string): Promise<readonly AppUsingTool[]>;
}

/** Where plugins of later groups say who uses tools, which removing them would break. */
export const ToolUsers = extensionPoint<ToolUser>('tools.users');
