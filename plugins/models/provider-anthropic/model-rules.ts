/** What a model of the family takes and refuses. */
export interface ModelRules {
  /** Tokens of its longest answer, which the API wants to be told with each call. */
  readonly maxOutput: number;
  /** Takes a schema for its answer; others are made to call a tool. */
  readonly hasOutputFormat: boolean;
  /** Takes `temperature`, `top_p` and `top_k`. */
  readonly hasSampling: boolean;
  /** How it is told to think: with a number of tokens, as it likes, or not at all. */
  readonly thinking: 'budget' | 'adaptive' | 'none';
  /** Can be made to call a tool. */
  readonly hasForcedTools: boolean;
}

const OTHER: ModelRules = {
  maxOutput: 4_096,
  hasOutputFormat: false,
  hasSampling: true,
  thinking: 'budget',
  hasForcedTools: true,
};

/**
 * By the name, with what stands around it on clouds and in gateways (Anthropic, models overview; migration guides). A newer
 * name follows the newest rules; a name of another vendor, whose server speaks the protocol, gets the mildest.
 */
export function rulesOf(model: string): ModelRules {
  const early = /claude-(?:instant|v?2|(3)(?:-(\d)(?!\d))?)/.exec(model);
  if (early !== null) return earlyRules(early[1] === '3' ? Number(early[2] ?? 0) : -1);
  if (!model.includes('claude-')) return OTHER;
  const named = /claude-([a-z]+)-(\d+)(?:[-.](\d{1,2})(?!\d))?/.exec(model);
  if (named === null) return { ...OTHER, ...CURRENT };
  const [, family, major, minor] = named;
  return rulesOfVersion(family ?? '', Number(major) * 10 + Number(minor ?? 0));
}

const CURRENT = { maxOutput: 128_000, hasOutputFormat: true, hasSampling: false, thinking: 'adaptive' } as const;

/** `minor` of Claude 3; below zero for those before it. */
function earlyRules(minor: number): ModelRules {
  if (minor === 7) return { ...OTHER, maxOutput: 64_000 };
  return { ...OTHER, maxOutput: minor === 5 ? 8_192 : 4_096, thinking: 'none' };
}

/** `version`: 45 is 4.5. */
function rulesOfVersion(family: string, version: number): ModelRules {
  if (version < 41) return { ...OTHER, maxOutput: family === 'opus' ? 32_000 : 64_000 };
  if (version < 45) return { ...OTHER, maxOutput: 32_000, hasOutputFormat: true };
  if (version < 46) return { ...OTHER, maxOutput: 64_000, hasOutputFormat: true };
  if (version < 47) return { ...OTHER, ...CURRENT, hasSampling: true };
  const isForced = version < (family === 'fable' ? 51 : 55);
  return { ...OTHER, ...CURRENT, hasForcedTools: isForced };
}
