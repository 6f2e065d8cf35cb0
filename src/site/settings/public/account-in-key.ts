/** Today's keys name their account: `sk_test_51Abc…` is of `acct_1Abc…`. Shorter ones are older and do not. */
export const accountInKey = (key: string): string | undefined =>
  key.length > 60 ? /^[a-z]{2}_(?:test|live)_5(1[A-Za-z0-9]{15})/.exec(key)?.[1] : undefined;
