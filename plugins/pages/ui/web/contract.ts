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
export { classes } from './classes.ts';
/** Components: native elements in the looks of the house. */
export { Button, type ButtonProps, IconButton, type IconButtonProps, LinkButton } from './components/button.tsx';
export { Dialog, type DialogProps } from './components/dialog.tsx';
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
export { JsonTree } from './components/json-tree.tsx';
export { Menu, type MenuItem } from './components/menu.tsx';
export { EmptyState, Notice } from './components/notice.tsx';
export { placeBeside } from './components/place-beside.ts';
export { Loading, Spinner } from './components/spinner.tsx';
export { Tabs, type TabsProps } from './components/tabs.tsx';
export { ThemeSwitch } from './components/theme-switch.tsx';
export { toast } from './components/toast.tsx';
export { Tooltip } from './components/tooltip.tsx';
export { readEvents, type StreamedEvent } from './events.ts';
export {
  type Loaded,
  navigate,
  readStored,
  useAddress,
  useChosenInView,
  useLatest,
  useLoaded,
  useMedia,
  useOnline,
  useStored,
  writeStored,
} from './hooks.ts';
/** Parts of a page that come when they are needed. */
export { type LazyModule, lazyModule } from './lazy-module.ts';
/** The beginning of a page. */
export { mountPage } from './mount-page.tsx';
export { waitForNetwork } from './network.ts';
export { readPageData } from './page-data.ts';
export { applySiteColour } from './site-colour.ts';
export { uiTexts } from './texts.ts';
export { defineTexts, loadTexts, pageLanguage, plural, textLanguage } from './texts-of.ts';
export { currentTheme, setTheme, type Theme } from './theme.ts';
