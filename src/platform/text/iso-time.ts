export const isoOrNull = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

/** The times of a row, as the database returns them. */
export type RowTimes = { created_at: Date; updated_at: Date };
/** The times of a row, as the API sends them. */
export const isoTimes = ({ created_at, updated_at }: RowTimes) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** The end of a day in UTC, for what is valid on its last day too. */
export const lastMomentOf = (day: string): string => `${day}T23:59:59.999Z`;
