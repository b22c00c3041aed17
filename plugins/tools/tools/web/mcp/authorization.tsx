import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, can, confirm, ErrorAlert, invalidate, useSubmit } from '#plugins/studio/web/contract.tsx';
import { AuthorizeLink } from '#plugins/tools/web/authorize-link.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { mcpRoutes } from '#plugins/tools/web/tool-routes.ts';
import styles from '#plugins/tools/web/tools.module.css';
import { Button, Notice } from '#plugins/ui/web/contract.ts';

/** Whether somebody has allowed that the server is used, and the way there. */
export function McpAuthorization({ server }: { readonly server: Schemas['McpServerDetail'] }) {
  const t = toolsTexts();
  const sending = useSubmit();
  const [url, setUrl] = useState<string | null>(null);
  const path = { id: server.id };
  const isAuthorized = server.authorized === true;
  const told = () => invalidate(...mcpRoutes);
  const begin = async () => setUrl((await call.post('/console/api/mcp-servers/{id}/authorize', { path })).url);
  const end = async () => {
    if (!(await confirm({ title: t.disconnectTitle, about: t.disconnectAbout, action: t.disconnect }))) return;
    await call.delete('/console/api/mcp-servers/{id}/authorization', { path });
    told();
  };
  return (
    <>
      <Notice
        variant={isAuthorized ? 'success' : 'warning'}
        action={
          can('plugins.install') && (
            <div className={styles.stacked}>
              {isAuthorized && (
                <Button small onClick={() => void sending.run(end)}>
                  {t.disconnect}
                </Button>
              )}
              <Button small busy={sending.isBusy} onClick={() => void sending.run(begin)}>
                {isAuthorized ? t.authorizeAgain : t.authorize}
              </Button>
            </div>
          )
        }
      >
        {isAuthorized ? (server.per_user ? t.authorizedByYou : t.authorized) : t.notAuthorized}
      </Notice>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      {url !== null && (
        <AuthorizeLink
          url={url}
          onClose={() => {
            setUrl(null);
            told();
          }}
        />
      )}
    </>
  );
}
