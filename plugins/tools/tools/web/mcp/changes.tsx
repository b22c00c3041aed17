import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, call, can, ErrorAlert, Section, useSubmit } from '#plugins/studio/web/contract.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { mcpRoutes } from '#plugins/tools/web/tool-routes.ts';
import styles from '#plugins/tools/web/tools.module.css';
import { Button, Stack, toast } from '#plugins/ui/web/contract.ts';

type Tool = Schemas['McpServerTool'];

/** What a server offers now and did not when its tools were accepted. Nothing of it counts before. */
export function McpChanges({ server }: { readonly server: Schemas['McpServerDetail'] }) {
  const t = toolsTexts();
  const sending = useSubmit();
  const { added, removed, changed: others } = server.changes;
  const accept = async () => {
    // Where nothing has changed there is nothing to accept.
    if (server.changes_hash === null) return;
    const body = { changes_hash: server.changes_hash };
    await call.post('/console/api/mcp-servers/{id}/accept', {
      path: { id: server.id },
      body,
      invalidates: mcpRoutes,
    });
    toast(t.accepted);
  };
  return (
    <Section
      title={t.changes}
      about={t.changesAbout}
      actions={
        can('plugins.install') && (
          <Button variant="primary" busy={sending.isBusy} onClick={() => void sending.run(accept)}>
            {t.accept}
          </Button>
        )
      }
    >
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <Stack as="ul">
        {added.map((tool) => (
          <li key={tool.name}>
            <Badge variant="success">{t.addedTool}</Badge> <Told tool={tool} />
          </li>
        ))}
        {removed.map((tool) => (
          <li key={tool.name}>
            <Badge variant="danger">{t.removedTool}</Badge> <strong>{tool.name}</strong>
          </li>
        ))}
        {others.map(({ before, after }) => (
          <Stack as="li" key={after.name}>
            <div>
              <Badge variant="warning">{t.changedTool}</Badge> <strong>{after.name}</strong>
            </div>
            <div className={styles.pair}>
              <Version label={t.before} tool={before} />
              <Version label={t.after} tool={after} />
            </div>
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}

function Told({ tool }: { readonly tool: Tool }) {
  return (
    <>
      <strong>{tool.name}</strong>
      <p className={styles.text} dir="auto">
        {tool.description}
      </p>
    </>
  );
}

/** All that models are told of a tool, for a change may stand anywhere in it. */
function Version({ label, tool }: { readonly label: string; readonly tool: Tool }) {
  const { title, description, input_schema: schema } = tool;
  return (
    <Stack>
      <span className={styles.faint}>{label}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <pre className={styles.output} tabIndex={0} dir="auto">
        {`${title}\n${description}\n\n${JSON.stringify(schema, null, 2)}`}
      </pre>
    </Stack>
  );
}
