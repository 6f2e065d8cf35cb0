/** The categories that a filter offers, and the chosen one: it may be hidden, or only have items that are drafts now. */
export const withChosen = <Category extends { name: string }>(
  categories: readonly Category[],
  chosen: string | undefined,
): readonly (Category | { name: string; count?: undefined })[] =>
  chosen === undefined || categories.some(({ name }) => name === chosen)
    ? categories
    : [...categories, { name: chosen }];
