import { type GraphNode, settingPath } from '#engine';
import { nearestName } from '#kernel';
import { fittingType } from '#plugins/app-checks/fitting-type.ts';
import { type NamedVariable, variablesIn } from '#plugins/app-checks/named-variables.ts';
import { type CheckedApp, type CheckedNode, type Found, type NodeRule, problemOf } from '#plugins/app-checks/rule.ts';

/** Variables that nodes name: whether they are there, come before, and are of a type that is taken. */
export const variableNames: NodeRule = (app, checked) =>
  [
    ...checked.settings.flatMap((setting) => variablesIn(setting).flatMap((named) => foundOf(app, checked, named))),
    ...templatesOf(app, checked),
  ].map((found) => problemOf(checked.node.id, found));

function foundOf(app: CheckedApp, { node, isReached }: CheckedNode, named: NamedVariable): readonly Found[] {
  const { selector, path, isNeeded, takes } = named;
  if (selector.length === 0 || selector.every((part) => part === '')) {
    // A field of its own that is required is told by its name.
    const isRow = /\d/.test(path);
    return isNeeded && isRow
      ? [
          {
            code: 'missing_variable',
            severity: 'error',
            field: path,
            message: 'No variable is chosen: choose one, or remove the row.',
          },
        ]
      : [];
  }
  const reason = reasonAgainst(app, node, named);
  if (reason !== null) return [{ ...reason, ...nearest(app, node, named), field: path, severity: 'error' }];
  const order = isReached && named.from === 'before' ? orderProblem(app, node, selector) : null;
  if (order !== null) return [{ ...order, field: path }];
  const type = app.variables.typeAt(selector);
  if (fittingType(takes, type)) return [];
  const wanted = (takes ?? []).join(', ');
  return [
    {
      code: 'wrong_type',
      severity: 'error',
      field: path,
      message: `${shown(app, selector)} is of type ${type}; taken here is ${wanted}: choose another variable.`,
    },
  ];
}

/** A variable of the same node that is called nearly so. */
function nearest({ variables }: CheckedApp, node: GraphNode, { selector, path }: NamedVariable): Pick<Found, 'fix'> {
  const [first = '', name = '', ...keys] = selector;
  const source = variables.byId.get(first);
  const names = source === undefined ? [] : [...(variables.given(source, false)?.keys() ?? [])];
  const found = names.includes(name) ? undefined : nearestName(name, names);
  if (found === undefined) return {};
  const operations = [{ path: settingPath(node.id, path), set: [first, found, ...keys] }];
  return { fix: { label: `Use '${found}'`, operations } };
}

/** Placeholders of other nodes' values, of which the engine says whether they are there. */
function templatesOf(app: CheckedApp, { node, isReached }: CheckedNode): readonly Found[] {
  if (!isReached) return [];
  const told = new Set<string>();
  return (app.graph.named.get(node.id) ?? []).flatMap(({ path, selector }): Found[] => {
    const key = selector.join('.');
    if (told.has(key) || reasonAgainst(app, node, { selector, from: 'before' }) !== null) return [];
    told.add(key);
    const order = orderProblem(app, node, selector);
    return order === null ? [] : [{ ...order, field: path }];
  });
}

type Reason = Pick<Found, 'code' | 'message'>;

function reasonAgainst(
  app: CheckedApp,
  node: GraphNode,
  { selector, from }: Pick<NamedVariable, 'selector' | 'from'>,
): Reason | null {
  const [first = '', name = '', key] = selector;
  // The engine tells of those of the system; older documents publish them at the start.
  if (first === 'sys' || first === 'rag' || name.startsWith('sys.')) return null;
  const { variables } = app;
  const unknown = (message: string) => ({ code: 'unknown_variable', message });
  if (first === 'env' || first === 'conversation') {
    const kind = first === 'env' ? 'environment' : 'conversation';
    return variables.source[first].has(name)
      ? null
      : unknown(`There is no ${kind} variable '${name}': choose another, or add it.`);
  }
  const source = variables.byId.get(first);
  if (source === undefined) return unknown(`There is no node '${first}' any more: choose the variable anew.`);
  const isAround = variables.around(node).some(({ id }) => id === source.id);
  const given = variables.given(source, false);
  const inside = isAround || from === 'inside' ? variables.given(source, true) : new Map();
  if (given === null || inside === null) return null;
  const found =
    (isAround && source.id !== node.id ? undefined : given.get(name)) ?? inside.get(name) ?? given.get(name);
  if (found === undefined) return unknown(`'${source.title}' gives no '${name}': choose another of its variables.`);
  if (key !== undefined && found.keys !== null && !found.keys.has(key))
    return unknown(`'${name}' of '${source.title}' has no key '${key}': choose another.`);
  if (from !== 'inside' && !isAround) {
    const hidden = hidingContainer(app, source, node);
    if (hidden !== null)
      return {
        code: 'hidden_variable',
        message: `What is inside '${hidden.title}' is not seen outside of it: choose a variable of '${hidden.title}'.`,
      };
  }
  return null;
}

/** The container that keeps its inside to itself, around the source and not around the node. */
function hidingContainer({ variables, forms }: CheckedApp, source: GraphNode, node: GraphNode): GraphNode | null {
  const around = new Set(variables.around(node).map(({ id }) => id));
  const outer = variables.around(source).slice(1);
  return outer.find((each) => !around.has(each.id) && forms.typeOf(each)?.traits.container?.pool === 'copied') ?? null;
}

function orderProblem(
  { variables, graph, forms }: CheckedApp,
  node: GraphNode,
  selector: readonly string[],
): Omit<Found, 'field'> | null {
  const source = variables.byId.get(selector[0] ?? '');
  if (source === undefined || graph.unreached.has(source.id)) return null;
  if (variables.around(node).some(({ id }) => id === source.id) || variables.isBefore(source, node)) return null;
  // Inside a loop, the round before has left its values; rounds of an iteration know nothing of each other.
  const isShared = (each: GraphNode) => forms.typeOf(each)?.traits.container?.pool === 'shared';
  if (variables.around(node).some((each) => each.id === source.parent && isShared(each))) return null;
  const isAfter = variables.isAfter(source, node);
  const why = isAfter ? 'runs only afterwards' : 'is on another way';
  const message = `'${source.title}' ${why}, so its ${selector[1] ?? 'value'} has no value here: choose a variable of a node before this one, or connect them.`;
  return { code: 'not_before', severity: isAfter ? 'error' : 'warning', message };
}

function shown({ variables }: CheckedApp, [first = '', ...rest]: readonly string[]): string {
  const title = variables.byId.get(first)?.title ?? first;
  return `'${title} › ${rest.join('.')}'`;
}
