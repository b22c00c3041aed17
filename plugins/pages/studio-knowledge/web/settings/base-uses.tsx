import { Failure, Link, Section, Shown, useAnswer, useSending } from '#plugins/studio/web/contract.tsx';
import type { Base } from '#plugins/studio-knowledge/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/studio-knowledge/web/knowledge-texts.ts';
import { deleteBase } from '#plugins/studio-knowledge/web/list/delete-base.ts';
import { Button, navigate, toast } from '#plugins/ui/web/contract.ts';
import styles from './settings.module.css';

/** The apps that search it. */
export function UsingApps({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const answer = useAnswer('/console/api/datasets/{dataset_id}/apps', { path: { dataset_id: base.id } });
  return (
    <Section title={t.usedBy}>
      <Shown answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.fact}>{t.usedByNone}</p>
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
      </Shown>
    </Section>
  );
}

/** Deletes it for good. */
export function Deletion({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSending();
  const remove = async () => {
    if (!(await deleteBase(base))) return;
    toast(t.deleted(base.name));
    navigate('/knowledge');
  };
  return (
    <Section title={t.deletion} about={t.deletionAbout}>
      <div>
        <Button look="danger" busy={sending.isBusy} onClick={() => void sending.run(remove)}>
          {t.deleteBase}
        </Button>
      </div>
      {sending.error !== undefined && <Failure error={sending.error} />}
    </Section>
  );
}
