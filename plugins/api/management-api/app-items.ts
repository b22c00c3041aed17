import type { App, DeletedApp } from '#plugins/apps/contract.ts';

/** An app as the management API shows it. */
export function appItem(app: App) {
  return {
    id: app.id,
    name: app.name,
    description: app.description,
    mode: app.mode,
    icon: app.icon,
    icon_type: app.iconType,
    icon_background: app.iconBackground,
    status: app.status,
    tags: app.tags,
    author_name: app.authorName,
    created_at: Math.floor(app.createdAt / 1000),
    updated_at: Math.floor(app.updatedAt / 1000),
  };
}

/** The same with the day it was deleted; for 30 days from then on it can be brought back. */
export function deletedAppItem(app: DeletedApp) {
  return { ...appItem(app), deleted_at: Math.floor(app.deletedAt / 1000) };
}
