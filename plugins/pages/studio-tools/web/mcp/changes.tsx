import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, call, can, changed, Failure, Section, useSending } from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-tools/web/tools.module.css';
import { toolsTexts } from '#plugins/studio-tools/web/tools-texts.ts';
import { Button, toast } from '#plugins/ui/web/contract.ts';

type Tool = Schemas['McpServerTool'];

/** What a server offers now and did not when its tools were accepted. Nothing of it counts before. */
export function McpChanges({ server }: { readonly server: Schemas['McpServerDetail'] }) {
  const t = toolsTexts();
  const sending = useSending();
  const { added, removed, changed: others } = server.changes;
  const accept = async () => {
    const body = { changes_hash: server.changes_hash };
    await call.post('/console/api/mcp-servers/{id}/accept', { path: { id: server.id }, body });
    changed('/console/api/mcp-servers', '/console/api/tools');
    toast(t.accepted);
  };
  return (
    <Section
      title={t.changes}
      about={t.changesAbout}
      actions={
        can('plugins.install') && (
          <Button look="main" busy={sending.isBusy} onClick={() => void sending.run(accept)}>
            {t.accept}
          </Button>
        )
      }
    >
      {sending.error !== undefined && <Failure error={sending.error} />}
      <ul className={styles.changes}>
        {added.map((tool) => (
          <li key={tool.name}>
            <Badge look="ok">{t.addedTool}</Badge> <Told tool={tool} />
          </li>
        ))}
        {removed.map((tool) => (
          <li key={tool.name}>
            <Badge look="bad">{t.removedTool}</Badge> <strong>{tool.name}</strong>
          </li>
        ))}
        {others.map(({ before, after }) => (
          <li key={after.name} className={styles.group}>
            <div>
              <Badge look="warn">{t.changedTool}</Badge> <strong>{after.name}</strong>
            </div>
            <div className={styles.pair}>
              <Version label={t.before} tool={before} />
              <Version label={t.after} tool={after} />
            </div>
          </li>
        ))}
      </ul>
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
    <div className={styles.group}>
      <span className={styles.faint}>{label}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <pre className={styles.output} tabIndex={0} dir="auto">
        {`${title}\n${description}\n\n${JSON.stringify(schema, null, 2)}`}
      </pre>
    </div>
  );
}
