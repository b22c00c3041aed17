import { Routes } from '#http';
import { definePlugin } from '#kernel';
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
  setup({ services, logger, provide, contribute, onReady, onClose }) {
    const { database, notifications, members } = services;
    const notices = new NoticesService({ store: new NoticeStore(database), notifications, members, logger });
    provide(ConsoleNotices, () => notices);
    contribute(Routes, ...noticeRoutes(notices));
    onReady(() => onClose(notices.listen()));
  },
});
