const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** What XML 1.0 allows nowhere. */
const forbidden = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** A text for the content of an element or the value of an attribute. */
export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(forbidden, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

export const xmlResponse = (xml: string, type = 'application/xml') =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`, {
    headers: { 'Content-Type': `${type}; charset=utf-8` },
  });
