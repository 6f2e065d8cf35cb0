/** Current keys contain their account: `sk_test_51Abc…` belongs to `acct_1Abc…`. Older keys are shorter and don't. */
export const accountInKey = (key: string): string | undefined =>
  key.length > 60 ? /^[a-z]{2}_(?:test|live)_5(1[A-Za-z0-9]{15})/.exec(key)?.[1] : undefined;
