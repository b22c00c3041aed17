import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, can } from '#plugins/studio/web/contract.tsx';
import { parametersOfSchema } from '#plugins/tools/web/arguments.ts';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { ToolItems } from '#plugins/tools/web/tool-items.tsx';
import { ToolTest } from '#plugins/tools/web/tool-test.tsx';
import { Button, EmptyState } from '#plugins/ui/web/contract.ts';

type Tool = Schemas['McpServerTool'];

/** The tools of a server that count. */
export function McpTools({ server }: { readonly server: Schemas['McpServerDetail'] }) {
  const t = toolsTexts();
  const [tested, setTested] = useState<Tool | null>(null);
  if (server.tools.length === 0) return <EmptyState title={t.noTools} about={t.noToolsAbout} />;
  return (
    <>
      <ToolItems
        items={server.tools.map((tool) => ({
          key: tool.name,
          name: tool.title || tool.name,
          about: tool.name,
          description: tool.description,
          parameters: parametersOfSchema(tool.input_schema),
          actions: can('plugins.install') && (
            <Button small onClick={() => setTested(tool)}>
              {t.test}
              <span className="said"> {tool.name}</span>
            </Button>
          ),
        }))}
      />
      {tested !== null && (
        <ToolTest
          name={tested.title || tested.name}
          parameters={parametersOfSchema(tested.input_schema)}
          onClose={() => setTested(null)}
          call={async (given) => {
            const body = { tool: tested.name, arguments: given };
            const { text, json, files } = await call.post('/console/api/mcp-servers/{id}/call', {
              path: { id: server.id },
              body,
            });
            const found = json.length > 0 ? JSON.stringify(json, null, 2) : '';
            return { about: t.answer, text: [text, found, t.fileCount(files.length)].filter(Boolean).join('\n\n') };
          }}
        />
      )}
    </>
  );
}
