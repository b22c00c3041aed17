export const texts = {
  title: 'Notices',
  about: 'What you should know of this workspace, the unread first. Kept for 90 days.',
  unreadCount: (count: number) => `Notices: ${count} unread`,
  unread: 'Unread',
  readAll: 'Mark all as read',
  none: 'No notices',
  noneAbout: 'Budgets that run out and sign-ins from new places are told here.',
  what: 'What',
  when: 'When',
  budgetNear: 'Four fifths of a budget are used',
  budgetReached: 'A budget is used up',
  newSignIn: (address: string) => `A new sign-in from ${address}`,
};
