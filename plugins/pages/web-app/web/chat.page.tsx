import { Loading, lazyModule } from '#plugins/ui/web/contract.ts';
import { ChatPage } from './chat/chat-page.tsx';
import { sharedToken } from './chat/shared/shared-address.ts';
import { chatTexts } from './chat/texts/en.ts';
import type { AppSession } from './shell/app-session.ts';
import { mountApp } from './shell/mount-app.tsx';

const sharedPart = lazyModule(() => import('./chat/shared/shared-page.tsx'));

function Shared({ session, token }: { readonly session: AppSession; readonly token: string }) {
  const part = sharedPart.use(true);
  return part === null ? <Loading label={chatTexts().loading} /> : <part.SharedPage session={session} token={token} />;
}

mountApp((session) => {
  const token = sharedToken();
  return token === '' ? <ChatPage session={session} /> : <Shared session={session} token={token} />;
});
