import { Link, PageFrame, Section, Shown, useAnswer } from '#plugins/studio/web/contract.tsx';
import { AppsOf } from '#plugins/studio-tools/web/apps-of.tsx';
import { parameterOf } from '#plugins/studio-tools/web/arguments.ts';
import { NoTool } from '#plugins/studio-tools/web/no-tool.tsx';
import { ToolItems } from '#plugins/studio-tools/web/tool-items.tsx';
import { toolsTexts } from '#plugins/studio-tools/web/tools-texts.ts';

/** A workflow as a tool: what it takes, and who calls it. */
export function WorkflowToolPage({ id }: { readonly id: string }) {
  const list = useAnswer('/console/api/workflow-tools');
  return (
    <Shown answer={list}>
      {({ data }) => {
        const found = data.find((tool) => tool.id === id);
        return found === undefined ? <NoTool /> : <Tool app={found.app} />;
      }}
    </Shown>
  );
}

function Tool({ app }: { readonly app: { readonly id: string; readonly name: string } }) {
  const t = toolsTexts();
  const answer = useAnswer('/console/api/apps/{app_id}/workflow-tool', { path: { app_id: app.id } });
  return (
    <Shown answer={answer}>
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
    </Shown>
  );
}
