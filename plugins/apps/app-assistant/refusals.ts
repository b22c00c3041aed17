import { PlatformError } from '#kernel';

/** The assistant can only be asked where a model could do it. */
export function noModel(): PlatformError {
  const message =
    'The workspace has no language model that can write apps: set up a provider under Models. The demo can not.';
  return new PlatformError('conflict', 'app-assistant.no_model', message);
}

export function unknownModel(): PlatformError {
  const message = 'This model can not be used by the assistant; GET …/assistant lists those that can.';
  return new PlatformError('invalid', 'app-assistant.unknown_model', message, { field: 'model' });
}

export function noGraph(): PlatformError {
  const message = 'The assistant works on graphs: the app has none that can be read.';
  return new PlatformError('invalid', 'app-assistant.no_graph', message);
}

export function tooLarge(): PlatformError {
  const message = 'The graph is too large for the assistant: take a part of it into an app of its own.';
  return new PlatformError('invalid', 'app-assistant.too_large', message);
}

export function nothingAsked(): PlatformError {
  const message = 'Say what is wanted: a wish, problems of the draft, or a run of it that failed.';
  return new PlatformError('invalid', 'app-assistant.nothing_asked', message);
}

export function noProblem(): PlatformError {
  const message = 'The draft has none of these problems any more: read its problems again.';
  return new PlatformError('conflict', 'app-assistant.no_problem', message, { field: 'problems' });
}

export function noRun(): PlatformError {
  const message = 'The draft of this app has no such run that failed.';
  return new PlatformError('not-found', 'app-assistant.no_run', message, { field: 'run_id' });
}

export function noField(): PlatformError {
  const message = 'The draft has no such node, or the node no such field of this kind.';
  return new PlatformError('not-found', 'app-assistant.no_field', message, { field: 'field' });
}

export function busy(): PlatformError {
  const message = 'The assistant works on several things for this workspace already: wait until one of them is done.';
  return new PlatformError('limited', 'app-assistant.too_many_requests', message, { retryAfter: 10 });
}

export function tooLong(): PlatformError {
  const message =
    'The model wrote more than an answer may hold, and was stopped: ask for less at once, or choose another model.';
  return new PlatformError('unavailable', 'app-assistant.answer_too_long', message);
}

export function tooSlow(model: string, seconds: number): PlatformError {
  const message = `The model "${model}" did not finish within ${seconds} s. Ask for less at once, or choose a faster one.`;
  return new PlatformError('unavailable', 'app-assistant.model_timeout', message);
}

export function noProposal(): PlatformError {
  const message =
    'The model gave no answer that could be read as a change, also when asked again: say it in other words, or choose another model.';
  return new PlatformError('unavailable', 'app-assistant.no_proposal', message);
}
