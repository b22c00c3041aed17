import { Link, PageFrame, QueryBoundary, Section, useApi } from '#plugins/studio/web/contract.tsx';
import { AppsOf } from '#plugins/tools/web/apps-of.tsx';
import { parameterOf } from '#plugins/tools/web/arguments.ts';
import { NoTool } from '#plugins/tools/web/no-tool.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { ToolItems } from '#plugins/tools/web/tool-items.tsx';

/** A workflow as a tool: what it takes, and who calls it. */
export function WorkflowToolPage({ id }: { readonly id: string }) {
  const list = useApi('/console/api/workflow-tools');
  return (
    <QueryBoundary answer={list}>
      {({ data }) => {
        const found = data.find((tool) => tool.id === id);
        return found === undefined ? <NoTool /> : <Tool app={found.app} />;
      }}
    </QueryBoundary>
  );
}

function Tool({ app }: { readonly app: { readonly id: string; readonly name: string } }) {
  const t = toolsTexts();
  const answer = useApi('/console/api/apps/{app_id}/workflow-tool', { path: { app_id: app.id } });
  return (
    <QueryBoundary answer={answer}>
      {(tool) => (
        <PageFrame
          title={tool.label}
          about={
            <>
              {t.workflow}:{' '}
              <Link href={`/app/${app.id}/build`} dir="auto">
                {app.name}
              </Link>
            </>
          }
          crumbs={[
            { label: t.tools, href: '/tools' },
            { label: t.workflows, href: '/tools/workflows' },
          ]}
        >
          <ToolItems
            items={[
              {
                key: tool.id,
                name: tool.label,
                about: tool.name,
                description: tool.description,
                parameters: tool.parameters.map(parameterOf),
              },
            ]}
          />
          <Section title={t.usedBy}>
            <AppsOf apps={tool.used_by} />
          </Section>
        </PageFrame>
      )}
    </QueryBoundary>
  );
}
