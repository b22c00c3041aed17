import { type PageProps, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { BuiltinProvider } from './builtin-provider.tsx';
import { inWords } from './in-words.ts';
import { McpServerPage } from './mcp/server-page.tsx';
import { NoTool } from './no-tool.tsx';
import { ApiPage } from './openapi/api-page.tsx';
import { WorkflowToolPage } from './workflows/workflow-page.tsx';

/** A provider of tools, of whichever kind. */
export function Page({ params: { kind = '', id = '' } }: PageProps) {
  if (kind === 'api') return <ApiPage id={id} />;
  if (kind === 'mcp') return <McpServerPage id={id} />;
  if (kind === 'workflow') return <WorkflowToolPage id={id} />;
  return <Installed kind={kind} id={id} />;
}

function Installed({ kind, id }: { readonly kind: string; readonly id: string }) {
  const answer = useApi('/console/api/tools');
  return (
    <QueryBoundary answer={answer}>
      {({ data }) => {
        const provider = data.find((each) => each.kind === kind && each.id === id);
        return provider === undefined ? <NoTool /> : <BuiltinProvider provider={inWords(provider)} />;
      }}
    </QueryBoundary>
  );
}
