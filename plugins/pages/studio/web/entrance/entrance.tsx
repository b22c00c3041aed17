import { pageData } from '#plugins/studio/web/session/page-data.ts';
import { AcceptInvitation } from './accept-invitation.tsx';
import { NoWorkspace } from './no-workspace.tsx';
import { ResetPassword } from './reset-password.tsx';
import { Setup } from './setup.tsx';
import { SignIn } from './sign-in.tsx';
import { SignUp } from './sign-up.tsx';

/** What stands before the studio, by its address. */
export function Entrance({ pathname }: { readonly pathname: string }) {
  const { session, offers } = pageData;
  switch (pathname) {
    case '/setup':
      return <Setup />;
    case '/sign-in':
      return <SignIn />;
    case '/sign-up':
      return <SignUp />;
    case '/reset-password':
      return <ResetPassword />;
    case '/invitation':
      return <AcceptInvitation />;
    default:
      if (session !== null && session.workspace === null) return <NoWorkspace />;
      return offers?.needs_owner === true ? <Setup /> : <SignIn />;
  }
}
