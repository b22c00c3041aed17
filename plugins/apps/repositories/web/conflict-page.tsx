import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  ErrorAlert,
  PageFrame,
  type PageProps,
  QueryBoundary,
  Section,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, Notice, navigate, toast } from '#plugins/ui/web/contract.ts';
import styles from './repositories.module.css';
import { repositoryTexts } from './texts/en.ts';

type Conflict = Schemas['RepositoryConflict'];
type Side = 'ours' | 'theirs';

const ONE = '/console/api/repositories/{repository_id}/apps/{key}';

/** Places that were changed here and in the repository, side by side: which one stays is chosen place by place. */
export function Page({ params: { repository_id: id = '', key = '' } }: PageProps) {
  const t = repositoryTexts();
  const path = { repository_id: id, key };
  const back = `/settings/repositories/${id}`;
  const answer = useApi(ONE, { path, isLive: true });
  const sending = useSubmit();
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const choose = (places: readonly string[], side: Side) =>
    setSides({ ...sides, ...Object.fromEntries(places.map((place) => [place, side])) });
  return (
    <PageFrame
      title={answer.value?.name ?? key}
      about={t.conflictAbout}
      wide
      crumbs={[
        { label: t.repositories, href: '/settings/repositories' },
        { label: t.repository, href: back },
      ]}
    >
      <QueryBoundary answer={answer}>
        {({ conflicts }) => {
          if (conflicts.length === 0) return <EmptyState title={t.noConflicts} about={t.noConflictsAbout} />;
          const places = conflicts.map(({ place }) => place);
          const chosen = places.filter((place) => sides[place] !== undefined);
          const send = async () => {
            await call.post(`${ONE}/solve`, {
              path,
              body: { choices: sides },
              invalidates: ['/console/api/repositories'],
            });
            toast(t.solved);
            navigate(back);
          };
          return (
            <>
              <div className={styles.bar}>
                <Button onClick={() => choose(places, 'ours')}>{t.allOurs}</Button>
                <Button onClick={() => choose(places, 'theirs')}>{t.allTheirs}</Button>
              </div>
              {conflicts.map((conflict) => (
                <Place
                  key={conflict.place}
                  conflict={conflict}
                  side={sides[conflict.place]}
                  onChoose={(side) => choose([conflict.place], side)}
                />
              ))}
              {sending.error !== undefined && <ErrorAlert error={sending.error} />}
              <div className={styles.bar}>
                <span>{t.chosenOf(chosen.length, places.length)}</span>
                <Button
                  variant="primary"
                  busy={sending.isBusy}
                  disabled={chosen.length < places.length}
                  onClick={() => void sending.run(send)}
                >
                  {t.merge}
                </Button>
              </div>
            </>
          );
        }}
      </QueryBoundary>
    </PageFrame>
  );
}

interface PlaceProps {
  readonly conflict: Conflict;
  readonly side: Side | undefined;
  onChoose(side: Side): void;
}

function Place({ conflict, side, onChoose }: PlaceProps) {
  const t = repositoryTexts();
  const { title, path, place, is_draft: isDraft = false, base, ours, theirs } = conflict;
  return (
    <Section title={title} about={path}>
      <fieldset className={styles.sides}>
        <legend className="said">{`${title} ${path}`}</legend>
        <Value label={t.before} value={base} />
        {(['ours', 'theirs'] as const).map((name) => (
          <label key={name} className={styles.side} data-chosen={side === name}>
            <span>
              <input type="radio" name={place} checked={side === name} onChange={() => onChoose(name)} />{' '}
              {name === 'ours' && isDraft ? t.hereInDraft : t.sides[name]}
            </span>
            <Text value={name === 'ours' ? ours : theirs} />
          </label>
        ))}
      </fieldset>
      {isDraft && side !== undefined && (
        <Notice variant={side === 'ours' ? 'plain' : 'warning'}>{side === 'ours' ? t.draftStays : t.draftGoes}</Notice>
      )}
    </Section>
  );
}

function Value({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <div className={styles.side}>
      <span>{label}</span>
      <Text value={value} />
    </div>
  );
}

function Text({ value }: { readonly value: unknown }) {
  const t = repositoryTexts();
  if (value === undefined) return <em>{t.notThere}</em>;
  return <pre dir="auto">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>;
}
