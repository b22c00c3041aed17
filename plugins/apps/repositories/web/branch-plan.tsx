import { useState } from 'react';
import { call, OptionPicker, QueryBoundary, Section, useOnce } from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, Panel } from '#plugins/ui/web/contract.ts';
import { PlanItems } from './plan-items.tsx';
import { repositoryTexts } from './texts/en.ts';

const ONE = '/console/api/repositories/{repository_id}';

/** What merging a branch would change; the repository is asked only when somebody wants to know. */
export function BranchPlanSection({ id, linked }: { readonly id: string; readonly linked: string }) {
  const t = repositoryTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t.branchPlan}
      about={t.branchPlanAbout}
      actions={!isOpen && <Button onClick={() => setOpen(true)}>{t.chooseBranch}</Button>}
    >
      {isOpen && <BranchPlan id={id} linked={linked} />}
    </Section>
  );
}

function BranchPlan({ id, linked }: { readonly id: string; readonly linked: string }) {
  const t = repositoryTexts();
  const [branch, setBranch] = useState('');
  const answer = useOnce(id, () => call.get(`${ONE}/branches`, { path: { repository_id: id } }));
  return (
    <QueryBoundary answer={answer}>
      {({ data }) => (
        <>
          <Panel narrow>
            <OptionPicker
              kind="branch"
              label={t.branch}
              value={branch}
              options={data.filter((name) => name !== linked).map((name) => ({ id: name, label: name }))}
              onChange={setBranch}
            />
          </Panel>
          {branch !== '' && <Plan key={branch} id={id} branch={branch} />}
        </>
      )}
    </QueryBoundary>
  );
}

function Plan({ id, branch }: { readonly id: string; readonly branch: string }) {
  const t = repositoryTexts();
  const plan = () => call.post(`${ONE}/plan`, { path: { repository_id: id }, body: { branch } });
  const answer = useOnce(JSON.stringify([id, branch]), plan);
  return (
    <QueryBoundary answer={answer}>
      {({ commit, data, skipped }) => (
        <>
          {data.length === 0 ? (
            <EmptyState title={t.noChange} about={t.noChangeAbout} />
          ) : (
            <PlanItems items={data} label={`${t.branchPlan}: ${branch}`} />
          )}
          {skipped.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p>{t.asOf(commit.slice(0, 10))}</p>
        </>
      )}
    </QueryBoundary>
  );
}
