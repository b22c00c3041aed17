import { Integrations } from './integrations.tsx';

/** Accounts that belong to the whole workspace. */
export function Page() {
  return <Integrations owner="workspace" />;
}
