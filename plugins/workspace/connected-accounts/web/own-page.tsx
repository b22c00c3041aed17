import { Integrations } from './integrations.tsx';

/** Accounts of the person who looks. */
export function Page() {
  return <Integrations owner="me" />;
}
