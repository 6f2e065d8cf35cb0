/** What is known of something: its name and its value, as on a receipt. */
export type Fact = [name: string, value: string];

/** What does not apply may stand in the list as well, as false, null or undefined. */
export type Facts = readonly (Fact | false | null | undefined)[];

export const factsThatApply = (facts: Facts): Fact[] => facts.filter((fact) => !!fact);
