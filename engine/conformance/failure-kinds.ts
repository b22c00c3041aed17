/** What the type and the code of a failure tell of it. Both are part of what nodes promise; their texts are not. */

/** Whose fault a failure is: nobody's yet where its type and code leave it open. */
export type Fault = 'own' | 'platform' | 'open';

/** A failure as records keep it: null where the record has none. */
export interface FailureKind {
  /** `error_type` of the node. */
  readonly errorType: string | null;
  /** Code of the error behind it. */
  readonly code: string | null;
  readonly error: string | null;
}

/** Types of failures at settings that can't work, and at values that don't fit a node. */
const ownTypes = new Set([
  'AgentMaxIterationError',
  'AgentNodeError',
  'AuthorizationConfigError',
  'DocumentExtractorError',
  'HumanInputNodeError',
  'InputTypeNotSupportedError',
  'InvalidConditionError',
  'InvalidContextStructure',
  'InvalidFilterValueError',
  'InvalidHttpMethodError',
  'InvalidInputValueError',
  'InvalidIteratorValueError',
  'InvalidKeyError',
  'InvalidMetadataFilterError',
  'InvalidURLError',
  'ListOperatorError',
  'NoPromptFound',
  'OperationNotSupportedError',
  'OutputParserError',
  'OutputValidationError',
  'RequestBodyError',
  'ResponseSizeError',
  'RunTooLargeError',
  'TemplateTransformError',
  'ToolParameterError',
  'UnsupportedFileTypeError',
  'ValueError',
  'ValueTooLargeError',
  'VariableOperatorNodeError',
]);

/** The same for types that cover the document's failures as well as the platform's. */
const ownCodes = new Set([
  'egress.invalid_request',
  'egress.too_large',
  'engine.run_too_large',
  'node-code.code_failed',
  'node-code.invalid_output',
  'node-code.language_unavailable',
  'node-code.limit_exceeded',
  'text-extraction.limit_exceeded',
]);

/** Errors that nobody meant to throw, and results that break the contract of nodes. */
const platformTypes = new Set([
  'AggregateError',
  'AssertionError',
  'Error',
  'InterruptedError',
  'NodeResultError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
]);

/** Failures of the server, which a node only passes on. `engine.`: but for those above and a type nobody brings. */
const platformCodes =
  /^(?:engine\.(?!run_too_large$|unknown_node_type$|invalid_)|sandbox\.|tools\.(?:tool_failed|unknown_call)$|text-extraction\.(?:process_died|invalid_request)$)/;

/** What only a mistake in the platform's code says. */
const slips =
  /^No plugin answers the host call|its plugin is at fault|\bended unexpectedly\b|^Cannot (read|set) propert|^[\w.#]+ is not (a function|a constructor|iterable|defined)$/;

/** A sandbox that broke answers with the type and the code of the code it ran: nothing else tells them apart. */
const brokenSandbox = /^the sandbox thread died\b|^the code (?:broke the protocol|ended its process)\b|^Stopped: /;

/**
 * What the format promises and a document can't be blamed for: names that are there without an import, filters and tests
 * of Jinja, kinds of documents that are read.
 */
const promised: readonly { readonly types: RegExp; readonly text: RegExp }[] = [
  { types: /^CodeNodeError$/, text: /NameError: name '(?:json|b64decode)' is not defined/ },
  {
    types: /^TemplateTransformError$/,
    text: /\b(?:filter|test) named '(?:abs|attr|batch|boolean|callable|capitalize|center|d|default|defined|dictsort|divisibleby|e|eq|equalto|escape|even|false|filesizeformat|first|float|forceescape|format|ge|groupby|gt|in|indent|int|integer|items|iterable|join|last|le|length|list|lower|lt|map|mapping|max|min|ne|none|number|odd|pprint|random|reject|rejectattr|replace|reverse|round|safe|sameas|select|selectattr|sequence|slice|sort|string|striptags|sum|title|tojson|trim|true|truncate|undefined|unique|upper|urlencode|urlize|wordcount|wordwrap|xmlattr)'/,
  },
  {
    types: /^UnsupportedFileTypeError$/,
    text: /\.(?:txt|md|markdown|html?|xml|json|ya?ml|csv|xlsx?|pdf|docx?|pptx?|eml|msg|epub|vtt|properties)\b/i,
  },
];

export function faultOf({ errorType, code, error }: FailureKind): Fault {
  const text = error ?? '';
  if (platformTypes.has(errorType ?? '') || platformCodes.test(code ?? '')) return 'platform';
  if (code?.startsWith('node-code.') === true && brokenSandbox.test(text)) return 'platform';
  if (promised.some(({ types, text: says }) => types.test(errorType ?? '') && says.test(text))) return 'platform';
  if (ownTypes.has(errorType ?? '') || ownCodes.has(code ?? '')) return 'own';
  return slips.test(text) ? 'platform' : 'open';
}
