/** PostgreSQL's advisory locks that the product takes; each number stands here once. */
export const advisoryLocks = {
  /** Every process of an embedded server holds it shared; the one that gets it alone is the last. */
  presence: 7_025_001,
  /** Only one process makes a signing key. */
  signingKeys: 7_025_002,
  /** One import at a time: two at once would take the same rows for new. */
  import: 7_025_003,
  /** A backup is written or restored. */
  restore: 7_025_004,
  /** A free slug is looked for and taken: two at once would take the same. */
  slugs: 7_025_005,
} as const;
