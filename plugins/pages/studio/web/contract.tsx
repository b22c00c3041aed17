/**
 * What sections of the studio are made of; the one door of this folder for the `web/` of other plugins. A section is the export
 * `section: StudioSection` of `web/<name>.section.tsx`; its server part contributes `studio.routes(...)`. Runs in browsers.
 */
export { Badge } from './parts/badge.tsx';
export { confirm, type Question } from './parts/confirm.tsx';
export { CopyField } from './parts/copy-field.tsx';
export { type CredentialField, credentialsIn, fieldsOfSchema } from './parts/credential-fields.ts';
export { CredentialFields } from './parts/credential-form.tsx';
export { CursorPager, nextOf } from './parts/cursor-pager.tsx';
export { type Column, DataTable, type DataTableProps, type Selection } from './parts/data-table.tsx';
export { Facts } from './parts/facts.tsx';
export { Form, type Sending, textOf, useSending } from './parts/form.tsx';
export { Link } from './parts/link.tsx';
export { PageFrame, type PageFrameProps, Section } from './parts/page-frame.tsx';
export { Pager } from './parts/pager.tsx';
export { saveAnswer, saveFile } from './parts/save-file.ts';
export { SearchField } from './parts/search-field.tsx';
export { Failure, failureText, Shown, wrongField } from './parts/shown.tsx';
export { ShownOnce } from './parts/shown-once.tsx';
export { ago, dateTime, fileSize, number } from './parts/times.ts';
export { setQuery, useQuery } from './parts/use-query.ts';
export type { NavLink, PageProps, PaletteAction, StudioPage, StudioSection } from './sections/section.ts';
export { type Answer, changed, useAnswer, useAsked } from './session/answers.ts';
export { addressOf, type CallOptions, call } from './session/console-api.ts';
export { can, type StudioSession, studioSession } from './session/studio-session.ts';
export { studioTexts } from './studio-texts.ts';
