import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ago, Badge, changed, failureText, Link, number, setQuery } from '#plugins/studio/web/contract.tsx';
import { basePath } from '#plugins/studio-knowledge/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/studio-knowledge/web/knowledge-texts.ts';
import { Menu, navigate, toast } from '#plugins/ui/web/contract.ts';
import { BookOpen, Ellipsis, Globe, Search, Settings, Trash } from '#plugins/ui/web/icons.tsx';
import { deleteBase } from './delete-base.ts';
import styles from './list.module.css';

type Base = Schemas['Dataset'];

/** A base in the list; the whole card leads into it. */
export function BaseCard({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const isExternal = base.provider === 'external';
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.icon} aria-hidden="true">
          {isExternal ? <Globe /> : <BookOpen />}
        </span>
        <Link className={styles.name} href={basePath(base.id, isExternal ? 'search' : 'documents')} dir="auto">
          {base.name}
        </Link>
        <span className={styles.menu}>
          <Actions base={base} />
        </span>
      </div>
      {base.description !== '' && (
        <p className={styles.about} dir="auto">
          {base.description}
        </p>
      )}
      <div className={styles.tags}>
        {base.tags.map(({ id, name }) => (
          <button key={id} type="button" dir="auto" onClick={() => setQuery({ tag: id, page: '' })}>
            {name}
          </button>
        ))}
      </div>
      <div className={styles.foot}>
        {isExternal ? (
          <Badge look="accent">{t.external}</Badge>
        ) : (
          <span>{t.documentCount(base.document_count, number(base.document_count))}</span>
        )}
        <span>{t.appCount(base.app_count, number(base.app_count))}</span>
        <span className={styles.when}>{ago(base.updated_at)}</span>
      </div>
    </li>
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
                changed('/console/api/datasets', '/console/api/dataset-tags');
                toast(t.deleted(base.name));
              },
              (error: unknown) => toast(failureText(error)),
            ),
        },
      ]}
    >
      <Ellipsis />
    </Menu>
  );
}
