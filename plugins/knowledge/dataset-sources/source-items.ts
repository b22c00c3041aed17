import { unixSeconds } from '#http';
import type { DatasetSource, SourcePage } from './contract.ts';
/** A source as the API tells it. */
export function sourceItem(source: DatasetSource) {
  const { settings, indexing, counts } = source;
  return {
    id: source.id,
    dataset_id: source.datasetId,
    kind: source.kind,
    name: source.name,
    url: settings.url,
    include_paths: [...settings.includePaths],
    exclude_paths: [...settings.excludePaths],
    max_pages: settings.maxPages,
    max_depth: settings.maxDepth,
    delay_ms: settings.delay,
    branch: settings.branch,
    folder: settings.folder,
    host: settings.host,
    account_id: source.accountId,
    options: { ...settings.options },
    token: source.maskedToken,
    doc_form: indexing.docForm,
    doc_language: indexing.docLanguage,
    refresh: source.refresh,
    on_vanished: source.onVanished,
    is_paused: source.isPaused,
    is_held: source.isHeld,
    status: source.status,
    error: source.error,
    is_incomplete: source.isIncomplete,
    pages: { ...counts },
    started_at: unixSeconds(source.startedAt),
    finished_at: unixSeconds(source.finishedAt),
    next_refresh_at: unixSeconds(source.nextRefreshAt),
    created_at: unixSeconds(source.createdAt) ?? 0,
    updated_at: unixSeconds(source.updatedAt) ?? 0,
  };
}

export function pageItem(page: SourcePage) {
  return {
    id: page.id,
    address: page.address,
    name: page.name,
    status: page.status,
    document_id: page.documentId,
    message: page.message,
    read_at: unixSeconds(page.readAt),
  };
}
