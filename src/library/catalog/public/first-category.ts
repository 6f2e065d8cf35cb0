/** The first of an item's categories, which are separated by commas; empty if there is none. */
export const firstCategory = (categories: string) => categories.split(',')[0]?.trim() ?? '';
