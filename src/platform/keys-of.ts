/** `Object.keys` with types. Only for objects that can't have keys missing from their type, such as literals. */
export const keysOf = <Named extends object>(named: Named) => Object.keys(named) as (keyof Named & string)[];
