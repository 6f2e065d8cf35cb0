/** A name and its value, as on a receipt. */
export type Fact = [name: string, value: string];

/** Facts that don't apply may be in the list as false, null or undefined. */
export type Facts = readonly (Fact | false | null | undefined)[];

export const factsThatApply = (facts: Facts): Fact[] => facts.filter((fact) => !!fact);
