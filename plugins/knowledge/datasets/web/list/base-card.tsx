import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { basePath } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { ago, Badge, errorText, invalidate, Link, number, setSearchParams } from '#plugins/studio/web/contract.tsx';
import { Card, CardTags, Menu, navigate, toast } from '#plugins/ui/web/contract.ts';
import { BookOpen, Ellipsis, Globe, Search, Settings, Trash } from '#plugins/ui/web/icons.tsx';
import { deleteBase } from './delete-base.ts';
import styles from './list.module.css';

type Base = Schemas['Dataset'];

/** A base in the list; the whole card leads into it. */
export function BaseCard({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const isExternal = base.provider === 'external';
  return (
    <Card
      sign={
        <span className={styles.icon} aria-hidden="true">
          {isExternal ? <Globe /> : <BookOpen />}
        </span>
      }
      name={<Link href={basePath(base.id, isExternal ? 'search' : 'documents')}>{base.name}</Link>}
      aside={<Actions base={base} />}
      about={base.description}
      foot={
        <>
          {isExternal ? (
            <Badge variant="accent">{t.external}</Badge>
          ) : (
            <span>{t.documentCount(base.document_count, number(base.document_count))}</span>
          )}
          <span>{t.appCount(base.app_count, number(base.app_count))}</span>
          <span>{ago(base.updated_at)}</span>
        </>
      }
    >
      <CardTags
        tags={base.tags.map(({ id, name }) => ({ id, name, onSelect: () => setSearchParams({ tag: id, page: '' }) }))}
      />
    </Card>
  );
}

function Actions({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  return (
    <Menu
      small
      label={t.actionsOf(base.name)}
      items={[
        { label: t.tabs.search, icon: <Search />, onSelect: () => navigate(basePath(base.id, 'search')) },
        { label: t.tabs.settings, icon: <Settings />, onSelect: () => navigate(basePath(base.id, 'settings')) },
        {
          label: t.delete,
          icon: <Trash />,
          danger: true,
          onSelect: () =>
            void deleteBase(base).then(
              (isDone) => {
                if (!isDone) return;
                invalidate('/console/api/datasets', '/console/api/dataset-tags');
                toast(t.deleted(base.name));
              },
              (error: unknown) => toast(errorText(error)),
            ),
        },
      ]}
    >
      <Ellipsis />
    </Menu>
  );
}
