/** The names in an object that has no others than its type says, such as one written out in code. */
export const keysOf = <Named extends object>(named: Named) => Object.keys(named) as (keyof Named & string)[];
