/**
 * Who calls the routes under `/v1` with an app key, and on whose behalf. The order of checks is the contract's (runtime API,
 * keys): key, app, `user`, mode, then the rest.
 */

/**
 * Access of routes that an app key opens (`AppKeyAccess`), of those that visitors of the app's own page may call as well
 * (`AppUserAccess`), of those that start a run (`RunStartAccess`, `UserRunStartAccess`), and who comes in.
 * `requireMode` refuses apps of another mode with the code of the route's family; `invalidParameter` makes the error for a
 * field. `refusePaused` is for those who are let in otherwise, and `appKeyAuthenticator` for addresses elsewhere that an app key opens.
 */
export {
  type AppCaller,
  AppKeyAccess,
  AppUserAccess,
  appKeyAuthenticator,
  chatModes,
  invalidParameter,
  RunStartAccess,
  refusePaused,
  requireMode,
  startsRuns,
  UserRunStartAccess,
  type Visitor,
  type VisitorCredential,
  VisitorCredentials,
} from './caller.ts';
/** Answers deletions. */
export { deleted } from './deleted.ts';
/**
 * The `user` of a body or query: where it is required, `invalid_param` without one; elsewhere callers share one. A visitor is
 * their own user, of another kind (`userKind`); `callerUser` is both. `callerHeaders` tell callers apart. In the console it is
 * whoever calls (`consoleUser`), and refused in requests.
 */
export {
  callerHeaders,
  callerUser,
  consoleUser,
  optionalUser,
  refuseUser,
  requiredUser,
  userKind,
} from './user.ts';
