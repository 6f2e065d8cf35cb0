/** Why nothing goes out, where it is not what the mail server has said. The page has the words. */
export const ownReasons = {
  databaseAway: 'database-away',
  restored: 'restored',
  unreadableSegment: 'unreadable-segment',
} as const;

/** What has failed in the site itself, such as a full disk. */
export const localReason = 'here: ';

/** Of an email that counts as sent. */
export const answerLost = "The email server's answer was lost in a restart";
