/** Internal reasons for a stalled mailing; the page translates them. */
export const stallReasons = {
  databaseAway: 'database-away',
  restored: 'restored',
  unreadableSegment: 'unreadable-segment',
  deletedPlan: 'deleted-plan',
  late: 'late',
} as const;

/** Precedes a failure of the site itself, such as a full disk. */
export const localReason = 'here: ';

/** For an email that counts as sent. */
export const answerLost = "The email server's answer was lost in a restart";
