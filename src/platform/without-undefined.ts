type Given<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** The fields that have a value, including null. */
export const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;
