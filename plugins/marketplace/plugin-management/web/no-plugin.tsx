import { ErrorAlert, PageFrame } from '#plugins/studio/web/contract.tsx';
import { ApiError, EmptyState, LinkButton } from '#plugins/ui/web/contract.ts';
import { pluginsTexts } from './texts/en.ts';

/** In place of a plugin that nobody offers; and of one whose source does not answer, with why. */
export function NoPlugin({ error, refetch }: { readonly error: unknown; refetch(): void }) {
  const t = pluginsTexts();
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <PageFrame title={t.plugins} crumbs={[{ label: t.plugins, href: '/plugins' }]}>
      {isUnknown ? (
        <EmptyState
          title={t.noPlugin}
          about={t.noPluginAbout}
          action={<LinkButton href="/plugins">{t.toCatalogue}</LinkButton>}
        />
      ) : (
        <ErrorAlert error={error} refetch={refetch} />
      )}
    </PageFrame>
  );
}
