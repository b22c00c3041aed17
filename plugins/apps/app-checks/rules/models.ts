import { isMapping, settingPath } from '#engine';
import { type Found, type NodeRule, problemOf } from '#plugins/app-checks/rule.ts';
import { joined, settingAt, textOf } from '#plugins/app-checks/setting.ts';

/** What a chosen model can't do, models that their provider doesn't list, and parameters that none takes. */
export const models: NodeRule = (app, { node, settings }) =>
  settings
    .flatMap(({ field, path, value, owner }): readonly Found[] => {
      if (field.kind !== 'model' || field.of !== 'llm' || !isMapping(value)) return [];
      const name = textOf(settingAt(value, 'name'));
      const model = name === '' ? undefined : app.model(textOf(settingAt(value, 'provider')), name);
      const own = parametersOf(settingAt(value, 'completion_params'), joined(path, 'completion_params'));
      if (model === undefined) return own;
      if (model === null) return [...own, unlisted(name, path)];
      return seesNone(model.features, owner) ? [...own, blind(name, node.id)] : own;
    })
    .map((found) => problemOf(node.id, found));

function unlisted(name: string, field: string): Found {
  const message = `Its provider lists no model '${name}': it is asked for as it is, and fails if there is none.`;
  return { code: 'unknown_model', severity: 'warning', field, message };
}

function blind(name: string, nodeId: string): Found {
  return {
    ...{ code: 'no_vision', severity: 'warning', field: 'vision.enabled' },
    message: `The model ${name} sees no pictures: choose one that does, or switch pictures off.`,
    fix: { label: 'Switch pictures off', operations: [{ path: settingPath(nodeId, 'vision.enabled'), set: false }] },
  };
}

function seesNone(features: readonly string[] | undefined, owner: unknown): boolean {
  return settingAt(owner, 'vision.enabled') === true && features?.includes('vision') !== true;
}

/** Bounds that hold for the models of every provider. */
const bounds: Readonly<Record<string, readonly [number, number]>> = {
  temperature: [0, 2],
  top_p: [0, 1],
  presence_penalty: [-2, 2],
  frequency_penalty: [-2, 2],
};

function parametersOf(parameters: unknown, path: string): readonly Found[] {
  return Object.entries(isMapping(parameters) ? parameters : {}).flatMap(([name, value]) => {
    const bound = Object.hasOwn(bounds, name) ? bounds[name] : undefined;
    const number = Number(value);
    if (bound === undefined || value === null || (number >= bound[0] && number <= bound[1])) return [];
    const message = `The parameter ${name} is ${String(value).slice(0, 40)}; models take ${bound[0]} to ${bound[1]}.`;
    return [{ code: 'wrong_parameter', severity: 'error', field: joined(path, name), message }];
  });
}
