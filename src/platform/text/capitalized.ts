/** With a capital letter at its beginning, as where it stands on its own. */
export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
