/** What became of one plugin. */
export interface PluginReport {
  readonly id: string;
  /** Folder it was found in; null for plugins given in memory. */
  readonly folder: string | null;
  /** Name of the group of plugins it lies in; null: in none. */
  readonly group: string | null;
  /** `built-in`: it comes with the program; `added`: from a folder of the configuration; `memory`: given by code. */
  readonly origin: 'built-in' | 'added' | 'memory';
  /** `skipped`: something it needs failed or is not loaded; `off`: the configuration switches it off. */
  readonly state: 'started' | 'failed' | 'skipped' | 'off';
  /** Milliseconds of setup and ready hooks. */
  readonly ms: number;
  /** Ids of its services. */
  readonly provides: readonly string[];
  /** Ids of the items it contributed, by extension point. */
  readonly contributes: Readonly<Record<string, readonly string[]>>;
  /** Ids of the plugins that can't run without it, those that are not running included. */
  readonly neededBy: readonly string[];
  /** Why it doesn't run; null when it started. */
  readonly reason: string | null;
}

/** What became of every plugin, in the order of setup; the picture is of the moment it was asked for. */
export interface BootReport {
  /** Milliseconds from the start of discovery to the end of the last ready hook. */
  readonly ms: number;
  readonly plugins: readonly PluginReport[];
}

/** One line per plugin. */
export function formatBootReport(report: BootReport): string {
  const width = Math.max(0, ...report.plugins.map(({ id }) => id.length));
  return report.plugins.map((plugin) => formatPlugin(plugin, width)).join('\n');
}

function formatPlugin(plugin: PluginReport, width: number): string {
  const name = `${plugin.state.padEnd(7)}  ${plugin.id.padEnd(width)}`;
  if (plugin.state !== 'started') return `${name}  ${plugin.reason ?? ''}`.trimEnd();
  const parts = Object.entries(plugin.contributes).map(([point, ids]) => `${ids.length} ${pointName(point)}`);
  if (plugin.provides.length > 0) parts.unshift(`provides ${plugin.provides.join(', ')}`);
  return `${name}  ${String(Math.round(plugin.ms)).padStart(5)} ms  ${parts.join(', ')}`.trimEnd();
}

/** `http.routes` → `routes` */
function pointName(point: string): string {
  return point.slice(point.indexOf('.') + 1);
}
