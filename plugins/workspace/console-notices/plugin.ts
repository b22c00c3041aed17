import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { AccountNoticed } from '#plugins/accounts/contract.ts';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { ConsoleNotices } from './contract.ts';
import { noticeRoutes } from './notice-routes.ts';
import { NoticeStore } from './notice-store.ts';
import { NoticesService } from './notices-service.ts';

export const plugin = definePlugin({
  id: 'console-notices',
  needs: { database: Database, notifications: Notifications, members: Members },
  provides: [ConsoleNotices],
  setup({ services, logger, events, provide, contribute, onReady, onClose }) {
    const { database, notifications, members } = services;
    const notices = new NoticesService({ store: new NoticeStore(database), notifications, members, logger });
    provide(ConsoleNotices, () => notices);
    contribute(Routes, ...noticeRoutes(notices));
    /** What is being written down; who signs in does not wait for it. */
    const adding = new Set<Promise<void>>();
    events.on(AccountNoticed, (notice) => {
      if (notice.what !== 'new-sign-in') return;
      const work = notices.signedIn(notice, Date.now()).catch((error) => {
        logger.error({ err: error }, 'a new sign-in was not told in the console');
      });
      adding.add(work);
      void work.finally(() => adding.delete(work));
    });
    onReady(() => onClose(notices.listen()));
    onClose(async () => {
      await Promise.all(adding);
    });
  },
});
