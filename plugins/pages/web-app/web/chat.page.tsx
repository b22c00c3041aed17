import { ChatPage } from './chat/chat-page.tsx';
import { mountApp } from './shell/mount-app.tsx';

mountApp((session) => <ChatPage session={session} />);
