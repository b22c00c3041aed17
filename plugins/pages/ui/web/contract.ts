/**
 * What pages are made of; the one door of this folder for the `web/` of other plugins. Runs in browsers.
 */

/** The API of the server, and its event streams. */
export {
  type AnswerOf,
  type Api,
  ApiError,
  type ApiOptions,
  createApi,
  failureOf,
  OfflineError,
  type RequestOptions,
} from './api.ts';
/** Calls as routes type them. */
export type { BodyOf, CallArguments, CallOf, InvalidatedRoute, PathsWith, QuestionOf } from './calls.ts';
export { classes } from './classes.ts';
/** Components: native elements in the looks of the house. */
export { Button, type ButtonProps, IconButton, type IconButtonProps, LinkButton } from './components/button.tsx';
export { Card, CardList, type CardProps, CardTags } from './components/card.tsx';
export { Columns } from './components/columns.tsx';
export { Dialog, type DialogProps } from './components/dialog.tsx';
export { EmptyState } from './components/empty-state.tsx';
export { PageBoundary, PanelBoundary } from './components/failure-boundary.tsx';
export {
  Checkbox,
  Field,
  type FieldFrame,
  Select,
  type SelectOption,
  Switch,
  TextArea,
  TextField,
} from './components/fields.tsx';
export { Fold } from './components/fold.tsx';
export { JsonTree } from './components/json-tree.tsx';
export { LinkList } from './components/link-list.tsx';
export { Menu, type MenuItem, MenuList } from './components/menu.tsx';
export { Muted } from './components/muted.tsx';
export { Notice } from './components/notice.tsx';
export { Panel, PanelList } from './components/panel.tsx';
export { placeBeside } from './components/place-beside.ts';
export { Loading, Spinner } from './components/spinner.tsx';
export { FieldGroup, Stack } from './components/stack.tsx';
export { Tabs, type TabsProps } from './components/tabs.tsx';
export { ThemeSwitch } from './components/theme-switch.tsx';
export { toast } from './components/toast.tsx';
export { ActionRow, Toolbar } from './components/toolbar.tsx';
export { Tooltip } from './components/tooltip.tsx';
export { readEvents, type StreamedEvent } from './events.ts';
/** What the fields of a form say. */
export { choiceOf, knownOf, oneOf, textOf } from './form-values.ts';
export {
  navigate,
  readStored,
  useAddress,
  useChosenInView,
  useLatest,
  useLayoutOnChange,
  useMedia,
  useOnChange,
  useOnline,
  useStored,
  writeStored,
} from './hooks.ts';
export { type KeyedItem, withKeys } from './keys.ts';
/** Parts of a page that come when they are needed. */
export { type LazyModule, lazyModule } from './lazy-module.ts';
/** How two texts differ. */
export { type ComparedLine, lineChanges } from './line-changes.ts';
/** The beginning of a page. */
export { mountPage } from './mount-page.tsx';
export { waitForNetwork } from './network.ts';
export { readPageData } from './page-data.ts';
export { applySiteColour } from './site-colour.ts';
export { fileSize } from './sizes.ts';
export { uiTexts } from './texts/en.ts';
export { defineTexts, loadTexts, pageLanguage, plural, textLanguage } from './texts-of.ts';
export { currentTheme, setTheme, type Theme } from './theme.ts';
export {
  type AnyCall,
  addressOf,
  askRoute,
  type Calls,
  callsOf,
  type VisitorCalls,
  visitorCalls,
} from './typed-calls.ts';
