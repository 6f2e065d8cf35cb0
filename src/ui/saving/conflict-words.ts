/** The words for values that a field keeps as codes, by the path of the field. Undefined for values that are shown as they are. */
export type ConflictWords = Partial<Record<string, (value: unknown) => string | undefined>>;

/** The words of a field that is one of several options. */
export const wordOf = (options: () => readonly { value: string; label: string }[]) => (value: unknown) =>
  options().find((option) => option.value === value)?.label;
