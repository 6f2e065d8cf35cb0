export const isoOrNull = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;
