import type { Arguments } from './arguments.ts';
import { getAttribute, getItem, getSlice } from './attributes.ts';
import { mutatingMethods } from './collection-methods.ts';
import type { Evaluate, Scope } from './scope.ts';
import { TemplateError } from './template-error.ts';
import { Callable, chargeValue, typeName } from './values.ts';

export type EvaluateArguments = (scope: Scope) => Arguments;

type Member = { readonly name: string; readonly label: string } | { readonly key: Evaluate; readonly label: string };

/** `object.name` or `object[key]`; an undefined object is an error that names it by `label`. */
export function memberOf(object: Evaluate, member: Member): Evaluate {
  const read: (value: unknown, scope: Scope) => unknown =
    'name' in member
      ? (value) => getAttribute(value, member.name)
      : (value, scope) => {
          // The character at a place of a text is found by counting.
          if (typeof value === 'string') chargeValue(scope.run, value);
          return getItem(value, member.key(scope));
        };
  return (scope) => {
    const value = object(scope);
    if (value === undefined) throw new TemplateError(`'${member.label}' is undefined`);
    return read(value, scope);
  };
}

/** `object[start:stop:step]`. */
export function sliceOf(object: Evaluate, bounds: readonly (Evaluate | undefined)[], label: string): Evaluate {
  return (scope) => {
    const value = object(scope);
    if (value === undefined) throw new TemplateError(`'${label}' is undefined`);
    chargeValue(scope.run, value);
    const numbers = [0, 1, 2].map((index) => bounds[index]?.(scope));
    return getSlice(value, numbers, scope.run);
  };
}

/** `callee(arguments)`. */
export function callOf(callee: Evaluate, args: EvaluateArguments, label: string): Evaluate {
  return (scope) => {
    const target = callee(scope);
    if (target === undefined) throw new TemplateError(`'${label}' is undefined`);
    if (!(target instanceof Callable)) throw new TemplateError(`'${typeName(target)}' object is not callable`);
    scope.run.charge();
    const result = target.call(args(scope), scope.run);
    chargeValue(scope.run, result);
    // A method without a result answers None.
    return result === undefined && mutatingMethods.has(target.name) ? null : result;
  };
}
