import type { TestSite } from './site.ts';

/** Opens the URL that a program sends its member's browser to. @returns the browser's cookies, and where it is redirected */
export async function openConsent(address: string | URL, cookie = '') {
  const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
  const cookies = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    cookies,
    text: await answer.text(),
  };
}

/** Answers on the page as the member. @returns the program's callback URL */
export async function answerConsent(
  site: TestSite,
  token: string,
  { location, cookies }: { location: string; cookies: string },
  allow = true,
) {
  const uid = new URL(location, site.url).searchParams.get('request') ?? '';
  const path = `/api/v1/connections/requests/${uid}`;
  const shown = await site.api('GET', path, { token, headers: { cookie: cookies } });
  const answer = await site.api('POST', path, { token, body: { allow }, headers: { cookie: cookies } });
  if (answer.status !== 200) return { shown, answer, back: undefined };
  const resumed = await fetch(answer.body.url, { redirect: 'manual', headers: { cookie: cookies } });
  return { shown, answer, back: new URL(resumed.headers.get('location') ?? 'about:blank') };
}
