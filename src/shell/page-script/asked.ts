/** How a page tells its own script what it asks the API for first: by an attribute of its root, which is there before anything else. */

/** @param asked addresses by their names, see `PageHandle`; a member's page asks for the profile too */
export const askedAttribute = (asked: Record<string, string> | undefined) =>
  asked && {
    'data-asked': Object.entries({ ...asked, profile: 'profile' })
      .map((entry) => entry.join(':'))
      .join(' '),
  };

export function readAsked(): Record<string, string> | undefined {
  const parts = document.documentElement.dataset.asked?.split(' ');
  return parts && Object.fromEntries(parts.map((part) => part.split(':')));
}
