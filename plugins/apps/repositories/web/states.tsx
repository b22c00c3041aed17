import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge } from '#plugins/studio/web/contract.tsx';
import { repositoryTexts } from './texts/en.ts';

type State = Schemas['RepositoryApp']['state'];

const variants = {
  in_step: 'success',
  ahead: 'accent',
  pull_request: 'accent',
  behind: 'warning',
  closed: 'warning',
  gone: 'warning',
  removed: 'warning',
  conflict: 'danger',
  blocked: 'danger',
} as const;

/** What an app waits for, in a word. */
export function AppState({ app: { state, pull } }: { readonly app: Pick<Schemas['RepositoryApp'], 'state' | 'pull'> }) {
  const t = repositoryTexts();
  const word = state === 'pull_request' && pull?.number != null ? t.waitsIn(pull.number) : t.states[state];
  return <Badge variant={variants[state]}>{word}</Badge>;
}

/** Whether all is in step, else what most needs somebody. */
export function LinkState({ repository }: { readonly repository: Schemas['Repository'] }) {
  const t = repositoryTexts();
  const { state, apps, is_syncing: isSyncing } = repository;
  if (state !== 'active') return <Badge variant={state === 'broken' ? 'danger' : 'plain'}>{t.linkStates[state]}</Badge>;
  const order: readonly State[] = [
    'conflict',
    'blocked',
    'gone',
    'removed',
    'closed',
    'behind',
    'pull_request',
    'ahead',
  ];
  const [first] = order.filter((name) => (apps[name] ?? 0) > 0);
  if (isSyncing) return <Badge variant="accent">{t.syncing}</Badge>;
  if (first === undefined) return <Badge variant="success">{t.inStep(apps.in_step ?? 0)}</Badge>;
  return (
    <Badge variant={variants[first]}>
      {apps[first]} × {t.states[first]}
    </Badge>
  );
}
