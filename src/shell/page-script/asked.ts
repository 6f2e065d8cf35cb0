/** An attribute of the root tells the page's own script what to request from the API first, because it is there before anything else. */

/** @param asked paths by name, see `PageHandle`; a member's page also requests the profile */
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
