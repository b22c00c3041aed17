/**
 * What sections of the studio are made of; the one door of this folder for the `web/` of other plugins. A section is the export
 * `section: StudioSection` of `web/<name>.section.tsx`, which alone names its addresses. Runs in browsers.
 */

export { choiceOf, fileSize, knownOf, oneOf, textOf } from '#plugins/ui/web/contract.ts';
export { Badge } from './parts/badge.tsx';
export { ChartFrame, type ChartFrameProps, ChartList } from './parts/chart-frame.tsx';
export { confirm, type Question } from './parts/confirm.tsx';
export { CopyField } from './parts/copy-field.tsx';
export { type CredentialField, credentialsIn, fieldsOfSchema } from './parts/credential-fields.ts';
export { CredentialFields } from './parts/credential-form.tsx';
export { CursorPager, nextOf } from './parts/cursor-pager.tsx';
export { type Column, DataTable, type DataTableProps, type Selection } from './parts/data-table.tsx';
export { DescriptionList } from './parts/description-list.tsx';
export { Form, type SubmitState, useSubmit } from './parts/form.tsx';
export { Link } from './parts/link.tsx';
export { PageFrame, type PageFrameProps, Section } from './parts/page-frame.tsx';
export { Pager } from './parts/pager.tsx';
export { PersonName, usePersonName } from './parts/person-name.tsx';
export { ErrorAlert, errorField, errorText, QueryBoundary } from './parts/query-boundary.tsx';
export { saveAnswer, saveFile } from './parts/save-file.ts';
export { SearchField } from './parts/search-field.tsx';
export { setSearchParams, useSearchParam } from './parts/search-params.ts';
export { SecretDialog } from './parts/secret-dialog.tsx';
export { ago, dateTime, number } from './parts/times.ts';
export { type ModelName, ModelPicker } from './picker/model-picker.tsx';
export { OptionPicker, type OptionPickerProps } from './picker/option-picker.tsx';
/** Picks one of many things: apps, members, knowledge bases, or what is all here. */
export { PickedMany, type PickedManyProps } from './picker/picked-many.tsx';
export { Picker, type PickerProps } from './picker/picker.tsx';
export { localSource, type PickerItem, type PickerPage, type PickerSource, walkedSource } from './picker/source.ts';
export { appSource, datasetSource, languageSource, memberSource, zoneSource } from './picker/sources.ts';
export type { NavLink, PageProps, PaletteAction, StudioPage, StudioSection } from './sections/section.ts';
export { addressOf, call } from './session/console-api.ts';
export {
  forgetOperator,
  invalidate,
  invalidateForOperator,
  optimistically,
  type QueryState,
  queryKeyOf,
  useApi,
  useCached,
  useOnce,
} from './session/queries.ts';
export { can, type StudioSession, studioSession } from './session/studio-session.ts';
export { studioTexts } from './texts/en.ts';
export { usePageTitle } from './things/page-title.ts';
export { useVisited } from './things/use-visited.ts';
