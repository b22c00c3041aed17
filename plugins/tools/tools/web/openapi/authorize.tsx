import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, ErrorAlert, invalidate, useSubmit } from '#plugins/studio/web/contract.tsx';
import { AuthorizeLink } from '#plugins/tools/web/authorize-link.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { apiRoutes } from '#plugins/tools/web/tool-routes.ts';
import { Button, Notice } from '#plugins/ui/web/contract.ts';

/** OAuth in a browser: the page of the authorization server is opened from here, and comes back to this server. */
export function Authorize({ provider }: { readonly provider: Schemas['CustomToolProviderWithTools'] }) {
  const t = toolsTexts();
  const sending = useSubmit();
  const [url, setUrl] = useState<string | null>(null);
  const path = { provider_id: provider.id };
  const begin = async () => {
    const begun = await call.post('/console/api/custom-tools/{provider_id}/authorize', { path });
    setUrl(begun.authorization_url);
  };
  return (
    <>
      <Notice
        variant={provider.configured ? 'success' : 'warning'}
        action={
          <Button small busy={sending.isBusy} onClick={() => void sending.run(begin)}>
            {provider.configured ? t.authorizeAgain : t.authorize}
          </Button>
        }
      >
        {provider.configured ? t.authorized : t.notAuthorized}
      </Notice>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      {url !== null && (
        <AuthorizeLink
          url={url}
          onClose={() => {
            setUrl(null);
            invalidate(...apiRoutes);
          }}
        />
      )}
    </>
  );
}
