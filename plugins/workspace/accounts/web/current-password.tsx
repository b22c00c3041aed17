import { studioSession } from '#plugins/studio/web/contract.tsx';
import { TextField } from '#plugins/ui/web/contract.ts';
import { accountTexts } from './texts/en.ts';

/** Of who has one; others have signed in again not long ago. */
export function CurrentPassword({ wrong }: { readonly wrong: string | undefined }) {
  const t = accountTexts();
  if (!studioSession().account.has_password) return null;
  return (
    <TextField
      label={t.currentPassword}
      name="current_password"
      type="password"
      required
      autoComplete="current-password"
      wrong={wrong}
    />
  );
}
