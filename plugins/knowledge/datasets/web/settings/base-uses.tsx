import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { deleteBase } from '#plugins/datasets/web/list/delete-base.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { ErrorAlert, Link, QueryBoundary, Section, useApi, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Muted, navigate, toast } from '#plugins/ui/web/contract.ts';
import styles from './settings.module.css';

/** The apps that search it. */
export function UsingApps({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const answer = useApi('/console/api/datasets/{dataset_id}/apps', { path: { dataset_id: base.id } });
  return (
    <Section title={t.usedBy}>
      <QueryBoundary answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Muted>{t.usedByNone}</Muted>
          ) : (
            <ul className={styles.lines}>
              {data.map(({ id, name }) => (
                <li key={id}>
                  <Link href={`/app/${encodeURIComponent(id)}/build`} dir="auto">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Section>
  );
}

/** Deletes it for good. */
export function Deletion({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const remove = async () => {
    if (!(await deleteBase(base))) return;
    toast(t.deleted(base.name));
    navigate('/knowledge');
  };
  return (
    <Section title={t.deletion} about={t.deletionAbout}>
      <div>
        <Button variant="danger" busy={sending.isBusy} onClick={() => void sending.run(remove)}>
          {t.deleteBase}
        </Button>
      </div>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </Section>
  );
}
