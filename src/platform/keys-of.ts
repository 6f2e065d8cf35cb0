/** `Object.keys` with types. Only for objects without keys that their type doesn't name, such as literals. */
export const keysOf = <Named extends object>(named: Named) => Object.keys(named) as (keyof Named & string)[];
