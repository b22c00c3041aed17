import { type Contributions, PlatformError } from '#kernel';
import type { Tool, ToolCredentialSource } from './tool.ts';

/** What the workspace has set for the provider of a tool. Throws `tools.not_configured` where that is missing. */
export async function credentialsOf(
  tool: Tool,
  sources: Contributions<ToolCredentialSource>,
  workspaceId: string,
): Promise<Readonly<Record<string, string>>> {
  if (tool.credentials === undefined) return {};
  for (const source of sources.all()) {
    const found = await source.find(workspaceId, tool.provider);
    if (found !== null) return found;
  }
  // None of them is required: calls may say themselves what they need.
  if (!Array.isArray(tool.credentials.required) || tool.credentials.required.length === 0) return {};
  throw new PlatformError(
    'invalid',
    'tools.not_configured',
    `The tool "${tool.label}" needs credentials of its provider "${tool.provider}", which this workspace has not set: set them under tools (\`weft tools set ${tool.provider} --credential …\`).`,
  );
}
